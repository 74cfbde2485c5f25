/** Parses one XML element at a time into a small tree. Entities are neither defined nor fetched. */

import { Parser } from 'saxen';
import type { ReadElement, XmlElement } from '../domain/reference-files/orphadata.ts';

/** No file of the field nests elements this deep. */
const MOST_DEPTH = 50;

export const readElement: ReadElement = (xml) => {
  const top: XmlElement = { name: '', attributes: {}, text: '', children: [] };
  const open = [top];
  let fault: string | undefined;
  const parser = new Parser();
  parser.on('openTag', (name, attributes) => {
    const element: XmlElement = { name, attributes: attributes(), text: '', children: [] };
    if (open.length > MOST_DEPTH) fault ??= `more than ${MOST_DEPTH} elements within each other`;
    else open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closeTag', () => void open.pop());
  parser.on('text', (text, decode) => addText(open, decode(text)));
  parser.on('cdata', (text) => addText(open, text));
  parser.on('error', ({ message }) => {
    fault ??= message;
  });
  parser.parse(xml);
  return fault ?? top.children[0] ?? 'no element';
};

function addText(open: readonly XmlElement[], text: string): void {
  const element = open.at(-1);
  if (element !== undefined) element.text += text;
}
