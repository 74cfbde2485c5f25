/** A thousand questions, forty at once, to partners that do what the symbol says: not one state, count or sentence may be wrong. */

import { setTimeout as pause } from 'node:timers/promises';
import { startScriptedPartner } from '../../../../src/demo/scripted-partner.ts';
import { askStreamed } from '../../../support/network/federated-reader.ts';
import { askList } from '../../../support/network/gene-lists.ts';
import { versionsLearned } from '../../../support/network/start-network.ts';
import { aGene, smallSnapshot } from '../../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../../support/registry/start-registry.ts';
import { seededRandom } from '../../bench/invented/seeded-random.ts';
import { type Expected, isSteadyKey, mistakesIn, type ReadAnswer } from './mistakes.ts';
import { actOf, oraclePartner } from './oracle-partners.ts';

export type AskedAtOnce = { questions: number; atOnce: number; seed: number };

const SYMBOLS = 200;
const KEYS = ['steady-1', 'steady-2', 'steady-3', 'moody-1', 'moody-2'];
const GENES_IN_A_LIST = 4;
/** From one address no more may be asked at a time. */
const LISTS_AT_ONCE = 2;
const AGAIN_MS = 200;
const MOST_TRIES = 20;
/** So that questions are joined and given from memory, and asked again. */
const SETTINGS = { CACHE_ANSWERS_FRESH_SECONDS: '1', CACHE_ANSWERS_STALE_HOURS: '0' };

/** Everything that was wrong, in words, and how many answers were judged. */
export async function askedAtOnce({
  questions,
  atOnce,
  seed,
}: AskedAtOnce): Promise<{ judged: number; wrong: string[] }> {
  await using resources = new AsyncDisposableStack();
  const random = seededRandom(seed);
  const partners = [];
  for (const [place, key] of KEYS.entries()) {
    const behaviour = oraclePartner(place, isSteadyKey(key));
    const { url } = resources.use(await startScriptedPartner({ '/api/genes/search': behaviour }));
    partners.push({ key, name: `Registry ${place + 1}`, url, 'max-concurrency': 64 });
  }
  // This registry knows every symbol and nobody who works on it, so that what partners send is of the gene asked for.
  const symbols = Array.from({ length: SYMBOLS }, (_, index) => `ORC${seed}A${index + 1}`);
  const genes = symbols.map((symbol, index) => aGene(index + 1, symbol));
  const registry = resources.use(
    await startTestRegistry({
      snapshot: smallSnapshot({ users: [], genes, orthologs: [] }),
      settings: SETTINGS,
      partners,
    }),
  );
  await versionsLearned(registry);
  const wrong: string[] = [];
  let left = questions;
  let judged = 0;
  let listsUnderWay = 0;
  async function list(): Promise<string[]> {
    listsUnderWay++;
    return judgeList(registry, random.pick(symbols), symbols).finally(() => listsUnderWay--);
  }

  async function askOn(): Promise<void> {
    while (left > 0) {
      left--;
      const symbol = random.pick(symbols);
      try {
        const judge = random.pick([
          judgePlain,
          judgePlain,
          judgeStream,
          ...(listsUnderWay < LISTS_AT_ONCE ? [list] : []),
        ]);
        wrong.push(...(await onceAdmitted(() => judge(registry, symbol))));
      } catch (error) {
        wrong.push(`${symbol}: ${error}`);
      }
      judged++;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, askOn));
  return { judged, wrong };
}

/**
 * Partners and readers share a process with the registry, which is overloaded on a slow machine. Whoever is refused then asks
 * again, as docs/errors.md says.
 */
async function onceAdmitted<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === MOST_TRIES || !String(error).includes('too-many-searches')) throw error;
      await pause(AGAIN_MS);
    }
  }
}

function expectedFor(symbol: string): Expected[] {
  return KEYS.map((key, place) => ({
    key,
    name: `Registry ${place + 1}`,
    act: actOf(symbol, place, isSteadyKey(key)),
  }));
}

const ORIGINS = KEYS.map((key) => `origins=${key}`).join('&');
const pathOf = (symbol: string) => `/api/federated/genes/search?symbol=${symbol}&taxonId=9606&${ORIGINS}`;

async function judgePlain(registry: TestRegistry, symbol: string): Promise<string[]> {
  const answer: PlainAnswer & { code?: string } = await registry.json(`${pathOf(symbol)}&size=2000`);
  if (answer.code !== undefined) throw new Error(`${symbol} was answered with ${answer.code}`);
  const keys = new Map(answer.origins.map(({ key, originUrl }) => [originUrl, key]));
  const byKey = Map.groupBy(answer.content, ({ remoteUser }) => keys.get(remoteUser.originUrl) ?? 'nobody');
  const counts = Object.fromEntries([...byKey].map(([key, records]) => [key, records.length]));
  return mistakesIn(symbol, expectedFor(symbol), { ...answer, counts });
}

type PlainAnswer = Omit<ReadAnswer, 'counts'> & { content: { remoteUser: { originUrl: string } }[] };

async function judgeStream(registry: TestRegistry, symbol: string): Promise<string[]> {
  const { contents, ...answer } = await askStreamed(registry, pathOf(symbol));
  const counts = Object.fromEntries(Object.entries(contents).map(([key, text]) => [key, JSON.parse(text).length]));
  return mistakesIn(symbol, expectedFor(symbol), {
    ...answer,
    counts,
    totalElements: undefined,
    totalRelation: undefined,
  });
}

/** Of a list each cell is what a search for the one gene says, and a registry has answered that answered every gene. */
async function judgeList(registry: TestRegistry, first: string, symbols: readonly string[]): Promise<string[]> {
  const at = symbols.indexOf(first);
  const listed = Array.from({ length: GENES_IN_A_LIST }, (_, index) => symbols[(at + index) % symbols.length] ?? first);
  const genes = listed.map((symbol) => ({ symbol, taxonId: 9606 }));
  const { cells, complete, origins } = await askList(registry, { genes, origins: KEYS });
  const wrong: string[] = [];
  if (cells.length !== listed.length * KEYS.length) wrong.push(`${first}: a list has ${cells.length} cells`);
  for (const { gene, origin, state, count } of cells) {
    const symbol = listed[gene] ?? '';
    const act = expectedFor(symbol).find(({ key }) => key === origin)?.act;
    const isResting = state === 'resting' && !isSteadyKey(origin);
    if (isResting || (state === act?.state && count === act.people)) continue;
    wrong.push(`${symbol} in a list: ${origin} is ${state} with ${count}, not ${act?.state} with ${act?.people}`);
  }
  const whole = cells.every(({ state }) => state === 'answered' || state === 'empty');
  if (complete !== whole) wrong.push(`${first}: a list is complete: ${complete}`);
  for (const { key, answered } of origins) {
    const full = cells.filter(({ origin, state }) => origin === key && ['answered', 'empty'].includes(state)).length;
    if (answered !== full) wrong.push(`${first}: ${key} has answered ${answered} genes of a list, not ${full}`);
  }
  return wrong;
}
