/** Partners of every version and mood, each with a search token of its own, and a session that asks them everything. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { PartnerEntry } from '../../../src/config/partners.ts';
import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import {
  type Behaviour,
  dependingOn,
  htmlPage,
  json,
  oldVersion,
  redirect,
  type Script,
  status,
  version,
} from '../../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { bearer, CALLERS } from '../network/network-callers.ts';
import { genes, users } from './behaviours.ts';

export const PARTNER_KEYS = [
  'p15',
  'p14',
  'p13',
  'unknown',
  'refuses',
  'fails',
  'astray',
  'noauth',
  'default',
] as const;
export type PartnerKey = (typeof PARTNER_KEYS)[number];

/** For partners that have no token of their own. */
export const DEFAULT_TOKEN = 'search-token-for-all+the/others=';
export const TOKENS: Readonly<Record<PartnerKey, string | undefined>> = {
  p15: 'search-token-for-1.5+a/b=',
  p14: 'search-token-for-1.4+a/b=',
  p13: 'search-token-for-1.3+a/b=',
  unknown: 'search-token-for-unknown+a/b=',
  refuses: 'search-token-refused+a/b=',
  fails: 'search-token-for-failing+a/b=',
  astray: 'search-token-for-astray+a/b=',
  noauth: undefined,
  default: DEFAULT_TOKEN,
};
export const SEARCH_TOKENS: readonly string[] = Object.values(TOKENS).filter((token) => token !== undefined);

export const UUID = '7d0a1f6e-1b1c-4b5e-8f5e-0123456789ab';
const page = (content: unknown[]) => json({ content, totalElements: content.length });
const WELL: Script = {
  '/api/genes/search': genes(2),
  '/api/users/search': users(2),
  '/api/genes': page([geneRecord(1)]),
  '/api/users': page([userRecord(1)]),
  '/api/users/8': status(404, 'Unknown user with ID: 8.'),
  '/api/users/9': status(401, 'Access is denied'),
  '/api/users/*': json(userRecord(7)),
  '/api/genes/by-anonymous-id/*': json(geneRecord(7)),
  '/api/stats': json({ version: '1.5.10', users: 7 }),
  '/stats': json({ version: '1.3.4', users: 7 }),
  '/api/ontologies/*': json([]),
};

export type SecretPartners = AsyncDisposable & {
  by: Readonly<Record<PartnerKey, ScriptedPartner>>;
  /** Where `astray` sends those who ask it; it should never be asked. */
  elsewhere: ScriptedPartner;
  /** How they stand in a configuration file. */
  entries: readonly PartnerEntry[];
};

