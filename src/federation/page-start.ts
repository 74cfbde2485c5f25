/** Begins pages, and writes the cursors between them, which are sealed so that only this registry can read or make one. */

import { phrase, RegistryError } from '../domain/errors.ts';
import type { PageOrCursor } from '../domain/federation/federated-query.ts';
import { type Position, readCursor, writeCursor } from '../domain/pages/cursor.ts';
import { type FederatedPage, type PageStart, pageStart } from '../domain/pages/federated-pages.ts';
import type { Viewer } from '../domain/record/model.ts';
import type { Signer } from './signer.ts';

/** What all pages of one question share. */
type Paged<Kind extends Position> = {
  /** Names the question; a cursor is only valid for its own question. */
  question: string;
  /** A position from which nothing was given. */
  blank: Kind;
  signer: Signer;
};

/** The length of the caller's digest in every cursor; a longer one has no use. */
const CALLER_CHARACTERS = 8;

/**
 * Returns where a page begins.
 *
 * @throws RegistryError `cursor-invalid`, `cursor-of-another-question`, `paging-conflict` for another size than the cursor has
 */
export function startOf<Kind extends Position>(
  page: PageOrCursor,
  { kind, userId }: Viewer,
  { question, blank, signer: { sign, open } }: Paged<Kind>,
): PageStart<Kind> {
  const caller = sign(`reader ${kind} ${userId ?? ''}`).slice(0, CALLER_CHARACTERS);
  if (!('cursor' in page)) return pageStart<Kind>(page, undefined, caller);
  const cursor = readCursor(page.cursor, sign(question), blank, open);
  if (page.size !== undefined && page.size !== cursor.size) {
    throw new RegistryError('paging-conflict', {
      found: page.sizeName ?? 'size',
      hint: phrase('cursor-knows-its-page'),
    });
  }
  return pageStart({ page: 0, size: 0 }, cursor, caller);
}

/** Returns the cursors behind a page; null if there is none. */
export function cursorsAfter<Kind extends Position>(
  { next, retry }: Pick<FederatedPage<Kind>, 'next' | 'retry'>,
  { question, blank, signer: { sign, seal } }: Paged<Kind>,
): { cursor: string | null; retryCursor: string | null } {
  const written = (one: FederatedPage<Kind>['next']) =>
    one === undefined ? null : writeCursor({ question: sign(question), ...one }, blank, seal);
  return { cursor: written(next), retryCursor: written(retry) };
}
