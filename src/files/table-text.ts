/** Tables as text that Excel, too, takes for UTF-8. */

import { csvText } from '../domain/tables/delimited-text.ts';

const BYTE_ORDER_MARK = '\ufeff';

export function tableText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + csvText(rows, Math.max(...rows.map((row) => row.length)));
}
