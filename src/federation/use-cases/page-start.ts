/** Pages and the cursors between them, which are sealed so that nobody else can read or make one. */

import type { AskedPage } from '../../domain/federation/federated-query.ts';
import { type Position, readCursor, writeCursor } from '../../domain/pages/cursor.ts';
import { type FederatedPage, type PageStart, pageStart } from '../../domain/pages/federated-pages.ts';
import type { Signer } from '../signer.ts';

/**
 * Where a page begins.
 *
 * @param question names what is asked; a cursor is of use for its own question only
 * @throws RegistryError `cursor-invalid`, `cursor-of-another-question`
 */
export function startOf<Kind extends Position>(
  page: AskedPage,
  question: string,
  { sign, open }: Signer,
): PageStart<Kind> {
  if (!('cursor' in page)) return pageStart<Kind>(page, undefined);
  return pageStart({ page: 0, size: 0 }, readCursor<Kind>(page.cursor, sign(question), open));
}

/** The cursor to the page behind; null when there is none. */
export function cursorAfter<Kind extends Position>(
  next: FederatedPage<Kind>['next'],
  question: string,
  { sign, seal }: Signer,
): string | null {
  return next === undefined ? null : writeCursor({ question: sign(question), ...next }, seal);
}
