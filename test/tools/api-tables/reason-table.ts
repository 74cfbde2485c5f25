/** The table of reasons in docs/errors.md, made of their declaration. */

import { REASONS } from '../../../src/api/reasons.ts';
import type { Schema } from '../../../src/api/schema.ts';

const HEADER = '| Reason | `params` |\n|---|---|\n';

/** The page with the table as it follows from the declaration. */
export function withReasonTable(page: string): string {
  const rows = Object.entries<Readonly<Record<string, Schema>>>(REASONS).map(([code, params]) => {
    const cells = Object.entries(params).map(([name, declared]) => `\`${name}\`: ${kindOf(declared)}`);
    return `| \`${code}\` | ${cells.join(', ') || 'none'} |\n`;
  });
  return page.replace(/^\| Reason \|.*\n\|---\|---\|\n(?:\|.*\n)*/m, () => HEADER + rows.join(''));
}

function kindOf({ type, enum: words, items, anyOf, properties, isOptional }: Schema): string {
  if (anyOf !== undefined) return (anyOf as readonly Schema[]).map(kindOf).join(' or ');
  if (words !== undefined)
    return `${(words as readonly string[]).map((one) => `\`${one}\``).join(' or ')}${isOptional ? ', or absent' : ''}`;
  if (items !== undefined) return `list of ${kindOf(items as Schema)}`;
  if (properties !== undefined) {
    const members = Object.entries(properties as Readonly<Record<string, Schema>>);
    return `{ ${members.map(([name, declared]) => `\`${name}\`: ${kindOf(declared)}`).join(', ')} }`;
  }
  return [type]
    .flat()
    .map((one) => NAMES[String(one)] ?? one)
    .join(' or ');
}

const NAMES: Readonly<Record<string, string>> = { integer: 'number', string: 'text' };
