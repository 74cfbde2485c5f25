/** A permission that is withdrawn counts for the very next request, whatever was asked, kept or begun before. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { RegistryError } from '../../../src/domain/errors.ts';
import { parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { type PrivacyLevel, PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { importSnapshotFrom } from '../../../src/files/snapshot-file.ts';
import { permissionWriter } from '../../../src/registry/people/permission-writer.ts';
import { users } from '../../../src/registry/people/users.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import {
  ADMIN_ID,
  askingAccounts,
  GENES,
  MEMBER_ID,
  markedIn,
  markOf,
  PARTNER_TOKEN,
  privacySnapshot,
  tokenOf,
} from '../../support/privacy/privacy-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const ID = 301;
const mark = markOf(ID);

type Settings = Partial<SnapshotUser>;

/** A registry with one researcher whose settings are these. */
function withResearcher(settings: Settings): Snapshot {
  const account = { shared: false, hideGenelist: false, enabled: true, isRemoteSearchAccount: false };
  const snapshot = privacySnapshot([
    ...askingAccounts(),
    { ...account, id: ID, roles: ['ROLE_USER'], privacyLevel: 2 },
  ]);
  return { ...snapshot, users: snapshot.users.map((user) => (user.id === ID ? { ...user, ...settings } : user)) };
}

function withoutResearcher(): Snapshot {
  const snapshot = withResearcher({});
  return { ...snapshot, users: snapshot.users.filter(({ id }) => id !== ID) };
}

function start(settings: Settings, anonymises = false): Promise<TestRegistry> {
  return startTestRegistry({
    snapshot: withResearcher(settings),
    settings: {
      APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN,
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(anonymises),
    },
  });
}

type ChangeData = (registry: TestRegistry, snapshot: Snapshot) => Promise<void>;

/** As the command does it: through the file, from beside the running registry. */
const importAll: ChangeData = async ({ folder }, snapshot) => {
  using store = openSqliteStore(join(folder, 'registry.sqlite'));
  const input = { name: 'test', read: async () => Buffer.from(JSON.stringify(snapshot)) };
  await importSnapshotFrom(input, store, () => {});
  // A reader keeps to one moment of the data for one turn of its event loop, which is not the importer's.
  await nextTurn();
};

/** Only those are written who differ from what is there. */
const changeSingleUsers: ChangeData = async ({ folder }, snapshot) => {
  using store = openSqliteStore(join(folder, 'registry.sqlite'));
  const people = users(store);
  store.write((tx) => {
    const before = new Map([...people.all(tx)].map((user) => [user.id, user]));
    const isChanged = (user: SnapshotUser) => !isDeepStrictEqual(before.get(user.id), { ...user, accessTokens: [] });
    const changed = snapshot.users.filter(isChanged);
    const gone = [...before.keys()].filter((id) => !snapshot.users.some((user) => user.id === id));
    expect(changed.length + gone.length).toBeLessThan(3);
    people.put(tx, changed, new Date());
    people.remove(tx, gone);
  });
  await nextTurn();
};

const IMPORT = { way: 'an import', change: importAll };
const SINGLE = { way: 'a change of single users', change: changeSingleUsers };
const SOURCES = [IMPORT, SINGLE];

const QUESTIONS = [
  '/api/users',
  '/api/genes',
  '/api/genes/search?symbol=INHERITS&taxonId=9606',
  `/api/users/search?nameLike=${mark}&prefix=false`,
  `/api/users/search?descriptionLike=${mark}`,
  `/api/users/${ID}`,
];

/** Those of the questions whose answers name the person. */
async function leaksOf(registry: TestRegistry, token: string | undefined): Promise<string[]> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const leaks: string[] = [];
  for (const question of QUESTIONS) {
    const response = await registry.get(question, { headers });
    if (markedIn(await response.text()).includes(ID)) leaks.push(question);
  }
  return leaks;
}

/** A sample of two has each way, and each of the results. */
const SOURCES_AND_RESULTS = [
  { ...IMPORT, anonymises: false, results: 'without anonymised results' },
  { ...IMPORT, anonymises: true, results: 'with anonymised results' },
  { ...SINGLE, anonymises: true, results: 'with anonymised results' },
  { ...SINGLE, anonymises: false, results: 'without anonymised results' },
];

