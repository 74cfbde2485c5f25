/** One of our registries among three partners on real sockets: two that do as they should, and OddNet, which does not. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { PartnerEntry } from '../../../src/config/partners.ts';
import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import { type Behaviour, dependingOn, json, type Script, version } from '../../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import type { Origin, OriginState, ProxyError } from '../../../src/domain/federation/origin.ts';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { asksForTier1 } from '../partners/behaviours.ts';
import { smallSnapshot } from '../registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../registry/start-registry.ts';
import { askPlain, askStreamed, type ReadAnswer } from './federated-reader.ts';

export const GENE_SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';

/** What many registries are asked at once, and how a partner is asked the same. */
export type Route = {
  name: string;
  path: string;
  partnerPath: string;
  record: typeof userRecord;
  /** What such records are sent in. */
  body: (records: readonly unknown[]) => unknown;
};

export const GENES: Route = {
  ...{ name: 'a gene search', path: GENE_SEARCH, partnerPath: '/api/genes/search' },
  ...{ record: geneRecord, body: (records) => records },
};
export const ROUTES: readonly Route[] = [
  GENES,
  {
    ...{ name: 'a search for researchers', path: '/api/federated/users/search?nameLike=a&prefix=false' },
    ...{ partnerPath: '/api/users/search', record: userRecord, body: (records) => records },
  },
  {
    ...{ name: 'a listing of genes', path: '/api/federated/genes?page=0', partnerPath: '/api/genes' },
    ...{ record: geneRecord, body: pageOf },
  },
  {
    ...{ name: 'a listing of researchers', path: '/api/federated/users?page=0', partnerPath: '/api/users' },
    ...{ record: userRecord, body: pageOf },
  },
];
/** Of an administrator of the registry. */
export const ADMIN_TOKEN = 'small-admin-token';

const SETTINGS = { APP_SITE_SHORTNAME: 'HomeNet', APP_SITE_HOST: 'https://home.example.org' };

/** Of partners that are well: on a busy machine they need more time than a test gives OddNet. */
const PATIENT_WITH = { 'connect-timeout': 6000, 'read-timeout': 6000, 'partner-timeout': 6000 };

export type OddEntry = Omit<PartnerEntry, 'key' | 'name'>;
type OpenOptions = { settings?: Record<string, string>; snapshot?: Snapshot };

export type Neighbours = {
  /** NorthNet, which runs 1.5.10. */
  north: ScriptedPartner;
  /** SouthNet, which runs 1.4.11. */
  south: ScriptedPartner;
  /** Starts a registry that asks both of them, and OddNet where there is one. */
  open(odd?: OddEntry, options?: OpenOptions): Promise<TestRegistry>;
  /** What they and the registry itself answer where there is no OddNet, to the administrator or to anybody. */
  alone(path: string, token?: string): Promise<ReadAnswer>;
};

