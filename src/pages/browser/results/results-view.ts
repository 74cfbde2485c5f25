/** Shows the state of a search, without moving what the reader reads. */

import { peopleIn } from '../../../domain/federation/people-matrix.ts';
import type { View } from '../../parts/view.ts';
import { byId } from '../page.ts';
import { offerButton, offersOf, originsOf } from './arrivals.ts';
import { keepPlace } from './keep-place.ts';
import { arrivedRecords, type MatrixRegion } from './matrix-view.ts';
import { originsView } from './origins-view.ts';
import type { PeopleView } from './people-view.ts';
import { answerText, type ShownSearch } from './run.ts';

type ResultsView = {
  paint(arrivals: ShownSearch): void;
  /** Shows an error in place of the sentence of completeness. */
  fail(sentence: string): void;
};

type ResultsViewOptions = {
  view: View;
  /** The parameters of the question. */
  params: URLSearchParams;
  people: PeopleView;
  matrix: MatrixRegion;
  /** Whether the reader has begun to read or use the page. */
  isTouched(): boolean;
  /** Shows all offered people. */
  show(): void;
};

export function resultsView({ view, params, people, matrix, isTouched, show }: ResultsViewOptions): ResultsView {
  const { words } = view;
  const list = byId('people');
  const registries = originsView(view);
  const offer = offerButton(list, show);
  let last: ShownSearch | undefined;
  // Scroll anchoring would move the page a second time.
  byId('results').style.overflowAnchor = 'none';

  function paintOffers(arrivals: ShownSearch): void {
    const offers = offersOf(arrivals);
    const count = offers.reduce((sum, one) => sum + one.count, 0);
    const names = words.people.and(offers.map(({ origin }) => origin));
    offer.paint(count > 0 && words.people.offer(count, names));
  }

  function paintSentences(arrivals: ShownSearch): void {
    const { isEnded, isBroken } = arrivals;
    byId('results').dataset.state = isEnded ? 'whole' : isBroken ? 'failed' : 'asking';
    if (isEnded) byId('summary').textContent = answerText(words, params, arrivals);
  }

  function paint(arrivals: ShownSearch): void {
    const origins = originsOf(arrivals);
    const { isEnded, plan, shown, waiting } = arrivals;
    const peopleAt = (key: string) => peopleIn(arrivedRecords(arrivals).filter(({ originKey }) => originKey === key));
    const change = () => {
      registries.paint(arrivals, peopleAt);
      matrix.paint(arrivals);
      paintSentences(arrivals);
      if (last === undefined || waiting !== last.waiting || arrivals.isSettling !== last.isSettling) {
        paintOffers(arrivals);
      }
      const outstanding = plan.length - origins.length;
      const offered = arrivals.isSettling ? [] : [...waiting.values()].flat();
      people.paint({ shown, offered }, { origins, outstanding, isEnded });
    };
    // Finding the position of a person needs a layout of the whole list.
    if (isTouched() && last !== undefined && last.shown.length > 0) keepPlace(list, change);
    else change();
    last = arrivals;
  }

  return {
    paint,
    fail(sentence) {
      byId('summary').textContent = sentence;
      byId('results').dataset.state = 'failed';
    },
  };
}
