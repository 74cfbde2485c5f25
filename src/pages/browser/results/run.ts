/** A search on the page: it asks the registries, shows what arrives, and asks a registry again on request. */

import type { Part } from '../../../client/answers.ts';
import { ClientError, type FetchJson } from '../../../client/fetch-json.ts';
import { completenessSentenceIn } from '../../../domain/federation/completeness-sentence.ts';
import type { DistinctPeople } from '../../../domain/people/distinct-people.ts';
import { peopleOf } from '../../../domain/people/people.ts';
import type { ResultKind } from '../../parts/choices.ts';
import { fewestOf, foundPeople } from '../../people/found-people.ts';
import type { AnsweredRecord } from '../../people/found-record.ts';
import { unknownEverywhere } from '../../people/list-address.ts';
import { type PlaceOfTaxon, type Row, rowsOf } from '../../people/order.ts';
import type { Words } from '../../words/words.ts';
import {
  arrived,
  brokenOff,
  ended,
  type IsPlaced,
  NOTHING_YET,
  type Offer,
  offersOf,
  originsOf,
  type PartsShown,
  planned,
  retried,
  settled,
  showWaiting,
} from './arrivals.ts';
import type { StoredDistinct } from './stored-distinct.ts';

type Search = { kind: ResultKind; params: URLSearchParams };
export type ShownSearch = PartsShown<AnsweredRecord>;

type RunOptions = {
  ask: FetchJson;
  words: Words;
  placeOfTaxon: PlaceOfTaxon;
  isPlaced: IsPlaced<AnsweredRecord>;
  /** The people whom the reader declared to be different. */
  distinct: Pick<StoredDistinct, 'pairs'>;
  /** Called with every change. */
  paint(arrivals: ShownSearch): void;
  announce(sentence: string): void;
  /** Called when the answer broke off, or was refused. */
  fail(sentence: string): void;
};

export type Run = {
  /** Shows all offered people. */
  show(): void;
  /** Asks a registry again. Resolves when its result is shown. */
  askAgain(originKey: string): Promise<void>;
  /** Adds a sentence to the announcement of the end, so that neither replaces the other. */
  appendAnnouncement(sentence: string): void;
  stop(): void;
};

/** The settle window: answers that arrive within it are shown together; nobody notices that the first one waited. */
const BLINK_MS = 50;

/** Starts a search; `paint` shows each new state, until `stop` is called. */
export function startRun({ kind, params }: Search, options: RunOptions): Run {
  const { ask, words, placeOfTaxon, isPlaced, distinct, paint, announce, fail } = options;
  const leaving = new AbortController();
  const { signal } = leaving;
  const queryTaxonId = params.has('taxonId') ? Number(params.get('taxonId')) : undefined;
  let arrivals: ShownSearch = NOTHING_YET;
  let parts = 0;
  const saidToo: string[] = [];
  /** The announcement at the end. */
  let saidLast: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function turn(next: ShownSearch): void {
    const before = offersOf(arrivals).map(({ key }) => key);
    const wasSettling = arrivals.isSettling;
    arrivals = next;
    paint(next);
    const offers = offersOf(next).filter(({ key }) => !before.includes(key));
    if (offers.length > 0) announce(offersText(offers));
    else if (wasSettling && !next.isSettling && next.shown.length > 0)
      announce(words.people.soFar(peopleOf(next.shown).length));
  }

  function offersText(offers: readonly Offer[]): string {
    if (offers.length === 0) return '';
    const count = offers.reduce((sum, offer) => sum + offer.count, 0);
    return words.people.offerLive(count, words.people.and(offers.map(({ origin }) => origin)));
  }

  function sentence(): string {
    return answerText(words, params, arrivals);
  }

  function rowsIn({ origin, content }: Part<AnsweredRecord>): Row[] {
    const batch = `row-${++parts}`;
    return rowsOf(content, { batch, originKey: origin.key, placeOfTaxon, queryTaxonId });
  }

  function lines(params: URLSearchParams) {
    // Lists only show the row of a record.
    const lean = new URLSearchParams([...params, ['fields', 'row']]);
    return ask.lines<AnsweredRecord>(`/api/federated/${kind}/search`, lean, { signal });
  }

  async function askAll(): Promise<void> {
    for await (const line of lines(params)) {
      if (line.type === 'plan') turn(planned(arrivals, line.origins));
      if (line.type === 'part') {
        turn(arrived(arrivals, line.origin, rowsIn(line), isPlaced));
        timer ??= setTimeout(() => turn(settled(arrivals)), BLINK_MS);
      }
      if (line.type === 'end') {
        turn(ended(arrivals, line.origins));
        // It replaces the last announcement, so it repeats its content.
        const sentences = [
          offersText(offersOf(arrivals)),
          `${countText(words, arrivals, distinct.pairs())}.`,
          sentence(),
          ...saidToo,
        ];
        saidLast = sentences.filter(Boolean).join(' ');
        announce(saidLast);
      }
    }
  }

  askAll()
    .catch((error: unknown) => {
      if (signal.aborted) return;
      turn(brokenOff(arrivals));
      const sentence = sentenceOf(error, words);
      fail(sentence);
      saidLast = [sentence, ...saidToo].join(' ');
      announce(saidLast);
    })
    .finally(() => clearTimeout(timer));

  return {
    show: () => void (arrivals.waiting.size > 0 && turn(showWaiting(arrivals))),

    async askAgain(originKey) {
      const alone = new URLSearchParams(params);
      alone.delete('origins');
      alone.append('origins', originKey);
      try {
        for await (const line of lines(alone)) {
          if (line.type !== 'part' || line.origin.key !== originKey) continue;
          turn(retried(arrivals, line.origin, rowsIn(line)));
          announce(words.answeredLive(line.origin.origin, words.states[line.origin.state]));
        }
      } catch (error) {
        if (!signal.aborted) announce(sentenceOf(error, words));
      }
    },

    appendAnnouncement(sentence) {
      if (saidLast === undefined) saidToo.push(sentence);
      else announce([saidLast, sentence].filter(Boolean).join(' '));
    },

    stop() {
      leaving.abort();
      clearTimeout(timer);
    },
  };
}

/** Returns the sentence of completeness. If no registry knows the term or gene, one sentence says so for all. */
export function answerText(words: Words, params: URLSearchParams, arrivals: ShownSearch): string {
  const origins = originsOf(arrivals);
  return unknownEverywhere(words, { origins, params }) ?? completenessSentenceIn(words, origins);
}

/** Returns how many people there are, also those who are offered. */
function countText({ people }: Words, { shown, waiting }: ShownSearch, distinct: DistinctPeople): string {
  const everybody = foundPeople([...shown, ...[...waiting.values()].flat()]);
  return people.count(everybody.length, fewestOf(everybody, distinct));
}

function sentenceOf(error: unknown, words: Words): string {
  if (!(error instanceof ClientError)) return words.resultsFailed;
  if (error.code === 'cut') return words.connectionLost;
  return error.status === undefined ? words.resultsFailed : `${words.resultsFailed} ${error.detail}`;
}
