/** Writes tables as text with a byte order mark, so that Excel, too, reads them as UTF-8. */

import { csvText } from '../domain/tables/delimited-text.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** Returns the rows as CSV. Short rows are filled up to the longest one. */
export function tableText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + csvText(rows, Math.max(...rows.map((row) => row.length)));
}
