/** What is asked under chaos: everything there is, drawn by chance, each with what must be in its answer. */

import type { SeededRandom } from '../../bench/invented/seeded-random.ts';
import type { ChaosQuestion } from './ask.ts';
import { readFederated } from './federated-text.ts';
import type { Expectation } from './judge.ts';
import { ADMIN_TOKEN } from './network.ts';
import { FIRST_LETTERS, genePath, type Person, SYMBOLS } from './people.ts';

/** Puts a question and has its answer judged; answers the text of one that is 200. */
export type Put = (
  question: Omit<ChaosQuestion, 'instance'>,
  expectation: Expectation,
  more?: MoreToSay,
) => Promise<string | undefined>;
/** What a question finds by itself in its answer, a sentence for everything that is wrong. */
export type MoreToSay = (text: string) => string[];
export type Question = {
  name: string;
  put: (put: Put, random: SeededRandom, keys: readonly string[]) => Promise<unknown>;
};

const STREAM = 'application/x-ndjson';
const PUBLIC = { viewer: 'public', isStreamed: false } as const;
const RECORDS = { ...PUBLIC, form: 'records' } as const;
const TEXT = { ...PUBLIC, form: 'text' } as const;
const COUNTS = { ...PUBLIC, form: 'counts' } as const;
const MOST_PAGES = 40;

const hasGene = (symbol: string) => (person: Person) => person.symbols.includes(symbol);
const isCalled = (letters: string) => (person: Person) => person.firstLetters.startsWith(letters);
const SIZE = '&size=1000';

/** A question stands here as often as it is to be asked. */
export const QUESTIONS: readonly Question[] = [
  ...Array.from({ length: 4 }, (): Question => ({ name: 'gene search', put: geneSearch })),
  { name: 'gene search of some', put: geneSearchOfSome },
  { name: 'gene search of some', put: geneSearchOfSome },
  { name: 'gene search, streamed', put: streamedSearch },
  { name: 'gene search, streamed', put: streamedSearch },
  { name: 'gene search by an administrator', put: administratorsSearch },
  { name: 'user search', put: userSearch },
  { name: 'user search', put: userSearch },
  { name: 'listing by cursor', put: (put, random) => walkListing(put, random.pick(['users', 'genes'])) },
  { name: 'record by id', put: recordById },
  { name: 'record by id', put: recordById },
  { name: 'anonymous id', put: anonymousChain },
  {
    name: 'export',
    put: (put, random) => put({ path: `/export?format=csv&${genePath(random.pick(SYMBOLS))}` }, TEXT),
  },
  {
    name: 'batch',
    put: (put, random) => {
      const body = { genes: random.sample(SYMBOLS, 2).map((symbol) => ({ symbol, taxonId: 9606 })) };
      return put({ path: '/api/federated/genes/search-batch', body }, COUNTS);
    },
  },
  {
    name: 'coverage',
    put: (put, random) => put({ path: `/api/federated/genes/coverage?${genePath(random.pick(SYMBOLS))}` }, COUNTS),
  },
  { name: 'page', put: page },
  { name: 'page', put: page },
  { name: 'this registry alone', put: localSearch },
  { name: 'statistics', put: (put) => put({ path: '/api/federated/stats' }, COUNTS) },
  { name: 'partners', put: (put) => put({ path: '/api/federated/partners' }, TEXT) },
];

function geneSearch(put: Put, random: SeededRandom) {
  const symbol = random.pick(SYMBOLS);
  const path = `/api/federated/genes/search?${genePath(symbol)}${SIZE}`;
  return put({ path }, { ...RECORDS, expects: hasGene(symbol) });
}

/** Whoever is named is asked also while it rests. */
function geneSearchOfSome(put: Put, random: SeededRandom, keys: readonly string[]) {
  const symbol = random.pick(SYMBOLS);
  const origins = random.sample(keys, 3).join(',');
  const path = `/api/federated/genes/search?${genePath(symbol)}${SIZE}&origins=${origins}`;
  return put({ path }, { ...RECORDS, expects: hasGene(symbol) });
}

