/** The table of columns in docs/people-file.md, made of the columns that import reads. */

import { COLUMN_KEYS, COLUMNS, type Column } from '../../../src/domain/tables/columns.ts';

const HEADER = '| Heading | Also | May hold |\n|---|---|---|\n';

/** The page with the table as it follows from the columns. */
export function withPeopleColumns(page: string): string {
  const columns: readonly Column[] = COLUMN_KEYS.map((key) => COLUMNS[key]);
  const rows = columns.map(({ heading, also, allowed }) => {
    return `| \`${heading}\` | ${also.map((name) => `\`${name}\``).join(', ')} | ${allowed} |\n`;
  });
  return page.replace(/^\| Heading \| Also \|.*\n\|---\|---\|---\|\n(?:\|.*\n)*/m, () => HEADER + rows.join(''));
}
