/** Asks the demonstration what the examples of the OpenAPI documents show, and makes what differs from run to run the same. */

import type { Recorded } from '../../../src/api/openapi.ts';
import { MOOD_PATH } from '../../../src/demo/front.ts';
import { openDemoNetwork } from '../../support/network/demo-network.ts';

type Question = { path: string; lines?: true; token?: string; body?: object };
type Answers = Record<string, Record<string, unknown>>;

const GENE = 'symbol=SHH&taxonId=9606';
const HUMAN = `${GENE}&orthologTaxonId=9606`;
const PERSON = 'nameLike=Azulyan&prefix=true';
const TERMS = 'ontologyTermIds=HP:0001250&ontologyTermIds=HP:0000000';
const LIST = { text: ['kcnq2', 'TP35'], origins: ['fjordnet'] };

/**
 * What is asked for the examples of each operation. An example that an operation does not list is one of its records alone.
 * Listings have none: a program that tries the cursor of a page would be refused. Of a stream three lines are shown: the
 * first, that of this registry, and the last.
 */
const QUESTIONS: Readonly<Record<string, Readonly<Record<string, Question>>>> = {
  searchGenes: {
    array: { path: `/api/genes/search?${HUMAN}` },
    page: { path: `/api/genes/search?${HUMAN}&size=1` },
  },
  searchUsers: { array: { path: `/api/users/search?${PERSON}` }, page: { path: `/api/users/search?${PERSON}&size=1` } },
  listOntologyTerms: {
    page: { path: '/api/ontologies/hp/terms?size=1' },
    array: { path: '/api/ontologies/hp/terms?ontologyTermIds=HP:0001250' },
  },
  getUser: { one: { path: '/api/users/USER' } },
  getStats: { one: { path: '/api/stats' } },
  getLegacyStats: { one: { path: '/stats' } },
  resolve: {
    gene: { path: '/api/federated/resolve?text=kv7.2' },
    disease: { path: '/api/federated/resolve?text=ORPHA:33069' },
    slip: { path: '/api/federated/resolve?text=seizuer&limit=1' },
  },
  resolveBody: { gene: { path: '/api/federated/resolve', body: { text: 'kv7.2', limit: 10 } } },
  getFederatedUserByAnonymousId: { one: { path: '/api/federated/users/by-anonymous-id/ANONYMOUS?origin=local' } },
  requestAccess: {
    stored: {
      path: '/api/federated/access-requests',
      body: {
        anonymousId: 'ANONYMOUS',
        name: 'Ada Roe',
        contact: 'ada@example.org',
        reason: 'We have a family with a variant in this gene.',
      },
    },
  },
  searchBatch: {
    one: { path: '/api/federated/genes/search-batch', body: LIST },
    cell: { path: '/api/federated/genes/search-batch', body: LIST, lines: true },
  },
  searchFederatedGenes: streamed(`/api/federated/genes/search?${HUMAN}`, {
    count: { path: `/api/federated/genes/search?${HUMAN}&granularity=count&facets=organism` },
  }),
  searchFederatedUsers: streamed(`/api/federated/users/search?${PERSON}`, {
    count: { path: `/api/federated/users/search?${PERSON}&granularity=count&facets=registry` },
  }),
  coverage: streamed(`/api/federated/genes/coverage?${GENE}`),
  getFederatedStats: streamed('/api/federated/stats'),
  whoKnowsTerms: streamed(`/api/federated/ontologies/hp/terms?${TERMS}`),
  listPartners: {
    public: { path: '/api/federated/partners' },
    administrator: { path: '/api/federated/partners', token: 'demo-admin-token' },
  },
};

function streamed(path: string, more: Record<string, Question> = {}): Record<string, Question> {
  return { incomplete: { path }, part: { path, lines: true }, ...more };
}