function streamedSearch(put: Put, random: SeededRandom) {
  const symbol = random.pick(SYMBOLS);
  const path = `/api/federated/genes/search?${genePath(symbol)}`;
  return put({ path, accept: STREAM }, { ...RECORDS, isStreamed: true, expects: hasGene(symbol) });
}

function administratorsSearch(put: Put, random: SeededRandom) {
  const path = `/api/federated/genes/search?${genePath(random.pick(SYMBOLS))}${SIZE}`;
  return put({ path, token: ADMIN_TOKEN }, { ...RECORDS, viewer: 'administrator' });
}

function userSearch(put: Put, random: SeededRandom) {
  const letters = random.pick(FIRST_LETTERS);
  const path = `/api/federated/users/search?nameLike=${letters}&prefix=true${SIZE}`;
  return put({ path }, { ...RECORDS, expects: isCalled(letters) });
}

/** Nobody twice, and nobody lost, as long as every page says that it is complete. */
async function walkListing(put: Put, what: 'users' | 'genes') {
  const seen = new Set<string>();
  let [cursor, isComplete] = ['', true];
  const twice = (text: string): string[] => {
    const answer = readFederated(text, false);
    isComplete &&= answer.complete;
    const shown = answer.records.flatMap((record) => placeOf(record) ?? []);
    const again = isComplete ? shown.filter((place) => seen.has(place)) : [];
    for (const place of shown) seen.add(place);
    return again.map((place) => `shows ${place} twice`);
  };
  for (let page = 0; page < MOST_PAGES; page++) {
    const text = await put({ path: `/api/federated/${what}?${cursor || 'size=7'}` }, RECORDS, twice);
    const next = text === undefined ? null : readFederated(text, false).cursor;
    if (next === null) return;
    cursor = `cursor=${encodeURIComponent(next)}`;
  }
}

function placeOf(record: Record<string, unknown>): string | undefined {
  const person = (record.remoteUser ?? record) as Record<string, unknown>;
  return person.id == null ? undefined : `${person.origin} ${person.id} ${record.geneId ?? ''}`;
}

async function recordById(put: Put, random: SeededRandom, keys: readonly string[]) {
  const key = random.pick(keys);
  const id = 1 + random.below(key === 'local' ? 24 : 8);
  const own = key === 'local' ? 'home' : key;
  await put({ path: `/api/federated/users/${id}?origin=${key}` }, { ...TEXT, isOneRecord: true }, (text) =>
    key === 'larch' || text.includes(`-${id}-${own}`) ? [] : [`is not ${id} of ${own}: ${text.slice(0, 200)}`],
  );
}

/** An id that was given out a moment ago leads to the same record, still without whose it is. */
async function anonymousChain(put: Put, random: SeededRandom) {
  const path = `/api/federated/genes/search?${genePath(random.pick(SYMBOLS))}${SIZE}`;
  const text = await put({ path }, RECORDS);
  if (text === undefined) return;
  const { origins, content } = JSON.parse(text);
  const withheld = content.filter(({ anonymousId }: { anonymousId?: string }) => anonymousId);
  if (withheld.length === 0) return;
  const record = random.pick(withheld) as { anonymousId: string; geneId: number; remoteUser: { origin: string } };
  const { key } = origins.find(({ origin }: { origin: string }) => origin === record.remoteUser.origin);
  await put({ path: `/api/federated/genes/by-anonymous-id/${record.anonymousId}?origin=${key}` }, TEXT, (got) =>
    JSON.parse(got).geneId === record.geneId ? [] : [`leads to another gene than ${record.geneId}`],
  );
}

function page(put: Put, random: SeededRandom) {
  const gene = genePath(random.pick(SYMBOLS));
  const paths = ['/', `/search?${gene}`, `/search?${gene}`, '/stats', `/userView/${1 + random.below(24)}`];
  return put({ path: random.pick(paths), accept: 'text/html' }, TEXT);
}

function localSearch(put: Put, random: SeededRandom) {
  const gene = `/api/genes/search?${genePath(random.pick(SYMBOLS))}`;
  const name = `/api/users/search?nameLike=${random.pick(FIRST_LETTERS)}&prefix=true`;
  return put({ path: random.pick([gene, name, `/api/users/${1 + random.below(24)}`, '/api/users?size=50']) }, TEXT);
}
