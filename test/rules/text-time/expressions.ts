/** The regular expressions of the program, as its source text has them. */

import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

type Node = { type: string; start: number };

export type Expression = {
  /** Such as `src/operations/log.ts:39`. */
  place: string;
  expression: RegExp;
};

export type Expressions = {
  written: Expression[];
  /** Places that put an expression together while the program runs. */
  assembled: string[];
};

/** Every one in the files below `src`. */
export function expressionsIn(root: string): Expressions {
  const found: Expressions = { written: [], assembled: [] };
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.d)\.(?:ts|js)$/.test(path)) continue;
    const file = join(root, path);
    addExpressions(file, readFileSync(file, 'utf8'), found);
  }
  return found;
}

function addExpressions(file: string, text: string, { written, assembled }: Expressions): void {
  // Types are blanked, so that every line keeps its number.
  const script = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
  visit(parseAst(script), (node) => {
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      const place = `${file}:${script.slice(0, node.start).split('\n').length}`;
      written.push({ place, expression: new RegExp(pattern, flags) });
    }
    if ('callee' in node && (node.callee as { name?: string }).name === 'RegExp') assembled.push(file);
  });
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') look(value as Node);
  for (const inner of Object.values(value)) visit(inner, look);
}

/** Whether a part of it can be met any number of times; where none can, each place of a text takes a bounded time. */
export function repeats({ source }: RegExp): boolean {
  return /[*+]|\{\d+,?\d*\}/.test(source.replace(/\\.|\[(?:[^\]\\]|\\.)*\]/gs, 'x'));
}

/** The words that an expression looks for: `[?&]auth=` has `auth=`. */
export function wordsOf({ source }: RegExp): string[] {
  // Classes and escapes of classes stand for many signs; other escapes for the sign behind the backslash.
  const spelled = source
    .replace(/\\[dDwWsSbBpPkux](?:\{[^}]*\})?|\[(?:[^\]\\]|\\.)*\]|\(\?(?:<?[=!:]|<\w+>)|\{\d*,?\d*\}/g, '\0')
    .replace(/\\([nrtf])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t', f: '\f' })[sign] ?? '')
    .replace(/(?<!\\)[\^$.*+?()|]/g, '\0')
    .replace(/\\(.)/g, '$1');
  return [...new Set(spelled.split('\0').filter((word) => word !== ''))];
}