export async function startSecretPartners(): Promise<SecretPartners> {
  await using opened = new AsyncDisposableStack();
  const start = async (script: Script) => opened.use(await startScriptedPartner(script));
  const elsewhere = await start(WELL);
  /** Repeats what it was asked, token included, as error pages do. */
  const echo = dependingOn(({ path, headers }) => status(500, `Failed: ${path} ${headers.authorization}`));
  const refusing = (otherwise: Behaviour) =>
    dependingOn(({ path, headers }) => {
      if (headers.authorization === undefined) return otherwise;
      return status(401, `API token is invalid. ${path} ${headers.authorization}`);
    });
  const by: Record<PartnerKey, ScriptedPartner> = {
    p15: await start({ ...WELL, '/api': version('1.5.10') }),
    p14: await start({ ...WELL, '/api': version('1.4.11') }),
    p13: await start({ ...WELL, '/api': oldVersion('1.3.4') }),
    unknown: await start({ ...WELL, '/api': htmlPage() }),
    refuses: await start(
      Object.fromEntries(Object.entries(WELL).map(([path, behaviour]) => [path, refusing(behaviour)])),
    ),
    fails: await start({ '/api': oldVersion('1.3.4'), '*': echo }),
    astray: await start({
      '/api': oldVersion('1.3.4'),
      '*': dependingOn(({ path }) => redirect(`${elsewhere.url}${path}`)),
    }),
    noauth: await start(WELL),
    default: await start(WELL),
  };
  const entries = PARTNER_KEYS.map((key): PartnerEntry => {
    const { url } = by[key];
    const token = TOKENS[key];
    if (key === 'noauth') return { key, url: `${url}?noauth` };
    if (token === undefined || key === 'default') return { key, url };
    // Both ways of writing it.
    return key === 'p14' ? { key, url: `${url}?auth=${encodeURIComponent(token)}` } : { key, url, token };
  });
  const resources = opened.move();
  return { by, elsewhere, entries, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Every federated route, with something to be found, with mistakes, with pages. */
export const QUESTIONS: readonly string[] = [
  'genes/search?symbol=BRCA1&taxonId=9606',
  ...PARTNER_KEYS.flatMap((key) => [7, 8, 9].map((id) => `users/${id}?origin=${key}`)),
  'genes/search?symbol=BRCA1&taxonId=9606&size=2',
  'genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=10090&researcherCategories=IN_VIVO',
  'genes/search?symbol=BRCA1&taxonId=9606&origins=local&origins=p13&origins=fails',
  'genes/search?symbol=BRCA1&taxonId=nonsense',
  'users/search?nameLike=a&prefix=false',
  'users/search?nameLike=a&descriptionLike=b',
  'users/search?cursor=nonsense&nameLike=a&prefix=false',
  'genes?size=1',
  'users?size=1',
  ...PARTNER_KEYS.map((key) => `users/by-anonymous-id/${UUID}?origin=${key}`),
  ...PARTNER_KEYS.map((key) => `genes/by-anonymous-id/${UUID}?origin=${key}`),
  'users/7?origin=nobody',
  'stats',
  'ontologies/hp/terms?ontologyTermIds=HP:1',
  'genes/coverage?symbol=BRCA1&taxonId=9606',
  'partners',
  '',
];

const ADMINISTRATORS_FIRST = CALLERS.toSorted((a, b) => Number(b.kind === 'admin') - Number(a.kind === 'admin'));

/** One answer: everything of it that a reader gets. */
export type SeenAnswer = { question: string; caller: string; status: number; headers: string; text: string };

/**
 * Asks everything as everybody, streamed and plain, with the token in the header and in the address, and goes on with
 * every cursor that comes back. Administrators come first: with their questions tokens leave, before partners rest.
 */
export async function askEverything(url: string, callers = ADMINISTRATORS_FIRST): Promise<SeenAnswer[]> {
  const seen: SeenAnswer[] = [];
  await versionsKnown(url);
  const ask = async (question: string, name: string, headers: Record<string, string>) => {
    const response = await fetch(`${url}/api/federated/${question}`, { headers, redirect: 'manual' });
    const text = await response.text();
    const sent = JSON.stringify([...response.headers]);
    seen.push({ question, caller: name, status: response.status, headers: sent, text });
    return text;
  };
  for (const { name, token } of callers) {
    for (const question of QUESTIONS) {
      const plain = await ask(question, name, bearer(token));
      await ask(question, name, { ...bearer(token), Accept: 'application/x-ndjson' });
      const cursor = cursorIn(plain);
      if (cursor !== undefined) await ask(withCursor(question, cursor), name, bearer(token));
    }
    if (token !== undefined) await ask(`genes/search?symbol=TP53&taxonId=9606&auth=${token}`, name, {});
  }
  await ask('genes/search?symbol=BRCA1&taxonId=9606', 'nobody known', bearer('token-of-nobody'));
  return seen;
}

/** Before, partners are asked in another dialect. One of them never states its version. */
async function versionsKnown(url: string): Promise<void> {
  type States = { partners: { key: string; version: string | null }[] };
  for (;;) {
    const { partners } = (await (await fetch(`${url}/api/federated/partners`)).json()) as States;
    if (partners.every(({ key, version }) => version !== null || key === 'unknown')) return;
    await sleep(5);
  }
}

/** The cursor in a plain answer. */
export function cursorIn(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  const { cursor } = JSON.parse(text) as { cursor?: string | null };
  return cursor ?? undefined;
}

function withCursor(question: string, cursor: string): string {
  const [path = '', query = ''] = question.split('?');
  const params = new URLSearchParams(query);
  params.delete('size');
  params.set('cursor', cursor);
  return `${path}?${params}`;
}