describe.each(sampleOf(SOURCES_AND_RESULTS, 1))('$way $results', ({ anonymises, change }) => {
  test.each<[string, string | undefined, Settings, after: Settings | 'deleted']>([
    ['the public, when they are shared only', undefined, { privacyLevel: 2 }, { privacyLevel: 1 }],
    ['the public, when they turn private', undefined, { privacyLevel: 2 }, { privacyLevel: 0 }],
    ['a member, when they turn private', tokenOf(MEMBER_ID), { privacyLevel: 1 }, { privacyLevel: 0 }],
    ['a partner, when they no longer agree', PARTNER_TOKEN, { privacyLevel: 0, shared: true }, { privacyLevel: 0 }],
    ['an administrator, when they have no level', tokenOf(ADMIN_ID), { privacyLevel: 0 }, { privacyLevel: null }],
    ['an administrator, when they are disabled', tokenOf(ADMIN_ID), { privacyLevel: 2 }, { enabled: false }],
    ['an administrator, when they are deleted', tokenOf(ADMIN_ID), { privacyLevel: 2 }, 'deleted'],
    ['that person, when they have no level', tokenOf(ID), { privacyLevel: 0 }, { privacyLevel: null }],
    ['that person, when they are disabled', tokenOf(ID), { privacyLevel: 2 }, { enabled: false }],
  ])('shows nothing more of somebody to %s', async (_, token, before, after) => {
    await using registry = await start(before, anonymises);
    expect(await leaksOf(registry, token)).toEqual(QUESTIONS);
    await change(
      registry,
      after === 'deleted' ? withoutResearcher() : withResearcher({ ...before, shared: false, ...after }),
    );
    expect(await leaksOf(registry, token)).toEqual([]);
  });

  test('shows somebody again as soon as they allow it', async () => {
    await using registry = await start({ privacyLevel: 0 }, anonymises);
    expect(await leaksOf(registry, undefined)).toEqual([]);
    await change(registry, withResearcher({ privacyLevel: 2 }));
    expect(await leaksOf(registry, undefined)).toEqual(QUESTIONS);
  });

  test('shows one gene less when one gene turns private', async () => {
    await using registry = await start({ privacyLevel: 2 }, anonymises);
    const gene = '/api/genes/search?symbol=INHERITS&taxonId=9606';
    const listed = async () => Object.keys((await registry.json(`/api/users/${ID}`)).userGenes);
    const found = async () => JSON.stringify(await registry.json(gene)).includes(mark);
    expect([await listed(), await found()]).toEqual([['125', '128', '129'], true]);
    const genes = GENES.map(({ geneId, tier, own }) => ({ geneId, tier, privacyLevel: own ?? 0 }));
    await change(registry, withResearcher({ privacyLevel: 2, genes }));
    expect([await listed(), await found()]).toEqual([['128'], false]);
  });

  test('shows no gene list when the list is hidden', async () => {
    await using registry = await start({ privacyLevel: 2 }, anonymises);
    const listed = async (token?: string) =>
      Object.keys((await registry.json(`/api/users/${ID}`, token)).userGenes).length;
    expect([await listed(), await listed(tokenOf(MEMBER_ID)), await listed(tokenOf(ADMIN_ID))]).toEqual([3, 4, 5]);
    await change(registry, withResearcher({ privacyLevel: 2, hideGenelist: true }));
    expect([await listed(), await listed(tokenOf(MEMBER_ID)), await listed(tokenOf(ADMIN_ID))]).toEqual([0, 0, 5]);
  });
});