/** Those that everything is compared with; they serve many registries. */
export async function startNeighbours(): Promise<Neighbours & AsyncDisposable> {
  const resources = new AsyncDisposableStack();
  const north = resources.use(await startScriptedPartner(goodScript(100, '1.5.10')));
  const south = resources.use(await startScriptedPartner(goodScript(200, '1.4.11')));
  const known = new Map<string, ReadAnswer>();

  async function open(odd?: OddEntry, { settings, snapshot = smallSnapshot() }: OpenOptions = {}) {
    const partners = [
      { key: 'north', name: 'NorthNet', url: north.url, ...PATIENT_WITH },
      ...(odd === undefined ? [] : [{ key: 'odd', name: 'OddNet', ...odd }]),
      { key: 'south', name: 'SouthNet', url: south.url, ...PATIENT_WITH },
    ];
    const registry = await startTestRegistry({ snapshot, settings: { ...SETTINGS, ...settings }, partners });
    await learned(registry, 'north', '1.5.10');
    await learned(registry, 'south', '1.4.11');
    return registry;
  }

  return {
    ...{ north, south, open },
    async alone(path, token) {
      const key = `${path} ${token}`;
      const answer = known.get(key);
      if (answer !== undefined) return answer;
      await using registry = await open();
      const streamed = await askStreamed(registry, path, token);
      known.set(key, streamed);
      return streamed;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Answers every question with the same three people and their genes; their ids come after `base`. */
export function goodScript(base: number, number: string): Script {
  const rows = ROUTES.map(({ partnerPath, record, body }) => [
    partnerPath,
    dependingOn(({ params }) => {
      const changes = params.has('symbol') ? { symbol: params.get('symbol') } : {};
      const people = asksForTier1(params) ? [1, 2, 3] : [];
      return json(body(people.map((index) => record(base + index, changes))));
    }),
  ]);
  return { '/api': version(number), '/api/ontologies/*': everyTerm, ...Object.fromEntries(rows) };
}

/** OddNet: as good as the others, but for what the script says. */
export function startOdd(script: Script = {}, number = '1.5.10'): Promise<ScriptedPartner> {
  return startScriptedPartner({ ...goodScript(0, number), ...script });
}
/** Answers nobody until it is released, and then everybody. */
export function untilReleased(answer: Behaviour): { behaviour: Behaviour; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { behaviour: (call) => promise.then(() => answer(call)), release: resolve };
}

/** Knows every term it is asked about. */
const everyTerm = dependingOn(({ path, params }) => {
  const [, name = ''] = /^\/api\/ontologies\/([^/]+)\/terms/.exec(path) ?? [];
  return json(params.getAll('ontologyTermIds').map((termId) => ({ ontology: { name }, termId, name: termId })));
});

/** All of a listing on one page. */
function pageOf(records: readonly unknown[]) {
  return { content: records, totalElements: records.length };
}

/**
 * Waits until the registry knows which version a partner runs: before, it asks in another dialect. A question for it that was
 * lost on a busy machine is put again after its time.
 */
export async function learned({ context }: TestRegistry, key: string, number: string): Promise<void> {
  const stateNow = () => context.federation.partnerStates(PUBLIC_VIEWER).find((state) => state.key === key)?.version;
  while (stateNow() !== number) {
    context.federation.learnVersions();
    await sleep(2);
  }
}

export type AskOptions = OpenOptions & {
  path?: string;
  token?: string;
  /** The version of OddNet that must be known before it is asked; none where it need not be. */
  knownAs?: string;
  /** Whether it takes so long that all others must have answered well before. */
  isSlow?: boolean;
};

export type OddAnswer = Pick<ReadAnswer, 'complete' | 'summary'> & {
  origin: Origin;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a record by what it reads of it
  records: any[];
  arrivedMs: number;
  /** The same without the time for which this process waited for a processor. */
  unhinderedMs: number;
};

/**
 * What is said of OddNet. Asks one fresh registry for a stream and another for the plain answer, and makes sure that
 * both say the same, and that all others answer just what they answer without OddNet.
 */
export async function askBeside(
  neighbours: Neighbours,
  odd: OddEntry,
  { path = GENE_SEARCH, token, knownAs, isSlow = false, ...options }: AskOptions = {},
): Promise<OddAnswer> {
  const alone = await neighbours.alone(path, token);
  // Both run before either is asked: a start keeps this process busy, and answers would wait for that.
  await using streaming = await neighbours.open(odd, options);
  await using plainly = await neighbours.open(odd, options);
  if (knownAs !== undefined) await Promise.all([streaming, plainly].map((one) => learned(one, 'odd', knownAs)));
  const [streamed, plain] = await Promise.all([
    askStreamed(streaming, path, token),
    askPlain(plainly, `${path}&size=2000`, token),
  ]);
  expect(alone.origins.filter(({ problem }) => problem?.error || problem?.status)).toEqual([]);
  expect(without('odd', streamed)).toEqual(without('odd', alone));
  expect(timeless(plain)).toEqual(timeless(reparsed(streamed)));
  if (isSlow) expectNobodyDelayed(streamed, plain);
  const { complete, summary, origins, contents } = streamed;
  const origin = origins.find(({ key }) => key === 'odd');
  if (origin === undefined) throw new Error('OddNet is not among the origins.');
  const {
    arrivedMs: { odd: arrivedMs = 0 },
    unhinderedMs: { odd: unhinderedMs = 0 },
  } = streamed;
  return { complete, summary, origin, records: JSON.parse(contents.odd ?? '[]'), arrivedMs, unhinderedMs };
}

/** As who reads JSON and writes it again has it: only its records show of what kind the content of a plain answer is. */
function reparsed(answer: ReadAnswer): ReadAnswer {
  const contents = Object.entries(answer.contents).map(([key, text]) => [key, JSON.stringify(JSON.parse(text))]);
  return { ...answer, contents: Object.fromEntries(contents) };
}

function without(odd: string, answer: ReadAnswer) {
  const { origins, contents } = timeless(answer);
  const { [odd]: _, ...others } = contents;
  return { origins: origins.filter(({ key }) => key !== odd), contents: others };
}

/** What does not differ from one answer to the next. */
function timeless({ complete, summary, origins, contents }: ReadAnswer) {
  const lasting = origins.map(({ elapsedMs: _, retrievedAt: __, problem, ...origin }) => ({
    ...origin,
    problem: problem && {
      ...problem,
      detail: problem.detail
        .replace(/[\d,]+ bytes? had come/, 'some had come')
        .replace(/(?<=for )\d+(?= s \()/, (seconds) => String(toTens(Number(seconds)))),
      params: Object.entries(problem.params).map(([name, value]) => [name, lastingParam(name, value)]),
      nextTryAt: problem.nextTryAt !== null,
    },
  }));
  return { complete, summary, origins: lasting, contents };
}

/** How much has come by a moment, and how many seconds there are until a date, differ a little. */
function lastingParam(name: string, value: unknown): unknown {
  if (name === 'bytes') return 'some';
  return name === 'retryAfterSeconds' && typeof value === 'number' ? toTens(value) : value;
}

function toTens(seconds: number): number {
  return Math.round(seconds / 10) * 10;
}

/** It holds up its own part of a stream and no other, and a plain answer for no longer than that. */
function expectNobodyDelayed(streamed: ReadAnswer, plain: ReadAnswer): void {
  const { odd: arrivedMs = 0 } = streamed.arrivedMs;
  const { odd: _, ...others } = streamed.unhinderedMs;
  expect(Math.max(...Object.values(others))).toBeLessThan(arrivedMs - 100);
  expect(plain.unhinderedMs.odd).toBeLessThan(arrivedMs + 500);
}

/** What a test expects of an answer. Of a problem, the sentence has the title. */
export type Expected = {
  state: OriginState;
  summary: string;
  count?: number;
  error?: ProxyError;
  status?: number;
  /** When it will be asked again, in seconds from now. */
  nextTryInSeconds?: number;
};

/** Expects the state, the sentence and the problem to say the same, word for word. */
export function expectAnswer({ complete, summary, origin, records }: OddAnswer, expected: Expected): void {
  const { state, summary: sentence, count = 0, error = null, status = null, nextTryInSeconds } = expected;
  const isWhole = state === 'answered' || state === 'empty';
  const [, title] = /; OddNet (.*)\.$/.exec(sentence) ?? [];
  expect(summary).toBe(sentence);
  expect(origin).toMatchObject({ key: 'odd', origin: 'OddNet', state, count, exact: isWhole });
  expect([complete, records.length]).toEqual([isWhole, count]);
  if (isWhole) {
    expect(origin.problem).toBeNull();
    return;
  }
  expect(origin.problem).toMatchObject({ title, error, status, detail: expect.stringMatching(/^[A-Z].*\.$/) });
  const waitSeconds = (Date.parse(origin.problem?.nextTryAt ?? '') - Date.now()) / 1000;
  if (nextTryInSeconds === undefined) expect(waitSeconds).toBeNaN();
  else expect(Math.abs(waitSeconds - nextTryInSeconds)).toBeLessThan(5);
}
