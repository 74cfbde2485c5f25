/** Pages and the cursors between them, which are signed so that nobody else can make one. */

import { readCursor, writeCursor } from '../../domain/federation/cursor.ts';
import { type FederatedPage, type PageStart, pageStart } from '../../domain/federation/federated-pages.ts';
import type { AskedPage } from '../../domain/federation/federated-query.ts';
import type { Signer } from '../signer.ts';

/**
 * Where a page begins.
 *
 * @param question names what is asked; a cursor is of use for its own question only
 * @throws RegistryError `cursor-invalid`, `cursor-of-another-question`
 */
export function startOf(page: AskedPage, question: string, { sign, isSame }: Signer): PageStart {
  if (!('cursor' in page)) return pageStart(page, undefined);
  return pageStart({ page: 0, size: 0 }, readCursor(page.cursor, sign(question), sign, isSame));
}

/** The cursor to the page behind; null when there is none. */
export function cursorAfter(next: FederatedPage['next'], question: string, { sign }: Signer): string | null {
  return next === undefined ? null : writeCursor({ question: sign(question), ...next }, sign);
}