describe('an answer that was begun before', () => {
  async function begin(registry: TestRegistry) {
    const { listUsers, listGenes, searchUsers } = registry.context.registry;
    const page = { page: 0, size: 20 };
    const filters = {
      researcherPositions: undefined,
      researcherCategories: undefined,
      organUberonIds: undefined,
      terms: undefined,
      ontologiesAlone: undefined,
    };
    const byName = { name: { like: mark, prefix: false }, descriptionLike: undefined, filters };
    const lists = [
      (await listUsers(PUBLIC_VIEWER, page, [])).records,
      (await listGenes(PUBLIC_VIEWER, page, [])).records,
      await searchUsers(PUBLIC_VIEWER, byName, true),
    ];
    expect(lists.map(({ total }) => total)).toEqual([1, 3, 1]);
    return lists;
  }

  test('is given up, to be asked again, when an import came', async () => {
    await using registry = await start({ privacyLevel: 2 });
    const lists = await begin(registry);
    await importAll(registry, withResearcher({ privacyLevel: 0 }));
    for (const list of lists) await expect(list.read(0, 20)).rejects.toMatchObject({ code: 'data-replaced' });
  });

  test('goes on without the one who has withdrawn', async () => {
    await using registry = await start({ privacyLevel: 2 });
    const lists = await begin(registry);
    await changeSingleUsers(registry, withResearcher({ privacyLevel: 0 }));
    for (const list of lists) expect(await list.read(0, 20)).toEqual([]);
  });

  test.each(SOURCES)('is given up when $way has made whoever asked less than an administrator', async ({ change }) => {
    await using registry = await start({ privacyLevel: 0 });
    const { accounts, listUsers } = registry.context.registry;
    const administrator = await accounts.viewerFor(tokenOf(ADMIN_ID));
    const { records } = await listUsers(administrator, { page: 0, size: 20 }, []);
    expect(markedIn(String(Buffer.concat((await records.read(0, 20)).flat())))).toContain(ID);
    const snapshot = withResearcher({ privacyLevel: 0 });
    const users = snapshot.users.map((user) =>
      user.id === ADMIN_ID ? { ...user, roles: ['ROLE_USER' as const] } : user,
    );
    await change(registry, { ...snapshot, users });
    await expect(records.read(0, 20)).rejects.toMatchObject({ code: 'data-replaced' });
    expect(await accounts.viewerNow(administrator)).toMatchObject({ kind: 'member', userId: ADMIN_ID });
  });

  test.each<[string, Partial<SnapshotUser['genes'][number]> | 'gone']>([
    ['has turned private', { privacyLevel: 0 }],
    ['is registered no more', 'gone'],
    ['has another tier', { tier: 'TIER3' }],
  ])('goes on without a gene that %s', async (_, change) => {
    await using registry = await start({ privacyLevel: 2 });
    const { listGenes, searchGenes } = registry.context.registry;
    const search = parseGeneQuery(new URLSearchParams('symbol=INHERITS&taxonId=9606'));
    const [listed, found] = [
      (await listGenes(PUBLIC_VIEWER, { page: 0, size: 20 }, [])).records,
      await searchGenes(PUBLIC_VIEWER, search),
    ];
    expect([listed.total, found.total]).toEqual([3, 1]);
    const genes = withResearcher({}).users.find(({ id }) => id === ID)?.genes ?? [];
    const inherits = GENES.find(({ symbol }) => symbol === 'INHERITS')?.geneId;
    const others = genes.filter(({ geneId }) => geneId !== inherits);
    const [gene] = genes.filter(({ geneId }) => geneId === inherits);
    const changed = change === 'gone' || gene === undefined ? others : [...others, { ...gene, ...change }];
    await changeSingleUsers(registry, withResearcher({ privacyLevel: 2, genes: changed }));
    expect([(await listed.read(0, 20)).length, await found.read(0, 20)]).toEqual([2, []]);
    expect((await listed.readFound(0, 20, 'record')).filter(({ geneId }) => geneId === inherits)).toEqual([]);
  });
});

