/** The element `<isearch-results>` for other websites: who works on a gene, in the words and the order of the page. */

import type { PlaceOfTaxon } from '../parts/people/order.ts';
import { widgetWords } from '../words/widget-words.ts';
import { answerLines, ask, readAsked } from './asked.ts';
import { element, link, paragraph } from './elements.ts';
import { peopleList } from './list.ts';
import { WIDGET_STYLE } from './widget-style.ts';

const NAME = 'isearch-results';
const OBSERVED = ['symbol', 'taxon-id', 'ortholog-taxon-id', 'origins', 'src', 'lang'];
/** The registry that this module came from. */
const HOME = import.meta.url.replace(/assets\/(?:v-[^/]+\/)?web\/widget\/[^/]*$/, '');

/** @param places of the organisms in the order of the registry, by their id */
export function defineWidget(places: Readonly<Record<string, number>>): void {
  const placeOfTaxon = (taxonId: number) => places[taxonId] ?? null;
  if (customElements.get(NAME) === undefined) customElements.define(NAME, widgetElement(placeOfTaxon));
}

function widgetElement(placeOfTaxon: PlaceOfTaxon): CustomElementConstructor {
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
      const leaving = new AbortController();
      this.#leaving = leaving;
      const { signal } = leaving;
      // Attributes that are set one after the other make one question.
      queueMicrotask(() => {
        if (!signal.aborted) void show(this, this.#root, placeOfTaxon, signal);
      });
    }
  };
}

async function show(host: HTMLElement, root: ShadowRoot, placeOfTaxon: PlaceOfTaxon, signal: AbortSignal) {
  const asked = readAsked(host, HOME);
  const response = asked && ask(asked, signal);
  // The question is under way before there are words to tell of it; what becomes of it is told below.
  response?.catch(() => {});
  const lang = host.closest('[lang]')?.getAttribute('lang') ?? '';
  const words = await widgetWords(lang);
  if (signal.aborted) return;
  const all = element('div', { class: 'all', lang: words.lang });
  root.replaceChildren(all);
  if (asked === undefined || response === undefined) return all.append(paragraph(words.missing, 'alert'));
  const status = paragraph(words.asking, 'status');
  const list = peopleList(asked, words, placeOfTaxon);
  const search = link(`${asked.base}search?${asked.params}`, {}, words.whole);
  all.append(status, list.element, element('p', {}, search));
  try {
    for await (const line of answerLines(await response)) {
      if (signal.aborted) return;
      if (line.type === 'part') list.add(line.origin.key, line.content);
      if (line.type !== 'end') continue;
      status.textContent = words.completeness(line);
      if (list.isEmpty) status.after(paragraph(words.nobody));
    }
  } catch (error) {
    if (signal.aborted) return;
    const { cause } = error as Error;
    const reason = list.isEmpty && typeof cause === 'string' ? element('span', { lang: 'en' }, cause) : '';
    status.replaceChildren(list.isEmpty ? words.failed : words.cut, ' ', reason);
  }
}
