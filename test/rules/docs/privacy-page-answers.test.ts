/** The tables of docs/privacy.md that say what a registry answers, against the answers of a running one. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymousIds } from '../../../src/registry/record/anonymous-ids.ts';
import { tableUnder, theOne } from '../../support/docs/privacy-tables.ts';
import { codesIn } from '../../support/docs/read-markdown.ts';
import {
  type Account,
  askingAccounts,
  organOf,
  privacySnapshot,
  tokenOf,
} from '../../support/privacy/privacy-snapshot.ts';
import { sealedId } from '../../support/registry/sealed-ids.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const YES_AND_NO = [true, false];
const key = '07'.repeat(32);
const account = { roles: ['ROLE_USER' as const], shared: false, hideGenelist: false, isRemoteSearchAccount: false };
const OPEN: Account = { ...account, id: 11, privacyLevel: 2, enabled: true };
const CLOSED: Account = { ...account, id: 12, privacyLevel: 0, enabled: true };
const DISABLED: Account = { ...account, id: 13, privacyLevel: 2, enabled: false };
const ids = anonymousIds({ key: Buffer.from(key, 'hex'), lifetimeMinutes: 60, now: () => new Date() });
const registries = new Map<boolean, TestRegistry>();

beforeAll(async () => {
  const others = askingAccounts();
  for (const anonymises of YES_AND_NO) {
    const registry = await startTestRegistry({
      snapshot: privacySnapshot([...others, OPEN, CLOSED, DISABLED]),
      settings: {
        APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: key,
        APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(anonymises),
      },
    });
    registries.set(anonymises, registry);
  }
});
afterAll(async () => {
  for (const registry of registries.values()) await registry[Symbol.asyncDispose]();
});

async function get(anonymises: boolean, path: string, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await registries.get(anonymises)?.get(path, { headers });
  if (response?.status !== 200) return { status: response?.status, body: undefined };
  return { status: 200, body: await response.json() };
}

// biome-ignore lint/suspicious/noExplicitAny: users and genes are looked at alike
type Any = any;

const REQUESTS: Record<string, (id: number) => string> = {
  '`/api/users`': () => '/api/users',
  '`/api/genes`': () => '/api/genes?size=2000',
  '`/api/genes/search`': () => '/api/genes/search?symbol=INHERITS&taxonId=9606',
  '`/api/users/search` by the name of an organ': (id) => `/api/users/search?descriptionLike=${organOf(id).name}`,
  '`/api/users/search` by any other text': (id) => `/api/users/search?nameLike=person${id}x&prefix=false`,
  '`/api/users/{userId}`': (id) => `/api/users/${id}`,
  '`/api/users/by-anonymous-id/{anonymousId}`': (userId) =>
    `/api/users/by-anonymous-id/${sealedId(ids, { kind: 'user', userId })}`,
  "`/api/users/by-anonymous-id/{anonymousId}` with the id that a gene's `remoteUser` carries": (userId) =>
    `/api/users/by-anonymous-id/${sealedId(ids, { kind: 'owner', userId, geneId: 125 })}`,
  '`/api/genes/by-anonymous-id/{anonymousId}`': (userId) =>
    `/api/genes/by-anonymous-id/${sealedId(ids, { kind: 'gene', userId, geneId: 125 })}`,
};

/** What becomes of this person, in the words of the page. */
async function fate(anonymises: boolean, path: string, id: number): Promise<string> {
  const { status, body } = await get(anonymises, path);
  if (body === undefined) return String(status);
  const records: Any[] = Array.isArray(body) ? body : (body.content ?? [body]);
  const users = records.map((record) => record.remoteUser ?? record);
  const theirs = users.find((user) => user.id === id || organOf(id).uberonId in user.userOrgans);
  if (theirs === undefined) return 'left out';
  return theirs.id === undefined ? 'anonymised' : 'in full';
}

test('the table of requests says what becomes of records that may and may not be read', async () => {
  const rows: string[][] = [];
  for (const [label, path] of Object.entries(REQUESTS)) {
    // Where nothing is anonymised, there are no anonymous ids of anything.
    const switches = label.includes('by-anonymous-id') ? [true] : YES_AND_NO;
    const both = async (id: number) => Promise.all(switches.map((anonymises) => fate(anonymises, path(id), id)));
    rows.push([
      label,
      theOne(await both(OPEN.id)),
      await fate(true, path(CLOSED.id), CLOSED.id),
      await fate(false, path(CLOSED.id), CLOSED.id),
      theOne(await both(DISABLED.id)),
    ]);
  }
  const header = ['Request', 'May read', 'May not read, on', 'May not read, off', 'Disabled account'];
  expect(tableUnder('Requests')).toEqual([header, ...rows]);
});

function fates(full: Any, anonymised: Any): Record<string, string[]> {
  const isEmpty = (value: Any) => value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  const fateOf = (member: string) => {
    if (!(member in anonymised)) return 'Left out';
    if (!(member in full)) return 'Added';
    if (JSON.stringify(full[member]) === JSON.stringify(anonymised[member])) return 'Unchanged';
    return isEmpty(anonymised[member]) ? 'Emptied' : 'Replaced';
  };
  const members = [...new Set([...Object.keys(full), ...Object.keys(anonymised)])].sort();
  return Object.groupBy(members, fateOf) as Record<string, string[]>;
}

test('the table of what is still shown has every member of an anonymised record', async () => {
  const ownToken = tokenOf(CLOSED.id);
  const userPath = REQUESTS['`/api/users/by-anonymous-id/{anonymousId}`']?.(CLOSED.id) ?? '';
  const genePath = REQUESTS['`/api/genes/by-anonymous-id/{anonymousId}`']?.(CLOSED.id) ?? '';
  const ofUser = fates((await get(true, userPath, ownToken)).body, (await get(true, userPath)).body);
  const ofGene = fates((await get(true, genePath, ownToken)).body, (await get(true, genePath)).body);

  const [header, ...rows] = tableUnder('What an anonymised record still shows');
  expect(header).toEqual(['', 'Of a user', 'Of a gene']);
  expect(rows.map(([label]) => label)).toEqual(['Unchanged', 'Replaced', 'Emptied', 'Left out', 'Added']);
  for (const [label = '', user = '', gene = ''] of rows) {
    expect([label, codesIn(user).sort()]).toEqual([label, ofUser[label] ?? []]);
    expect([label, codesIn(gene).sort()]).toEqual([label, ofGene[label] ?? []]);
  }
});
