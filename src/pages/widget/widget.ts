/** The element `<isearch-results>` for other websites: the people who work on a gene, in the words and the order of the search page. */

import type { Origin } from '../../domain/federation/origin.ts';
import type { PlaceOfTaxon } from '../people/order.ts';
import { element, link, paragraph, peopleList, text } from './list.ts';
import { answerLines, readQuestion, type WidgetQuestion } from './question.ts';
import { type WidgetWords, widgetWords } from './widget-words.ts';

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

/**
 * The style of the widget. Colours and fonts come from the surrounding page, also in dark mode. `.all` sets line
 * breaking again, because the widget would inherit the rules of the page. The style has no unneeded spaces, because the
 * whole widget has to be small.
 */
const WIDGET_STYLE = `
:host{display:block;font:inherit;color:inherit}
:host([hidden]),[hidden]{display:none !important}
.all{word-break:normal;overflow-wrap:anywhere;hyphens:manual;text-align:start}
ol,ul{margin:0;padding:0;list-style:none}
p{margin:.5em 0}
.person,.does,.genes{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2em .9em}
.person{padding:.55em 0;overflow-y:clip;border:solid color-mix(in srgb,currentColor 25%,transparent);border-width:1px 0 0}
.person:last-child{border-width:1px 0}
.who{flex:1;min-width:60%}
#caption,.name{font-weight:bold}
.name{margin-inline-end:.6em}
.registry,.does,details{font-size:.875em}
.does{flex:1 0 100%}
.does details{font-size:1em}
.genes{column-gap:.4em}
.gene{padding:.05em .5em;border:1px solid color-mix(in srgb,currentColor 45%,transparent);border-radius:.4em}
.past{border-style:dashed}
em{font-style:normal}
.does details[open]{flex-basis:100%}
details ul{margin-block:.25em;padding-inline-start:1.2em;list-style:disc}
summary{cursor:pointer;text-decoration:underline dotted;list-style:none;width:fit-content}
summary::-webkit-details-marker{display:none}
svg{width:.8em;height:.85em;fill:none;stroke:currentColor;stroke-width:1.8}
a{color:inherit;text-decoration:underline}
a,summary{text-underline-offset:.15em}
button{font:inherit;color:inherit;background:none;border:1px solid;border-radius:.4em;padding:.3em .8em;margin:.5em 0;cursor:pointer}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}
`;
