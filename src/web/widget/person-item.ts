/** A person of one registry in the list of the widget. */

import type { Person } from '../../domain/people/people.ts';
import { whyHere } from '../../domain/people/why-here.ts';
import { shownText } from '../../domain/shown-text.ts';
import { accessLink, profileLink } from '../parts/message/contact-links.ts';
import { anonymousIdOf, nameOf, ownerOf } from '../parts/people/found-record.ts';
import type { Row } from '../parts/people/order.ts';
import { taxonOfRecord } from '../parts/record-names.ts';
import type { WidgetWords } from '../words/widget-words.ts';
import { details, element, link, text } from './elements.ts';

/** The profile shows all genes. */
const MOST_GENES = 10;

export type GeneRow = Row<Extract<Row['content'], { remoteUser: unknown }>>;

/** @param base the address of the registry, with a slash at its end */
export function personItem(person: Person<GeneRow>, base: string, words: WidgetWords): HTMLElement {
  const { person: said } = words;
  const here = { root: base, chosenLang: words.lang };
  const [{ content, order }] = person.records;
  const owner = ownerOf(content);
  const anonymousId = anonymousIdOf(content);
  const registry = shownText(owner.origin);
  const name = anonymousId === undefined ? nameOf(owner, words) : said.withheld(registry);
  const why = whyHere(order).map((reason) => element('li', {}, words.reasons[reason]));
  return element(
    'li',
    { class: 'person' },
    element('div', { class: 'who' }, ...who(), ...place()),
    element('div', { class: 'registry' }, text(registry)),
    element(
      'div',
      { class: 'does' },
      element('ul', { class: 'genes' }, ...geneItems()),
      ...access(),
      details({ 'aria-label': words.whyOf(name) }, words.why, element('ul', {}, ...why)),
    ),
  );

  function who(): HTMLElement[] {
    if (anonymousId !== undefined) return [element('span', { class: 'name withheld' }, lock(), ' ', text(name))];
    if (typeof owner.id !== 'number') return [text(name, { class: 'name' })];
    const profile = profileLink(here, owner.id, person.originKey);
    return [link(profile, { class: 'name' }, text(name))];
  }

  function place(): HTMLElement[] {
    const { organization } = owner;
    return organization ? [text(shownText(organization), { class: 'place' })] : [];
  }

  function geneItems(): HTMLElement[] {
    const others = person.records.length - MOST_GENES;
    const items = person.records.slice(0, MOST_GENES).map(({ content: gene }) => geneItem(gene, words));
    return others > 0 ? [...items, element('li', {}, said.others(others))] : items;
  }

  function access(): HTMLElement[] {
    if (anonymousId === undefined) return [];
    const about = { gene: content.symbol, organism: taxonOfRecord(words, content.taxon) };
    const form = accessLink(here, anonymousId, person.originKey, about);
    return [link(form, { class: 'access', 'aria-label': said.accessTo(registry) }, said.access)];
  }
}

/** Returns a gene with its organism and the person's relation to it. */
function geneItem({ symbol, taxon, tier }: GeneRow['content'], words: WidgetWords): HTMLElement {
  const isNow = tier === 'TIER1';
  const worked = isNow ? words.person.worksNow : words.person.workedBefore;
  const organism = text(taxonOfRecord(words, taxon));
  const gene = element('i', {}, text(shownText(symbol)));
  return element('li', { class: isNow ? 'gene' : 'gene past' }, gene, ' (', organism, ') ', element('em', {}, worked));
}

function lock(): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  made.setAttribute('viewBox', '0 0 13 14');
  made.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(made.namespaceURI, 'path') as SVGPathElement;
  path.setAttribute('d', 'M1 6h11v7.5H1zM3.5 6V4a3 3 0 0 1 6 0v2');
  made.append(path);
  return made;
}
