/** XML into a small tree, for one element of a file at a time. No entity is defined in it, and none is fetched. */

import { Parser } from 'saxen';
import type { ReadElement, XmlElement } from '../domain/reference-files/orphadata-disorder.ts';

/** As deep as no file of the field goes. */
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
