/** A module of the source as browsers get it: without its types, and without its comments, which nobody reads there. */

import { stripTypeScriptTypes } from 'node:module';

export function browserSource(text: string): string {
  return withoutComments(withoutTypes(text));
}

/** Node warns of this function once, wherever it is called; that is no news for an operator. */
export function withoutTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text).replace(/[ \t]+$/gm, '');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Comments of this source stand on lines of their own. A test holds that the program stays the same without them. */
function withoutComments(text: string): string {
  return text
    .replace(/^[ \t]*\/\*\*[\s\S]*?\*\/$/gm, '')
    .replace(/^[ \t]*\/\/.*$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trimStart();
}
