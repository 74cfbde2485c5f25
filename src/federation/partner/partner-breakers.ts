/**
 * The circuit breakers of one partner: its own, and one for each kind of question, as a kind that fails opens its own alone. Copies of
 * the registry share all of them as one text.
 */

import type { QuestionKind } from '../../domain/federation/source.ts';
import { membersOf, parseJson } from '../dialect/json-body.ts';
import { type CircuitBreaker, type CircuitBreakerState, circuitBreaker } from './circuit-breaker.ts';
import { readBreaker, type SharedBreaker, writtenBreaker } from './shared-breaker.ts';
import type { Clock } from './times.ts';

export type KindBreakers = {
  of(kind: QuestionKind): CircuitBreaker;
  /** The state of a kind whose circuit breaker is open, else of one that fails; undefined if none does. */
  failing(): CircuitBreakerState | undefined;
  /** How often the circuit breaker of a kind opened because of results seen here. */
  openCount(): number;
  close(): void;
};

export type PartnerBreakers = {
  circuitBreaker: CircuitBreaker;
  kinds: KindBreakers;
  /** Takes over what another copy of the registry has published, as far as it is later. */
  take(text: string): void;
};

type Options = {
  clock: Clock;
  /** Returns a number from 0 up to, not including, 1. */
  random: () => number;
  /** Called with the text of all circuit breakers whenever one changes. */
  publish?: (text: string) => void;
};

/** The name of the partner's own circuit breaker among those of the kinds. */
const WHOLE = 'partner';
const KIND = /^[a-z-]{1,30}$/;
const MOST_KINDS = 30;

export function partnerBreakers({ clock, random, publish }: Options): PartnerBreakers {
  const breakers = new Map<string, CircuitBreaker>();
  const states = new Map<string, SharedBreaker>();

  function onChange(name: string, state: SharedBreaker): void {
    states.set(name, state);
    const written = [...states].map(([other, one]) => [other, writtenBreaker(one, clock)]);
    publish?.(JSON.stringify(Object.fromEntries(written)));
  }

  function breakerOf(name: string): CircuitBreaker {
    const known = breakers.get(name);
    if (known !== undefined) return known;
    const made = circuitBreaker({ clock, random, onChange: (state) => onChange(name, state) });
    breakers.set(name, made);
    return made;
  }

  const whole = breakerOf(WHOLE);
  const ofKinds = () => [...breakers.values()].filter((one) => one !== whole);
  return {
    circuitBreaker: whole,
    kinds: {
      of: breakerOf,
      failing() {
        const failing = ofKinds().map((breaker) => breaker.state());
        const open = failing.find(({ openUntil }) => openUntil !== undefined);
        return open ?? failing.find(({ consecutiveFailures }) => consecutiveFailures > 0);
      },
      openCount: () => ofKinds().reduce((sum, breaker) => sum + breaker.openCount(), 0),
      close: () => ofKinds().forEach((breaker) => void breaker.close()),
    },
    take(text) {
      for (const [name, value] of Object.entries(membersOf(parseJson(text)))) {
        const state = readBreaker(value, clock);
        if (state === undefined || !KIND.test(name) || (!breakers.has(name) && breakers.size > MOST_KINDS)) continue;
        if (state.atMs > (states.get(name)?.atMs ?? Number.NEGATIVE_INFINITY)) states.set(name, state);
        breakerOf(name).take(state);
      }
    },
  };
}
