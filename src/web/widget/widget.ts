/** The element `<isearch-results>` for other websites: the people who work on a gene, in the words and the order of the search page. */

import type { Origin } from '../../domain/federation/origin.ts';
import type { PlaceOfTaxon } from '../parts/people/order.ts';
import { type WidgetWords, widgetWords } from '../words/widget-words.ts';
import { element, link, paragraph, text } from './elements.ts';
import { peopleList } from './list.ts';
import { answerLines, readQuestion, type WidgetQuestion } from './question.ts';
import { WIDGET_STYLE } from './widget-style.ts';

const NAME = 'isearch-results';
const OBSERVED = ['symbol', 'taxon-id', 'ortholog-taxon-id', 'origins', 'src', 'lang'];
/** An organism of the registry: its id, its name, and its place in the order. */
export type KnownTaxon = readonly [id: number, name: string, place: number | null];

/**
 * Defines the element, unless it is defined already.
 *
 * @param home the registry to ask, unless `src` names another one; empty if it is unknown
 * @param taxa the organisms of the registry
 */
export function defineWidget(home: string, taxa: readonly KnownTaxon[]): void {
  if (customElements.get(NAME) === undefined) customElements.define(NAME, widgetElement(home, taxa));
}

function widgetElement(home: string, taxa: readonly KnownTaxon[]): CustomElementConstructor {
  const names = Object.fromEntries(taxa);
  const places = new Map(taxa.map(([id, , place]) => [id, place]));
  const placeOfTaxon: PlaceOfTaxon = (id) => places.get(id) ?? null;
  return class extends HTMLElement {
    static readonly observedAttributes = OBSERVED;
    #leaving: AbortController | undefined;
    readonly #root = this.attachShadow({ mode: 'open' });

    connectedCallback() {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(WIDGET_STYLE);
      this.#root.adoptedStyleSheets = [sheet];
      this.#start();
    }

    disconnectedCallback() {
      this.#leaving?.abort();
      this.#leaving = undefined;
    }

    attributeChangedCallback() {
      if (this.isConnected && this.#leaving !== undefined) this.#start();
    }

    #start() {
      this.#leaving?.abort();
      const controller = new AbortController();
      this.#leaving = controller;
      const { signal } = controller;
      // Several attributes that are set in one turn make one question.
      queueMicrotask(() => {
        if (signal.aborted) return;
        const words = widgetWords(this.closest('[lang]')?.getAttribute('lang') ?? '', names);
        const all = element('div', { class: 'all', lang: words.lang });
        this.#root.replaceChildren(all);
        const question = readQuestion(this, home);
        if (question === undefined) return all.append(paragraph(words.missing, 'alert'));
        void show(all, question, { words, placeOfTaxon, signal });
      });
    }
  };
}

/** Returns the notice of a registry that has records in the answer. */
function noticeOf({ count, origin, disclaimer, terms }: Origin): HTMLElement[] {
  const said = disclaimer ?? terms;
  if (count === 0 || said === undefined) return [];
  const message = text(said);
  return [element('p', {}, text(origin), ': ', terms === undefined ? message : link(terms, {}, message))];
}

type ShowOptions = { words: WidgetWords; placeOfTaxon: PlaceOfTaxon; signal: AbortSignal };

/** Asks, and shows what arrives, until the signal is aborted. */
async function show(
  all: HTMLElement,
  question: WidgetQuestion,
  { words, placeOfTaxon, signal }: ShowOptions,
): Promise<void> {
  const status = paragraph(words.asking, 'status');
  const list = peopleList(question, words, placeOfTaxon);
  const search = link(`${question.base}search?${question.params}`, {}, words.whole);
  all.append(status, list.element, element('p', {}, search));
  try {
    for await (const line of answerLines(question, signal)) {
      if (signal.aborted) return;
      if (line.type === 'part') list.add(line.origin.key, line.content);
      if (line.type !== 'end') continue;
      status.textContent = words.completeness(line);
      if (list.isEmpty) status.after(paragraph(words.nobody));
      all.append(...line.origins.flatMap(noticeOf));
    }
  } catch (error) {
    if (signal.aborted) return;
    const { cause } = error as Error;
    const reason = list.isEmpty && typeof cause === 'string' ? element('span', { lang: 'en' }, cause) : '';
    status.replaceChildren(list.isEmpty ? words.failed : words.cut, ' ', reason);
  }
}
