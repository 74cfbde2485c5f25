/** How a person who is not for everybody to read can be found, and how they cannot. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Account,
  ADMIN_ID,
  askingAccounts,
  categoryOf,
  markedIn,
  markOf,
  organOf,
  privacyAccounts,
  privacySnapshot,
  tokenOf,
} from '../../support/privacy/privacy-snapshot.ts';
import {
  anonymously,
  type GeneRecord,
  inFull,
  personOf,
  type Seen,
  seenUser,
  type UserRecord,
} from '../../support/privacy/seen-records.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const settings = { roles: ['ROLE_USER' as const], shared: false, enabled: true, isRemoteSearchAccount: false };
/** Has the same organ and category as HIDDEN has, so that only what is hidden distinguishes them. */
const OPEN: Account = { ...settings, id: 201, privacyLevel: 2, hideGenelist: true };
const HIDDEN: Account = { ...settings, id: 202, privacyLevel: 0, hideGenelist: false };

let registry: TestRegistry;
beforeAll(async () => {
  const snapshot = privacySnapshot([...askingAccounts(), OPEN, HIDDEN]);
  const users = snapshot.users.map((user) => {
    if (user.id === HIDDEN.id) return { ...user, description: `${user.description} ${organOf(HIDDEN.id).name}` };
    if (user.id !== OPEN.id) return user;
    return { ...user, organs: [organOf(HIDDEN.id).uberonId], researcherCategories: [categoryOf(HIDDEN.id)] };
  });
  registry = await startTestRegistry({
    snapshot: { ...snapshot, users },
    settings: { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true' },
  });
});
afterAll(() => registry[Symbol.asyncDispose]());

async function found(question: string, headers: Record<string, string> = {}): Promise<Seen[]> {
  const response = await registry.get(`/api/${question}`, { headers });
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(markedIn(text).filter((id) => id !== OPEN.id)).toEqual([]);
  const records: (UserRecord & GeneRecord)[] = JSON.parse(text);
  return records.map((record) => seenUser(record.remoteUser ?? record));
}

const mark = markOf(HIDDEN.id);
const organ = `descriptionLike=${organOf(HIDDEN.id).name}`;
const both = [inFull(OPEN.id), anonymously(HIDDEN.id)].sort();
const openOnly = [inFull(OPEN.id)];

describe('a search for researchers', () => {
  test.each([
    ['their first name', `nameLike=First%20${mark}&prefix=false`],
    ['their last name', `nameLike=Last%20${mark}&prefix=true`],
    ['their description', `descriptionLike=Description%20${mark}`],
    ['their description for an organism', `descriptionLike=unshown${HIDDEN.id}x`],
    ['the name of their ontology term', `descriptionLike=Term%20${mark}`],
    ['the name that stands in for theirs', 'nameLike=Registry%20User&prefix=false'],
    ['their name and their organ', `nameLike=${mark}&${organ}`],
  ])('does not find a hidden person by %s', async (_, question) => {
    expect(await found(`users/search?${question}`)).toEqual([]);
  });

  test('finds a hidden person, anonymised, by an organ they have, also where their hidden description names it', async () => {
    expect((await found(`users/search?${organ}`)).sort()).toEqual(both);
  });

  test('does not add a hidden person when a name goes with the organ', async () => {
    expect(await found(`users/search?${organ}&nameLike=&prefix=true`)).toEqual(openOnly);
    expect(await found(`users/search?${organ}&nameLike=Last&prefix=true`)).toEqual(openOnly);
  });

  test.each([
    ['their category', `researcherCategories=${categoryOf(HIDDEN.id)}`, both],
    ['another category', `researcherCategories=${categoryOf(HIDDEN.id + 1)}`, []],
    ['their organ', `organUberonIds=${organOf(HIDDEN.id).uberonId}`, both],
    ['another organ', `organUberonIds=${organOf(OPEN.id).uberonId}`, []],
    ['their position, which is hidden', 'researcherPositions=PRINCIPAL_INVESTIGATOR', openOnly],
    ['their ontology term, which is hidden', 'ontologyNames=mondo&ontologyTermIds=MONDO:1', openOnly],
    ['no ontology term', 'ontologyNames=&ontologyTermIds=', both],
  ])('narrowed to %s looks only at what a hidden record still shows', async (_, filter, expected) => {
    expect((await found(`users/search?${organ}&${filter}`)).sort()).toEqual(expected);
  });

  test.each(['rdp/1.5.10', 'rdp/1.4.11', 'Java/17.0.9', 'Apache-HttpClient/4.5.3 (Java/17.0.15)', ''])(
    'of %j does not get a hidden person: it could not show them',
    async (agent) => {
      expect(await found(`users/search?${organ}`, { 'User-Agent': agent })).toEqual(openOnly);
    },
  );
});

describe('a gene search', () => {
  const gene = 'genes/search?symbol=INHERITS&taxonId=9606';

  test.each([
    ['nothing', ''],
    ['their position', '&researcherPositions=PRINCIPAL_INVESTIGATOR'],
    ['their ontology term', '&ontologyNames=mondo&ontologyTermIds=MONDO:1'],
    ['their category', `&researcherCategories=${categoryOf(HIDDEN.id)}`],
    ['their organ', `&organUberonIds=${organOf(HIDDEN.id).uberonId}`],
  ])('narrowed to %s looks at the real person and shows them anonymised', async (_, filter) => {
    const seen = await found(`${gene}${filter}`);
    expect(seen.filter((one) => [anonymously(HIDDEN.id), inFull(OPEN.id)].includes(one)).length).toBeGreaterThan(0);
    expect(seen).toContain(anonymously(HIDDEN.id));
  });

  test.each([
    ['another category', `&researcherCategories=${categoryOf(HIDDEN.id + 1)}`],
    ['another organ', `&organUberonIds=${organOf(ADMIN_ID).uberonId}`],
    ['no position at all', '&researcherPositions='],
  ])('narrowed to %s does not show a hidden person', async (_, filter) => {
    expect(await found(`${gene}${filter}`)).not.toContain(anonymously(HIDDEN.id));
  });

  test('and the gene listing show the genes of somebody whose gene list is hidden', async () => {
    expect(await found(gene)).toContain(inFull(OPEN.id));
    const { content } = await registry.json('/api/genes?size=2000');
    expect(content.map(({ remoteUser }: GeneRecord) => remoteUser.id)).toContain(OPEN.id);
    expect((await registry.json(`/api/users/${OPEN.id}`)).userGenes).toEqual({});
  });
});

describe('the order of an answer', () => {
  const CROWD = Array.from({ length: 40 }, (_, index): Account => {
    return { ...settings, id: 300 + index, privacyLevel: index % 4 === 0 ? 2 : 0, hideGenelist: false };
  });

  test.each([
    ['a gene search', '/api/genes/search?symbol=INHERITS&taxonId=9606'],
    ['a search for researchers', '/api/users/search?descriptionLike=organ'],
  ])('of %s shows neither names nor ids of those it hides', async (_, question) => {
    await using crowd = await startTestRegistry({
      snapshot: privacySnapshot([...privacyAccounts(['ROLE_ADMIN'], 'conventional').slice(0, 1), ...CROWD]),
      settings: { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true' },
    });
    const order = async () => {
      const records: (UserRecord & GeneRecord)[] = await crowd.json(question);
      return records.map((record) => record.remoteUser ?? record).map(personOf);
    };
    const first = await order();
    // `Last …` stands before `Registry User`, the name that stands in for all who are hidden.
    const [open, hidden] = [first.slice(0, 10), first.slice(10)];
    expect(open).toEqual(CROWD.filter(({ privacyLevel }) => privacyLevel === 2).map(({ id }) => id));
    expect(hidden).toHaveLength(30);
    expect(hidden).not.toEqual(hidden.toSorted((a, b) => a - b));
    expect(hidden).not.toEqual(hidden.toSorted((a, b) => b - a));
    expect(await order()).toEqual(first);
  });
});

describe('an anonymous id', () => {
  async function hiddenUser(): Promise<string> {
    const records: UserRecord[] = await registry.json(`/api/users/search?${organ}`);
    return records.find(({ anonymousId }) => anonymousId !== undefined)?.anonymousId ?? '';
  }
  async function hiddenGene(): Promise<GeneRecord | undefined> {
    const records: GeneRecord[] = await registry.json('/api/genes/search?symbol=INHERITS&taxonId=9606');
    return records.find(({ remoteUser }) => seenUser(remoteUser) === anonymously(HIDDEN.id));
  }

  test('is another one in every answer', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, hiddenUser));
    const genes = await Promise.all(Array.from({ length: 20 }, hiddenGene));
    const all = [...ids, ...genes.flatMap((gene) => [gene?.anonymousId, gene?.remoteUser.anonymousId])];
    expect(all).toHaveLength(60);
    expect(new Set(all).size).toBe(60);
  });

  test('of a user and of a gene are not mixed up', async () => {
    const gene = await hiddenGene();
    const status = async (path: string) => (await registry.get(`/api/${path}`)).status;
    expect(await status(`users/by-anonymous-id/${gene?.anonymousId}`)).toBe(404);
    expect(await status(`genes/by-anonymous-id/${await hiddenUser()}`)).toBe(404);
    expect(await status(`users/by-anonymous-id/${gene?.remoteUser.anonymousId}`)).toBe(200);
    expect(await status(`genes/by-anonymous-id/${gene?.anonymousId}`)).toBe(200);
  });

  test('handed to an administrator gives the person, and to anybody else nothing new', async () => {
    const anonymousId = await hiddenUser();
    const path = `/api/users/by-anonymous-id/${anonymousId}`;
    expect(await registry.json(path)).toMatchObject({ anonymousId, name: 'Registry User' });
    expect(await registry.json(path, tokenOf(OPEN.id))).toMatchObject({ anonymousId, name: 'Registry User' });
    const resolved = await registry.json(path, tokenOf(HIDDEN.id));
    expect(resolved).toMatchObject({ id: HIDDEN.id, lastName: `Last ${mark}` });
    expect(resolved).not.toHaveProperty('anonymousId');
    // The administrator of this snapshot has no level of their own, which does not matter for what they read.
    expect(await registry.json(path, tokenOf(ADMIN_ID))).toMatchObject({ id: HIDDEN.id });
  });
});
