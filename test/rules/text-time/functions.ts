/** The exported functions of `src/domain` with the types of what they take, as the source text has them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type ExportedFunction = {
  /** Such as `query/parameters.ts textParameter`. */
  name: string;
  file: string;
  exported: string;
  /** Of each parameter, such as `string` and `readonly string[]`; a default is none of it. */
  types: string[];
};

const FUNCTION = /^export (?:async )?function\*?\s*(\w+)/gm;
/** What holds text by its name. Types of the domain hold some too: they have calls of their own, where text comes from outside. */
const TEXT =
  /\bstring\b|\bURLSearchParams\b|\bunknown\b|\b(?:Partner\w+|Checked|TextReading|GeneQuery|UserQuery|Sheet|Shown\w+)\b/;

export function functionsOfText(root: string): ExportedFunction[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  return files.toSorted().flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [...text.matchAll(FUNCTION)].flatMap(({ 1: exported = '', index, 0: { length } }) => {
      const types = partsOf(parametersAt(text, index + length)).map(typeOf);
      return types.some((type) => TEXT.test(type))
        ? [{ name: `${path} ${exported}`, file: path, exported, types }]
        : [];
    });
  });
}

const OPENING = '([{<';
const CLOSING = ')]}>';

/** What stands between the brackets of a function whose name ends here, type parameters left out. */
function parametersAt(text: string, from: number): string {
  let depth = 0;
  let start = -1;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '>' && text[at - 1] === '=') continue;
    if (sign === '(' && depth === 0) start = at + 1;
    if (OPENING.includes(sign)) depth++;
    if (CLOSING.includes(sign) && --depth === 0 && start !== -1) return text.slice(start, at);
  }
  throw new Error('The parameters of a function do not end.');
}

function partsOf(parameters: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= parameters.length; at++) {
    const sign = parameters[at] ?? ',';
    if (OPENING.includes(sign)) depth++;
    if (CLOSING.includes(sign) && parameters[at - 1] !== '=') depth--;
    if (sign !== ',' || depth > 0) continue;
    parts.push(parameters.slice(start, at).replace(/\s+/g, ' ').trim());
    start = at + 1;
  }
  return parts.filter((part) => part !== '');
}

function typeOf(parameter: string): string {
  const pattern = /^(?:\{[^}]*\}|\[[^\]]*\]|\w+)\??/.exec(parameter)?.[0] ?? '';
  const rest = parameter.slice(pattern.length);
  if (rest.startsWith(' =')) return /^ = ['"]/.test(rest) ? 'string' : 'number';
  return rest.replace(/^: /, '').replace(/ = [^>].*$/, '');
}
