/** The column `params` of the tables in docs/reasons.md, made of the declaration of reasons. */

import { REASONS } from '../../../src/api/reasons.ts';
import type { Schema } from '../../../src/api/schema.ts';
import { codesIn } from '../../support/docs/read-markdown.ts';

/** The page with each cell as it follows from the declaration of the codes beside it. */
export function withReasonParameters(page: string): string {
  const inTable = /^(\| (?!It \|)[^|\n]+ \| )((?:`[a-z0-9-]+`(?:, )?)+) \| [^|\n]*\|(?=.*\|.*\|$)/gm;
  const joining = /^()\| (`[a-z0-9-]+`) \| [^|\n]*\|(?=[^|\n]+\|$)/gm;
  return page
    .replace(inTable, (_, title: string, codes: string) => `${title}${codes} |${cellOf(codesIn(codes))}|`)
    .replace(joining, (_, _none: string, code: string) => `| ${code} |${cellOf(codesIn(code))}|`);
}

function cellOf(codes: readonly string[]): string {
  const byParams = Map.groupBy(codes, parametersOf);
  const texts = [...byParams].map(([params, some]) => {
    const isOfAll = some.length === codes.length;
    return isOfAll ? params : `${some.map((code) => `\`${code}\``).join(', ')}: ${params || 'none'}`;
  });
  const text = texts.join('; ');
  return text === '' ? ' ' : ` ${text} `;
}

function parametersOf(code: string): string {
  const params = REASONS[code as keyof typeof REASONS] as Readonly<Record<string, Schema>> | undefined;
  if (params === undefined) throw new Error(`There is no reason ${code}.`);
  const cells = Object.entries(params).map(([name, declared]) => {
    const kind = kindOf(declared);
    return kind === 'number' || name === 'cause' ? `\`${name}\`` : `\`${name}\`: ${kind}`;
  });
  return cells.join(', ');
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
