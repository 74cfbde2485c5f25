/** XML as workbooks hold it, looked over before it is read: what a reader would take minutes for, or fall over, is refused. */

import { TABLE_BOUNDS } from './table-bounds.ts';
import { UnreadableTable } from './unreadable-table.ts';

const { attributes: MOST_ATTRIBUTES, depth: MOST_DEPTH } = TABLE_BOUNDS;
const LONGEST_PATH = 60;

/** What begins with `<` and is no element, and how it ends. */
const OTHER_MARKUP = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
const NAME = '[^\\s<>"\'=/]+';
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
/** The beginning of an element, or its end, and whether it is both. */
const TAG = new RegExp(`<(?<end>/?)(?<name>${NAME})(?:${ATTRIBUTE}){0,${MOST_ATTRIBUTES}}\\s*(?<empty>/?)>`, 'y');

/**
 * How many sheets a part of a workbook names; those without any are looked over all the same.
 *
 * @throws UnreadableTable for XML that is damaged, too deep, with many attributes, or with a type of its own
 */
export function sheetsNamedIn(path: string, xml: string): number {
  let [sheets, depth] = [0, 0];
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const other = OTHER_MARKUP.find(([start]) => xml.startsWith(start, at));
    if (other !== undefined) {
      const [start, end] = other;
      const endsAt = xml.indexOf(end, at + start.length);
      if (endsAt < 0) throw refused(path, `begins with ${start} and never ends`);
      at = endsAt + end.length;
      continue;
    }
    TAG.lastIndex = at;
    const { end, name, empty } = TAG.exec(xml)?.groups ?? {};
    if (name === undefined) throw refused(path, `is damaged, or has more than ${MOST_ATTRIBUTES} attributes`);
    at = TAG.lastIndex;
    if (end === '/') depth -= 1;
    else if (empty === '') depth += 1;
    if (depth > MOST_DEPTH) throw refused(path, `lies more than ${MOST_DEPTH} deep`);
    if (end === '' && name === 'sheet') sheets += 1;
  }
  return sheets;
}

function refused(path: string, what: string): UnreadableTable {
  return new UnreadableTable(
    `is a damaged workbook: an element of ${JSON.stringify(path.slice(0, LONGEST_PATH))} ${what}`,
  );
}
