/** The columns "Sent as" and "Sentence" of the tables in docs/errors.md, made of the catalogue of errors. */

import { ERRORS } from '../../../src/api/errors.ts';

/** The page with these two cells of each row as they follow from the catalogue. */
export function withErrorSentences(page: string): string {
  return page.replace(/^\| `([a-z0-9-]+)` \|[^|\n]*\|[^|\n]*\|/gm, (_, code: string) => {
    const error = ERRORS[code as keyof typeof ERRORS];
    if (error === undefined) throw new Error(`There is no error ${code}.`);
    return `| \`${code}\` | ${error.status} ${error.form} | ${error.sentence} |`;
  });
}