/** Returns the answers of the demonstration, with one partner down, by operation and by the name of the example. */
export async function recordExamples(): Promise<Recorded> {
  await using network = await openDemoNetwork();
  const { url } = network.demonet;
  await learnVersions(network.demonet.running.context.federation, url);
  await fetch(`${network.pampanet.url}${MOOD_PATH}?be=down`, { method: 'POST' });

  const genes = (await (await fetch(`${url}/api/genes/search?${HUMAN}`)).json()) as Shown[];
  const anonymous = genes.find((gene) => gene.anonymousId !== undefined)?.remoteUser?.anonymousId ?? '';
  const [user] = (await (await fetch(`${url}/api/users/search?nameLike=Ørstedgaard&prefix=true`)).json()) as {
    id: number;
  }[];
  const filled = (text: string) => text.replace('ANONYMOUS', anonymous).replace('USER', String(user?.id));

  const answers: Answers = {};
  for (const [id, questions] of Object.entries(QUESTIONS)) {
    const recorded: Record<string, unknown> = {};
    for (const [name, { path, lines, token, body }] of Object.entries(questions)) {
      const response = await fetch(url + filled(path), {
        headers: {
          Accept: lines ? 'application/x-ndjson' : 'application/json',
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { method: 'POST', body: filled(JSON.stringify(body)) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
      if (lines) Object.assign(recorded, shownLines(text, name));
      else recorded[name] = JSON.parse(text);
    }
    answers[id] = recorded;
  }
  return steady(answers, network.registries);
}

/** The text of the file with the examples: each on a line of its own. */
export function examplesText(recorded: Recorded): string {
  const operations = Object.entries(recorded).map(([id, examples]) => {
    const lines = Object.entries(examples).map(
      ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    );
    return `  ${JSON.stringify(id)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${operations.join(',\n')}\n}\n`;
}

type Shown = { anonymousId?: string; remoteUser?: { anonymousId?: string } };
type Line = { type: string; origin?: { key: string } };

function shownLines(text: string, name: string): object {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const middle = lines.find(({ type, origin }) => type === 'cell' || origin?.key === 'local');
  return { plan: lines[0], [name]: middle, end: lines.at(-1) };
}

/** The registries learn the versions of each other a moment after any start. */
async function learnVersions(federation: { learnVersions(): void }, url: string): Promise<void> {
  for (;;) {
    federation.learnVersions();
    const text = await (await fetch(`${url}/api/federated/partners`)).text();
    if (!text.includes('"version":null')) return;
    await new Promise((waited) => setTimeout(waited, 50));
  }
}

/** Members whose values differ from run to run, with those that are shown. */
const SHOWN: Readonly<Record<string, unknown>> = {
  elapsedMs: 12,
  ageSeconds: 0,
  cursor: 'Xo0dQ2m5cJ1uWk3vT7yB9sE4hR6gLzAP',
  retryCursor: 'Xo0dQ2m5cJ1uWk3vT7yB9sE4hR6gLzAP',
  reference: 'K7QM-4XRT',
};
/** How often a partner was asked, where it has answered, and where it has not. */
const ASKED = { asked: 412, answered: 401, reliability: 0.97 };
const IN_VAIN = { asked: 3, answered: 0, reliability: 0 };
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function steady(answers: Answers, registries: readonly { key: string; url: string }[]): Recorded {
  const ids = new Map<string, string>();
  const steadyId = (id: string) => {
    const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  const addresses = registries.map(({ key, url }) => [url, `https://${key}.example.org`] as const);
  return JSON.parse(JSON.stringify(answers), (name, value: unknown) => {
    if (value !== null && typeof value === 'object' && 'lastAnswerAt' in value) {
      return { ...value, ...(value.lastAnswerAt === null ? IN_VAIN : ASKED) };
    }
    if (value === null || typeof value === 'object') return value;
    if (Object.hasOwn(SHOWN, name)) return SHOWN[name];
    if (typeof value !== 'string') return value;
    if (TIME.test(value)) return '2026-01-31T12:00:00.000Z';
    const named = addresses.reduce((text, [url, shown]) => text.replaceAll(url, shown), value);
    return named.replace(UUID, steadyId).replace(/(?<=\/requests\/)[\w-]+/, 'Kd83hs0aQe');
  }) as Recorded;
}
