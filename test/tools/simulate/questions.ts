/** The questions of all readers, in the order in which they are asked. */

import type { Chance } from './chance.ts';
import { askedGene } from './genes.ts';

export type SimulatedQuestion = {
  atMs: number;
  gene: number;
  /** From 0 up to 1: which instance the balancer hands it to. */
  balancer: number;
};

/** Of all questions: the next page, another order, the same address opened again. */
export const REPEATED = 0.2;
/** What is asked again was asked lately. */
export const REMEMBERED = 500;

/** Questions from one time to another, by chance and so many a minute on average. */
export function* questions(
  random: Chance,
  aMinute: number,
  fromMs: number,
  toMs: number,
): Generator<SimulatedQuestion> {
  const last: number[] = [];
  const meanMs = 60_000 / aMinute;
  for (let atMs = fromMs + random.pause(meanMs), count = 0; atMs < toMs; atMs += random.pause(meanMs), count++) {
    const again = random.next() < REPEATED ? last[Math.floor(random.next() * last.length)] : undefined;
    const gene = again ?? askedGene(random.next());
    last[count % REMEMBERED] = gene;
    yield { atMs, gene, balancer: random.next() };
  }
}
