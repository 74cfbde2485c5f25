/** Puts the state of a search on the page, and leaves what is being read where it is. */

import { completenessSentence, isComplete } from '../../../domain/federation/completeness.ts';
import type { ResultKind } from '../../parts/choices.ts';
import { alsoInMark, resultRow } from '../../parts/people/results.ts';
import { sameNameHints } from '../../parts/people/same-name-hints.ts';
import type { View } from '../../parts/view.ts';
import { completenessSentenceIn } from '../../words/completeness-words.ts';
import { button, byId, elementsOf } from '../page.ts';
import { offersOf, originsOf } from './arrivals.ts';
import { keepPlace, placeRows } from './keep-place.ts';
import { matrixView } from './matrix-view.ts';
import type { Row } from './order.ts';
import { originsView } from './origins-view.ts';
import type { Shown } from './run.ts';

export type ResultsView = {
  paint(arrivals: Shown): void;
  /** In the place of the sentence of completeness. */
  fail(sentence: string): void;
  /** The sentence in English, as it can be cited; undefined until the answer is whole. */
  cited(): string | undefined;
  /** Rows stand in another order, or are fewer, or are all there again. */
  rearrange(): void;
};

type ResultsViewOptions = {
  view: View;
  kind: ResultKind;
  show(originKey: string): void;
  /** The rows of the answer as the reader wants to see them. */
  arranged(rows: readonly HTMLElement[]): readonly HTMLElement[];
};

export function resultsView({ view, kind, show, arranged }: ResultsViewOptions): ResultsView {
  const { words } = view;
  const body = byId('rows');
  const made = new Map<string, HTMLElement>();
  const origins = originsView(view);
  const matrix = matrixView(view);
  /** Each stays the same element, which may have the focus when others come. */
  const offered = new Map<string, HTMLButtonElement>();
  let last: Shown | undefined;
  // It would move the page a second time.
  byId('results').style.overflowAnchor = 'none';

  function rowsFor(rows: readonly Row[]): HTMLElement[] {
    const added = rows.filter(({ id }) => !made.has(id));
    const elements = elementsOf(
      added.map(({ id, content, originKey }) => resultRow(content, kind, view, originKey, { id })),
    );
    for (const [index, { id }] of added.entries()) {
      const row = elements[index];
      if (row !== undefined) made.set(id, row);
    }
    return rows.flatMap(({ id }) => made.get(id) ?? []);
  }

  /** Who else has the name changes with every registry that answers. */
  function markNamesakes(rows: readonly Row[]): void {
    const also = sameNameHints(rows.map(({ content, originKey }) => ({ record: content, originKey })));
    for (const [index, { id }] of rows.entries()) {
      const cell = made.get(id)?.querySelector('td:nth-last-child(2)');
      const mark = elementsOf([alsoInMark(also[index] ?? [], words)].filter((one) => one !== undefined));
      cell?.querySelector('.also')?.remove();
      cell?.append(...mark);
    }
  }

  function paintRows({ shown }: Shown): void {
    const all = rowsFor(shown);
    markNamesakes(shown);
    const rows = arranged(all);
    placeRows(body, rows);
    byId('result-table').hidden = shown.length === 0;
    byId('caption').textContent =
      rows.length === all.length ? words.caption(all.length) : words.captionNarrowed(rows.length, all.length);
  }

  function paintOffers(arrivals: Shown): void {
    const offers = offersOf(arrivals).map(({ key, origin, count }) => {
      const offer = offered.get(key) ?? button('', () => showAndGoThere(key, offer.matches(':focus-visible')));
      offered.set(key, offer);
      offer.dataset.show = key;
      offer.textContent = words.newRows(count, origin);
      return offer;
    });
    placeRows(byId('offers'), offers);
  }

  function showAndGoThere(key: string, isByKeyboard: boolean): void {
    const before = new Set(body.children);
    show(key);
    const first = [...body.children].find((row) => !before.has(row));
    for (const row of body.children) row.classList.toggle('is-new', !before.has(row));
    // Narrowing may keep all of them away.
    const next = first?.querySelector<HTMLElement>('a, summary') ?? byId('caption');
    if (next.id === 'caption') next.tabIndex = -1;
    next.focus({ preventScroll: !isByKeyboard });
  }

  function paintSentences(arrivals: Shown): void {
    const { isEnded, shown, waiting } = arrivals;
    const told = originsOf(arrivals);
    byId('results').dataset.state = isEnded ? 'whole' : 'asking';
    if (isEnded) byId('summary').textContent = completenessSentenceIn(words, told);
    const nobody = byId('nobody');
    nobody.hidden = !isEnded || shown.length + waiting.size > 0;
    nobody.textContent = isComplete(told) ? words.nobodySure : words.nobodyUnsure;
  }

  function paint(arrivals: Shown): void {
    keepPlace(body, () => {
      origins.paint(arrivals);
      matrix.paint(arrivals);
      paintSentences(arrivals);
      if (last === undefined || arrivals.waiting !== last.waiting || arrivals.isSettling !== last.isSettling) {
        paintOffers(arrivals);
      }
      if (arrivals.shown !== last?.shown) paintRows(arrivals);
    });
    last = arrivals;
  }

  return {
    paint,
    fail(sentence) {
      byId('summary').textContent = sentence;
      byId('results').dataset.state = 'failed';
    },
    cited: () => (last?.isEnded ? completenessSentence(originsOf(last)) : undefined),
    rearrange: () => last !== undefined && paintRows(last),
  };
}
