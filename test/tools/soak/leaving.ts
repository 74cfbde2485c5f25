/** Hundreds of readers who leave at any moment, and whether anything is left of them: no place, no memory, no answer less. */

import { setTimeout as pause } from 'node:timers/promises';
import { BATCH } from '../../support/network/gene-lists.ts';
import { leaveAtRandom } from '../../support/server/leaving-readers.ts';
import { askRaw } from '../../support/server/raw-http.ts';
import { samplesOf } from '../../support/server/read-metrics.ts';
import type { Verdict } from '../bench/targets.ts';
import type { SoakedNetwork } from './network.ts';

const READERS = 500;
/** Long after the slowest partner is given up. */
const SETTLED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;
const STREAM = { Accept: 'application/x-ndjson' };
/** What is counted while it is under way. */
const UNDER_WAY = [
  'isearch_searches_under_way',
  'isearch_lists_under_way',
  'isearch_exports_under_way',
  'isearch_waiting_bytes',
];

type Kind = { route: string; method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body: string };

/** One question of each kind, of which everything can be answered with 200. */
function kindsOf([symbol = '', ...others]: readonly string[], adminToken: string): readonly Kind[] {
  const gene = `symbol=${symbol}&taxonId=9606`;
  const listed = [symbol, ...others.slice(0, 9)];
  const got: Readonly<Record<string, readonly [path: string, headers?: Record<string, string>]>> = {
    'a search': [`/api/federated/genes/search?${gene}`],
    'a stream': [`/api/federated/genes/search?${gene}`, STREAM],
    'a search of an administrator': [
      `/api/federated/genes/search?${gene}`,
      { ...STREAM, Authorization: `Bearer ${adminToken}` },
    ],
    everybody: ['/api/federated/users/search?descriptionLike=e', STREAM],
    'a listing': ['/api/federated/users?size=200'],
    'a coverage': [`/api/federated/genes/coverage?${gene}`],
    statistics: ['/api/federated/stats'],
    'what a text means': [`/api/federated/resolve?text=${symbol}`],
    'everybody of this registry': ['/api/users/search?descriptionLike=e'],
    'a page': [`/search?${gene}&render=server`],
    'a page of everybody': ['/search?descriptionLike=e&render=server'],
    'a sheet': [`/search?${gene}&view=sheet`],
    'a file': ['/export?descriptionLike=e&format=csv'],
    'a file of records': ['/export?descriptionLike=e&format=json'],
  };
  const json = { 'Content-Type': 'application/json' };
  const list = JSON.stringify({ text: listed });
  const form = new URLSearchParams({ text: listed.join('\n') }).toString();
  return [
    ...Object.entries(got).map(
      ([route, [path, headers = {}]]): Kind => ({ route, method: 'GET', path, headers, body: '' }),
    ),
    { route: 'a list of genes', method: 'POST', path: BATCH, headers: json, body: list },
    {
      ...{ route: 'a page of a list of genes', method: 'POST', path: '/genes', body: form },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
  ];
}

/** @param seed the same readers leave at the same moments for the same one, as far as the machine lets them */
export async function afterReadersLeft(
  { registry, symbols, adminToken }: SoakedNetwork,
  seed: number,
): Promise<Verdict[]> {
  const { url, metricsUrl } = registry;
  const questions = kindsOf(symbols, adminToken);
  await leaveAtRandom({ url, questions, readers: READERS, seed });
  const left = await leftUnderWay(metricsUrl);
  const refused: string[] = [];
  for (const { route, method, path, headers, body } of questions) {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    const { status } = await askRaw(url, path, { method, headers: { ...headers, ...length }, body });
    if (status !== 200) refused.push(`${route}: ${status}`);
  }
  const none = (what: string, found: readonly string[]): Verdict => {
    return { what, target: 'none', figure: found.join(', ') || 'none', met: found.length === 0 };
  };
  return [
    none(`under way after ${READERS} readers have left at any moment`, left),
    none('kinds of questions not answered then', refused),
  ];
}

/** What is still counted, once nobody waits for anything any more. */
async function leftUnderWay(metricsUrl: string): Promise<string[]> {
  const lastMs = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const samples = samplesOf(await (await fetch(metricsUrl)).text());
    const counted = UNDER_WAY.map((name) => ({ name, value: samples.find((one) => one.name === name)?.value }));
    const left = counted.filter(({ value }) => value !== 0);
    if (left.length === 0 || performance.now() > lastMs) return left.map(({ name, value }) => `${name} ${value}`);
    await pause(LOOK_EVERY_MS);
  }
}
