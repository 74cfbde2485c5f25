/** Pages and the cursors between them, which are sealed so that nobody else can read or make one. */

import type { PageOrCursor } from '../../domain/federation/federated-query.ts';
import { type Position, readCursor, writeCursor } from '../../domain/pages/cursor.ts';
import { type FederatedPage, type PageStart, pageStart } from '../../domain/pages/federated-pages.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Signer } from '../signer.ts';

/** What pages of one question have in common. */
type Paged<Kind extends Position> = {
  /** Names what is asked; a cursor is of use for its own question only. */
  question: string;
  /** A position at which nothing was given. */
  blank: Kind;
  signer: Signer;
};

/** More would help nobody, and stands in every cursor. */
const READER_CHARACTERS = 8;

/**
 * Where a page begins.
 *
 * @throws RegistryError `cursor-invalid`, `cursor-of-another-question`
 */
export function startOf<Kind extends Position>(
  page: PageOrCursor,
  { kind, userId }: Viewer,
  { question, blank, signer: { sign, open } }: Paged<Kind>,
): PageStart<Kind> {
  const reader = sign(`reader ${kind} ${userId ?? ''}`).slice(0, READER_CHARACTERS);
  if (!('cursor' in page)) return pageStart<Kind>(page, undefined, reader);
  return pageStart({ page: 0, size: 0 }, readCursor(page.cursor, sign(question), blank, open), reader);
}

/** The cursors behind a page; null where there is none. */
export function cursorsAfter<Kind extends Position>(
  { next, retry }: Pick<FederatedPage<Kind>, 'next' | 'retry'>,
  { question, blank, signer: { sign, seal } }: Paged<Kind>,
): { cursor: string | null; retryCursor: string | null } {
  const written = (one: FederatedPage<Kind>['next']) =>
    one === undefined ? null : writeCursor({ question: sign(question), ...one }, blank, seal);
  return { cursor: written(next), retryCursor: written(retry) };
}
