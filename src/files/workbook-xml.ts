/** Checks the XML of workbooks before it is parsed, and refuses what would take a parser minutes or crash it. */

import { TABLE_BOUNDS } from './table-bounds.ts';
import { UnreadableTable } from './unreadable-table.ts';

const { attributes: MOST_ATTRIBUTES, depth: MOST_DEPTH } = TABLE_BOUNDS;
const LONGEST_PATH = 60;

/** Markup that begins with `<` and is no element, with its end. */
const OTHER_MARKUP = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
const NAME = '[^\\s<>"\'=/]+';
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
/** Matches a start tag, an end tag, or an empty element. */
const TAG = new RegExp(`<(?<end>/?)(?<name>${NAME})(?:${ATTRIBUTE}){0,${MOST_ATTRIBUTES}}\\s*(?<empty>/?)>`, 'y');

/**
 * Counts the sheets that a part of a workbook names. Parts that name none are checked, too.
 *
 * @throws UnreadableTable if the XML is damaged, too deep, has too many attributes, or declares a document type
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
