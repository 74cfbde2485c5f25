/** What a page of the documentation holds: headings, tables, fenced blocks and links, read from its text. */

import { readFileSync } from 'node:fs';

export type Heading = { level: number; title: string; anchor: string };
/** `under` is the nearest heading above. */
export type Table = { under: string; header: readonly string[]; rows: readonly (readonly string[])[] };
export type Fence = { under: string; language: string; text: string };

const root = new URL('../../../', import.meta.url);

/** The text of a file of the project. */
export function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

export function headingsOf(markdown: string): Heading[] {
  const seen = new Map<string, number>();
  return withoutFences(markdown).flatMap((line) => {
    const [, marks = '', title = ''] = /^(#{1,6}) (.+?) *$/.exec(line) ?? [];
    if (marks === '') return [];
    const anchor = anchorOf(title);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return [{ level: marks.length, title, anchor: before === 0 ? anchor : `${anchor}-${before}` }];
  });
}

/** The tables of a page; a `|` inside a cell is written `\|`. */
export function tablesOf(markdown: string): Table[] {
  const tables: { under: string; header: string[]; rows: string[][] }[] = [];
  let under = '';
  let isInside = false;
  for (const line of withoutFences(markdown)) {
    under = /^#{1,6} (.+?) *$/.exec(line)?.[1] ?? under;
    const isRow = line.startsWith('|');
    if (isRow && !isInside) tables.push({ under, header: cellsOf(line), rows: [] });
    else if (isRow && !/^[|: -]+$/.test(line)) tables.at(-1)?.rows.push(cellsOf(line));
    isInside = isRow;
  }
  return tables;
}

export function fencesOf(markdown: string): Fence[] {
  const blocks = markdown.matchAll(/^#{1,6} (?<title>.+?) *$|^```(?<language>\w*)\n(?<text>[\s\S]*?)^```$/gm);
  let under = '';
  return [...blocks].flatMap(({ groups = {} }) => {
    under = groups.title ?? under;
    return groups.title === undefined ? [{ under, language: groups.language ?? '', text: groups.text ?? '' }] : [];
  });
}

/** The targets of the links of a page, in order. */
export function linksOf(markdown: string): string[] {
  const text = withoutFences(markdown)
    .join('\n')
    .replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\((?<target>[^()\s]+)\)/g)].map(({ groups }) => groups?.target ?? '');
}

/** What stands in back quotes in a cell. */
export function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');
}

function withoutFences(markdown: string): string[] {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '').split('\n');
}

function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** As the usual hosts of Markdown make it of a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}
