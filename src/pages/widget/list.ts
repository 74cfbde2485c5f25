/** The list of people of the widget. It is always in the order of the page, whichever registry answers first. */

import { whyHere } from '../../domain/people/order.ts';
import { type Person, peopleOf } from '../../domain/people/people.ts';
import { shownText } from '../../domain/shown-text.ts';
import { taxonOfRecord } from '../parts/record-names.ts';
import { anonymousIdOf, nameOf, ownerOf } from '../people/found-record.ts';
import { orderOf, type PlaceOfTaxon, type Row } from '../people/order.ts';
import { accessLink, profileLink } from '../shortlist/contact-links.ts';
import type { WidgetQuestion } from './question.ts';
import type { WidgetWords } from './widget-words.ts';

type Content = Node | string;

export function element(name: string, attributes: Record<string, string> = {}, ...content: Content[]): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

export function paragraph(words: string, role?: string): HTMLElement {
  return element('p', role === undefined ? {} : { role }, words);
}

export function link(href: string, attributes: Record<string, string>, ...content: Content[]): HTMLElement {
  return element('a', { href, rel: 'noopener', ...attributes }, ...content);
}

/** Returns a text of a registry, which may run in either direction. */
export function text(words: string, attributes?: Record<string, string>): HTMLElement {
  return element('bdi', attributes, words);
}

/** Returns a `details` element with a summary. */
function details(summary: Record<string, string>, text: string, ...content: Content[]): HTMLElement {
  return element('details', {}, element('summary', summary, text), ...content);
}

/** The number of people that are shown at first, and that each press of the button adds. */
const SHOWN_AT_FIRST = 100;

type List = {
  readonly element: HTMLElement;
  readonly isEmpty: boolean;
  add(originKey: string, genes: readonly GeneRow['content'][]): void;
};

export function peopleList(question: WidgetQuestion, words: WidgetWords, placeOfTaxon: PlaceOfTaxon): List {
  const { person } = words;
  const rows: GeneRow[] = [];
  const items = new Map<GeneRow, HTMLElement>();
  const list = element('ol', { role: 'list', 'aria-labelledby': 'caption' });
  const more = element('button', { type: 'button' });
  const order = details({}, person.whyOrder, paragraph(person.rule), paragraph(person.legend));
  const all = element('div', {}, element('p', { id: 'caption' }, words.caption(question.symbol)), list, more, order);
  let most = SHOWN_AT_FIRST;
  all.hidden = true;
  more.addEventListener('click', () => {
    const next = most;
    most += SHOWN_AT_FIRST;
    paint();
    // The button may be hidden now, so the focus moves to the first new person.
    list.children[next]?.querySelector<HTMLElement>('a, summary')?.focus();
  });

  function paint(): void {
    const found = peopleOf(rows);
    const shown = found.slice(0, most).map((person) => {
      const [first] = person.records;
      const item = items.get(first) ?? personItem(person, question.base, words);
      items.set(first, item);
      return item;
    });
    for (const item of list.querySelectorAll<HTMLElement>(':scope > li')) if (!shown.includes(item)) item.remove();
    // People who are listed already are not moved: a link keeps the focus, and what is open stays open.
    for (const [at, item] of shown.entries()) {
      if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
    }
    const left = found.length - shown.length;
    more.hidden = left === 0;
    more.textContent = person.showMore(Math.min(left, SHOWN_AT_FIRST), left);
    all.hidden = found.length === 0;
  }

  return {
    element: all,
    get isEmpty() {
      return rows.length === 0;
    },
    add(originKey, genes) {
      for (const [place, content] of genes.entries()) {
        const id = `${rows.length}`;
        rows.push({ id, originKey, place, order: orderOf(content, placeOfTaxon, question.taxonId), content });
      }
      paint();
    },
  };
}

/** The profile shows all genes. */
const MOST_GENES = 10;

type GeneRow = Row<Extract<Row['content'], { remoteUser: unknown }>>;

/** Returns the item of one person. @param base the address of the registry, with a slash at its end */
function personItem(person: Person<GeneRow>, base: string, words: WidgetWords): HTMLElement {
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