describe.each([
  ['without', false],
  ['with', true],
])(
  'an answer %s anonymised records that was begun before what was withdrawn of a gene, which counts before its record',
  (_, anonymises) => {
    test.each<[string, PrivacyLevel | undefined]>([
      ['has turned private', 0],
      ['is registered no more', undefined],
    ])('names nobody with a gene that %s', async (_what, level) => {
      await using registry = await start({ privacyLevel: 2 }, anonymises);
      const { listGenes, searchGenes } = registry.context.registry;
      const search = parseGeneQuery(new URLSearchParams('symbol=INHERITS&taxonId=9606'));
      const lists = [
        (await listGenes(PUBLIC_VIEWER, { page: 0, size: 20 }, [])).records,
        await searchGenes(PUBLIC_VIEWER, search),
      ];
      const genes = withResearcher({}).users.find(({ id }) => id === ID)?.genes ?? [];
      const inherits = GENES.find(({ symbol }) => symbol === 'INHERITS')?.geneId as number;
      const levels = new Map(genes.map(({ geneId, privacyLevel }) => [geneId, privacyLevel]));
      if (level === undefined) levels.delete(inherits);
      else levels.set(inherits, level);
      using store = openSqliteStore(join(registry.folder, 'registry.sqlite'));
      const permissions = permissionWriter(store);
      const withdrawn = store.read((tx) => permissions.withdrawnGenes(tx, new Map([[ID, levels]])));
      store.write((tx) => permissions.writeWithdrawnGenes(tx, withdrawn));
      await nextTurn();
      for (const list of lists) {
        const read = await list.readFound(0, 20, 'record').catch((error: RegistryError) => {
          expect(error.code).toBe('data-replaced');
          return [];
        });
        const named = read.filter(({ geneId, json }) => geneId === inherits && json.includes(mark));
        expect(named).toEqual([]);
      }
    });
  },
);

describe('an answer with anonymised records that was begun before', () => {
  test('is given up, to be asked again, when somebody named in it has withdrawn: the place would show who', async () => {
    await using registry = await start({ privacyLevel: 2 }, true);
    const { listUsers, listGenes, searchGenes } = registry.context.registry;
    const page = { page: 0, size: 20 };
    const lists = [
      (await listUsers(PUBLIC_VIEWER, page, [])).records,
      (await listGenes(PUBLIC_VIEWER, page, [])).records,
      await searchGenes(PUBLIC_VIEWER, parseGeneQuery(new URLSearchParams('symbol=INHERITS&taxonId=9606'))),
    ];
    await changeSingleUsers(registry, withResearcher({ privacyLevel: 2, phone: '123' }));
    // Of the genes some are withheld all the time, and nobody keeps which.
    expect(await lists[0]?.read(0, 20)).toHaveLength(lists[0]?.total ?? 0);
    await changeSingleUsers(registry, withResearcher({ privacyLevel: 0 }));
    for (const list of lists) await expect(list.read(0, 20)).rejects.toMatchObject({ code: 'data-replaced' });
  });
});

