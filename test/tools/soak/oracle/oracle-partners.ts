/** Partners whose answer to a gene search is decided by the symbol alone, so that whoever knows it knows the answer. */

import { setTimeout as pause } from 'node:timers/promises';
import { anonymousGeneRecord, geneRecord } from '../../../../src/demo/mock-people.ts';
import { type Behaviour, cutBody, json, resetBefore, status } from '../../../../src/demo/partner-behaviours.ts';
import type { OriginState } from '../../../../src/domain/federation/origin.ts';
import { asksForTier1 } from '../../../support/partners/behaviours.ts';

/** What a partner does with a symbol, and what is to be said of it. */
export type Act = {
  behaviour(symbol: string): Behaviour;
  state: OriginState;
  /** Records that are shown, and how many of them are anonymised. */
  count: number;
  anonymized: number;
  /** Different people among them, as far as they can be distinguished. */
  people: number;
  /** What goes on after the name of the partner; undefined where nothing is to be said. */
  title(symbol: string): string | undefined;
  /** Whether the partner may rest because of it. */
  mayRest: boolean;
};

/** Symbols end in the number of their gene. */
function of(symbol: string): { symbol: string; geneId: number } {
  return { symbol, geneId: Number(/\d+$/.exec(symbol)?.[0]) };
}

const NOBODY = { count: 0, anonymized: 0, people: 0 };

function answer(count: number, anonymized = 0): Act {
  const records = (symbol: string) => [
    ...Array.from({ length: count - anonymized }, (_, index) => geneRecord(index + 1, of(symbol))),
    ...Array.from({ length: anonymized }, () => anonymousGeneRecord(of(symbol))),
  ];
  return {
    behaviour: (symbol) => json(records(symbol)),
    ...{ state: count > 0 ? 'answered' : 'empty', count, anonymized, people: count, mayRest: false },
    title: () => undefined,
  };
}

function failure(behaviour: Behaviour, title: string, more: Partial<Act> = {}): Act {
  return {
    behaviour: () => behaviour,
    ...NOBODY,
    ...{ state: 'failed', mayRest: false },
    title: () => title,
    ...more,
  };
}

/** These say nothing about the health of a partner: it is never left alone for them. */
const HEALTHY: readonly Act[] = [
  answer(0),
  answer(1),
  answer(3),
  answer(12),
  answer(2, 1),
  answer(4, 4),
  {
    behaviour: () => status(404, 'Unknown gene'),
    ...{ ...NOBODY, state: 'unknown-term', mayRest: false },
    title: (symbol) => `does not know the symbol ${symbol}`,
  },
  failure(status(400, 'No.'), 'rejected the question'),
  failure(status(403, 'Access is denied'), 'does not let us read this', { state: 'refused' }),
  {
    // Its second record has no person.
    behaviour: (symbol) => json([geneRecord(1, of(symbol)), { ...geneRecord(2, of(symbol)), remoteUser: null }]),
    ...{ state: 'limited', count: 1, anonymized: 0, people: 1, mayRest: false },
    title: () => 'gave a record that cannot be read',
  },
];

/** For these it may be left alone. */
const FAILING: readonly Act[] = [
  failure(status(500, 'No.'), 'answered with an error', { mayRest: true }),
  failure(status(503, '<html>No.</html>'), 'is not available at the moment', { mayRest: true }),
  failure(resetBefore(), 'is not responding', { state: 'unreachable', mayRest: true }),
  failure(cutBody([geneRecord(1)]), 'broke off its answer', { mayRest: true }),
];

const MOST_DELAY_MS = 30;

/** Symbols are a letter and a number; the same symbol means something else at each partner. */
export function actOf(symbol: string, place: number, isSteady: boolean): Act {
  const draw = drawOf(symbol, place);
  // One failure among many answers, so that it rests seldom.
  const acts = !isSteady && draw % 10 === 0 ? FAILING : HEALTHY;
  return acts[Math.floor(draw / 10) % acts.length] as Act;
}

/** The partner at this place: it does what the symbol says, a little later or at once. */
export function oraclePartner(place: number, isSteady: boolean): Behaviour {
  return async (call) => {
    const { params } = call.request;
    const symbol = params.get('symbol') ?? '';
    // A partner that is asked tier by tier has everything in the first.
    const act = asksForTier1(params) ? actOf(symbol, place, isSteady) : answer(0);
    await pause(drawOf(symbol, place + 7) % MOST_DELAY_MS);
    await act.behaviour(symbol)(call);
  };
}

function drawOf(symbol: string, place: number): number {
  let hash = 2_166_136_261 + place * 7919;
  for (const sign of symbol) hash = Math.imul(hash ^ sign.charCodeAt(0), 16_777_619) >>> 0;
  return hash >>> 8;
}