test('a request that is sent after somebody has withdrawn does not show them, though others are just being read for', async () => {
  await using registry = await start({ privacyLevel: 2 });
  using store = openSqliteStore(join(registry.folder, 'registry.sqlite'));
  const people = users(store);
  const withdrawn = withResearcher({ privacyLevel: 0 }).users.filter(({ id }) => id === ID);
  const { hostname, port } = new URL(registry.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // What goes on for others in slices goes on here: behind the requests of one turn, and before those of the next.
  await nextTurn();
  registry.context.registry.dataTag();
  store.write((tx) => people.put(tx, withdrawn, new Date()));
  const untilMs = performance.now() + 5;
  while (performance.now() < untilMs);
  socket.write(`GET /api/users/${ID} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 401 /);
});

const organsOf = ({ userOrgans }: { userOrgans: object }) => JSON.stringify(userOrgans);

describe.each(sampleOf(SOURCES, 1))('a reader among anonymised records after $way', ({ change }) => {
  /**
   * Walks past somebody who is withheld from the third page on; returns where they stand then. Two rows precede that page:
   * only where one of them is this person has nothing moved, and it can be seen only where they are the first.
   */
  async function walk(): Promise<number> {
    await using registry = await start({ privacyLevel: 2 }, true);
    const pageAt = (place: string) => registry.json(`/api/federated/users?origins=local&${place}`);
    const first = await pageAt('size=1');
    const second = await pageAt(`cursor=${first.cursor}`);
    expect([first.content[0].id, second.content[0].id, second.complete]).toEqual([ID, undefined, true]);
    await change(registry, withResearcher({ privacyLevel: 0 }));
    const third = await pageAt(`cursor=${second.cursor}`);
    const now = (await pageAt('size=9')).content.map(organsOf);
    const place = now.indexOf(organsOf(first.content[0]));
    expect(third).toMatchObject({ complete: place === 0, totalElements: first.totalElements });
    expect(organsOf(third.content[0])).toBe(now[2]);
    if (place > 0) expect(third.summary).toContain('may be missing or stand twice');
    return place;
  }

  test('says that these may have moved, wherever somebody who was shown now is among them', async () => {
    const places = new Set<number>();
    // Withheld people stand in an order of each registry's own.
    for (let walks = 0; walks < 60 && places.size < 4; walks++) places.add(await walk());
    expect([...places].toSorted()).toEqual([0, 1, 2, 3]);
  });
});

describe.each(sampleOf(SOURCES, 1))('an anonymous id given out before $way', ({ change }) => {
  const byId = async (registry: TestRegistry) => {
    const { content } = await registry.json('/api/users');
    return `/api/users/by-anonymous-id/${content.find(({ userOrgans }: { userOrgans: object }) => 'UBERON:0000301' in userOrgans).anonymousId}`;
  };

  test.each<[string, Settings | 'deleted', number, string | undefined]>([
    ['gives the person once they are public', { privacyLevel: 2 }, 200, `Last ${mark}`],
    ['gives nothing new while they are not', { privacyLevel: 1 }, 200, undefined],
    ['is unknown once they are disabled', { enabled: false }, 404, undefined],
    ['is unknown once they are deleted', 'deleted', 404, undefined],
  ])('%s', async (_, after, status, lastName) => {
    await using registry = await start({ privacyLevel: 0 }, true);
    const path = await byId(registry);
    await change(registry, after === 'deleted' ? withoutResearcher() : withResearcher({ privacyLevel: 0, ...after }));
    const response = await registry.get(path);
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(markedIn(text)).toEqual(lastName === undefined ? [] : [ID]);
    if (lastName !== undefined) expect(JSON.parse(text)).toMatchObject({ id: ID, lastName });
  });
});

describe.each(sampleOf(SOURCES, 1))('a token after $way', ({ change }) => {
  const withRoles = (roles: SnapshotUser['roles'], enabled = true): Snapshot => {
    const snapshot = withResearcher({ privacyLevel: 0 });
    return {
      ...snapshot,
      users: snapshot.users.map((user) => (user.id === ADMIN_ID ? { ...user, roles, enabled } : user)),
    };
  };

  test('reads no more than its account may now', async () => {
    await using registry = await start({ privacyLevel: 0 });
    expect(await leaksOf(registry, tokenOf(ADMIN_ID))).toEqual(QUESTIONS);
    await change(registry, withRoles(['ROLE_USER']));
    expect(await leaksOf(registry, tokenOf(ADMIN_ID))).toEqual([]);
    await change(registry, withRoles(['ROLE_SERVICE_ACCOUNT']));
    expect(await leaksOf(registry, tokenOf(ADMIN_ID))).toEqual(QUESTIONS);
  });

  test('of an account that was disabled is refused', async () => {
    await using registry = await start({ privacyLevel: 2 });
    await change(registry, withRoles(['ROLE_ADMIN'], false));
    const response = await registry.get('/api/users', { headers: { Authorization: `Bearer ${tokenOf(ADMIN_ID)}` } });
    expect([response.status, await response.text()]).toEqual([401, 'API token is invalid.']);
  });

  test("of a partner reads no more once the partners' account has no role", async () => {
    await using registry = await start({ privacyLevel: 0, shared: true });
    expect(await leaksOf(registry, PARTNER_TOKEN)).toEqual(QUESTIONS);
    const snapshot = withResearcher({ privacyLevel: 0, shared: true });
    const users = snapshot.users.map((user) =>
      user.id === snapshot.remoteSearchUserId ? { ...user, roles: [] } : user,
    );
    await change(registry, { ...snapshot, users });
    expect(await leaksOf(registry, PARTNER_TOKEN)).toEqual([]);
  });
});
