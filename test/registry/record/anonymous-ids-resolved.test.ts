/** Anonymous ids over HTTP: resolved with the caller's rights of that moment, after restarts and changes of the data. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { aUser, HUMAN, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { importInto } from '../../support/registry/temporary-store.ts';

const ANONYMISED = { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true', APP_SITE_SHORTNAME: 'TestNet' };
const PARTNER_TOKEN = 'token-of-a-partner';
const LARGEST_ID = 2_147_483_647;

const hidden = aUser(5, {
  privacyLevel: 0,
  name: 'Hidden',
  genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }],
});
const shared = aUser(LARGEST_ID, { privacyLevel: 1, shared: true, name: 'Shared' });

function token(secret: string): Partial<SnapshotUser> {
  return { privacyLevel: 2, accessTokens: [{ token: secret, expiresAt: '2099-01-01T00:00:00Z' }] };
}

/** The one hidden person given, and accounts to ask as. */
function people(...persons: SnapshotUser[]): Snapshot {
  const admin = aUser(1, { ...token('of-an-admin'), roles: ['ROLE_ADMIN', 'ROLE_USER'] });
  const member = aUser(2, token('of-a-member'));
  const remote = aUser(9, { enabled: false, privacyLevel: 0, roles: ['ROLE_ADMIN', 'ROLE_USER'] });
  return smallSnapshot({ users: [admin, member, remote, ...persons], remoteSearchUserId: 9 });
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anonymous-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A registry over the database of this test; started again it finds what was there. */
function start(snapshot: Snapshot, settings: Record<string, string> = {}): Promise<TestRegistry> {
  const isearch = { APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN };
  const database = { DATABASE_FILE: join(folder, 'registry.sqlite') };
  return startTestRegistry({ snapshot, settings: { ...ANONYMISED, ...isearch, ...database, ...settings } });
}

/** The id that the public is given for the one hidden person. */
async function issuedUserId(registry: TestRegistry): Promise<string> {
  const { content } = await registry.json('/api/users');
  return content.find((user: { anonymousId?: string }) => user.anonymousId !== undefined).anonymousId;
}

async function issuedGene(registry: TestRegistry) {
  const [gene] = await registry.json(`/api/genes/search?symbol=BRCA1&taxonId=${HUMAN}`);
  return { geneId: gene.anonymousId as string, ownerId: gene.remoteUser.anonymousId as string };
}

async function resolve(registry: TestRegistry, kind: 'users' | 'genes', id: string, as?: string) {
  const headers: Record<string, string> = as === undefined ? {} : { Authorization: `Bearer ${as}` };
  const response = await registry.get(`/api/${kind}/by-anonymous-id/${id}`, { headers });
  const text = await response.text();
  return { status: response.status, record: response.status === 200 ? JSON.parse(text) : text };
}

const unknownUser = (id: string) => ({ status: 404, record: `Unknown user with anonymous ID: ${id}.` });
const unknownGene = (id: string) => ({ status: 404, record: `Unknown gene with anonymous ID: ${id}.` });

describe('resolving', () => {
  test('answers in full whom the caller may read, and everybody else the same person under the same id', async () => {
    await using registry = await start(people(shared));
    const id = await issuedUserId(registry);
    const anonymised = { anonymousId: id, name: 'TestNet User', email: null, lastName: null };
    const inFull = { id: LARGEST_ID, name: 'Shared', email: shared.email };
    for (const caller of ['of-an-admin', 'of-a-member', PARTNER_TOKEN]) {
      const { status, record } = await resolve(registry, 'users', id, caller);
      expect({ status, record }).toMatchObject({ status: 200, record: inFull });
      expect(record).not.toHaveProperty('anonymousId');
    }
    const { record } = await resolve(registry, 'users', id);
    expect(record).toMatchObject(anonymised);
    expect(record).not.toHaveProperty('id');
    // The id is a UUID, so its letter case is nobody's business.
    expect((await resolve(registry, 'users', id.toUpperCase())).record).toMatchObject(anonymised);
  });

  test('answers a private person to administrators here, not to members or partners', async () => {
    await using registry = await start(people(hidden));
    const id = await issuedUserId(registry);
    expect((await resolve(registry, 'users', id, 'of-an-admin')).record).toMatchObject({ id: 5, name: 'Hidden' });
    for (const caller of ['of-a-member', PARTNER_TOKEN, undefined]) {
      expect((await resolve(registry, 'users', id, caller)).record).toMatchObject({ anonymousId: id, email: null });
    }
  });

  test('works for genes alike, and for the person that comes with a gene', async () => {
    await using registry = await start(people(hidden));
    const { geneId, ownerId } = await issuedGene(registry);
    const inFull = await resolve(registry, 'genes', geneId, 'of-an-admin');
    expect(inFull.record).toMatchObject({ geneId: 672, tier: 'TIER1', remoteUser: { id: 5, name: 'Hidden' } });
    const anonymised = await resolve(registry, 'genes', geneId);
    expect(anonymised.record).toMatchObject({ anonymousId: geneId, geneId: 672, remoteUser: { email: null } });
    expect((await resolve(registry, 'users', ownerId, 'of-an-admin')).record).toMatchObject({ id: 5 });
    const newOwnerId = anonymised.record.remoteUser.anonymousId;
    expect(newOwnerId).not.toBe(ownerId);
    expect((await resolve(registry, 'users', newOwnerId, 'of-an-admin')).record).toMatchObject({ id: 5 });
  });

  test('keeps the two kinds apart', async () => {
    await using registry = await start(people(hidden));
    const { geneId, ownerId } = await issuedGene(registry);
    expect(await resolve(registry, 'users', geneId, 'of-an-admin')).toEqual(unknownUser(geneId));
    expect(await resolve(registry, 'genes', ownerId, 'of-an-admin')).toEqual(unknownGene(ownerId));
    const guessed = crypto.randomUUID();
    expect(await resolve(registry, 'users', guessed, 'of-an-admin')).toEqual(unknownUser(guessed));
  });

  test('answers the person of a hidden gene to those who may read that gene, however open the profile', async () => {
    const open = { ...hidden, privacyLevel: 2 as const, shared: true, name: 'Open' };
    const withHiddenGene = { ...open, genes: [{ geneId: 672, tier: 'TIER1' as const, privacyLevel: 0 as const }] };
    await using registry = await start(people(withHiddenGene));
    const { geneId, ownerId } = await issuedGene(registry);
    const again = (await resolve(registry, 'genes', geneId)).record.remoteUser.anonymousId;
    for (const id of [ownerId, again]) {
      for (const caller of ['of-an-admin', PARTNER_TOKEN]) {
        expect((await resolve(registry, 'users', id, caller)).record).toMatchObject({ id: 5, name: 'Open' });
      }
      for (const caller of ['of-a-member', undefined]) {
        const { record } = await resolve(registry, 'users', id, caller);
        expect(record).toMatchObject({ anonymousId: id, name: 'TestNet User', email: null, userGenes: {} });
        expect(record).not.toHaveProperty('id');
      }
    }
    expect((await registry.json('/api/users/5')).name).toBe('Open');
  });

  test('gives every answer ids of its own', async () => {
    await using registry = await start(people(hidden));
    const given = await Promise.all(Array.from({ length: 20 }, () => issuedUserId(registry)));
    expect(new Set(given).size).toBe(20);
  });
});

describe('after a change of the data, the next resolution goes by it:', () => {
  /** Issues ids, changes the data as another process would, and answers what becomes of the ids. */
  async function after(change: Snapshot, as?: string) {
    await using registry = await start(people(hidden));
    const userId = await issuedUserId(registry);
    const { geneId, ownerId } = await issuedGene(registry);
    importInto(registry.context.store, change);
    const [user, gene, owner] = await Promise.all([
      resolve(registry, 'users', userId, as),
      resolve(registry, 'genes', geneId, as),
      resolve(registry, 'users', ownerId, as),
    ]);
    return { userId, geneId, ownerId, user, gene, owner };
  }

  test('a person made public is shown in full to everybody', async () => {
    const { user, gene, owner } = await after(people({ ...hidden, privacyLevel: 2 }));
    expect(user.record).toMatchObject({ id: 5, name: 'Hidden' });
    expect(gene.record).toMatchObject({ geneId: 672, remoteUser: { id: 5 } });
    expect(owner.record).toMatchObject({ id: 5, name: 'Hidden' });
  });

  test('of a person made public whose gene stays private, the ids of the gene show nobody more', async () => {
    const genes = hidden.genes.map((gene) => ({ ...gene, privacyLevel: 0 as const }));
    const { user, gene, owner } = await after(people({ ...hidden, privacyLevel: 2, genes }));
    expect(user.record).toMatchObject({ id: 5, name: 'Hidden' });
    for (const { record } of [gene, owner]) expect(JSON.stringify(record)).not.toContain('Hidden');
    expect([gene.status, owner.status]).toEqual([200, 200]);
  });

  test.each([
    ['disabled', [{ ...hidden, enabled: false }]],
    ['deleted', []],
  ])('a person who was %s is gone, for administrators too', async (_, persons) => {
    const { userId, geneId, ownerId, user, gene, owner } = await after(people(...persons), 'of-an-admin');
    expect(user).toEqual(unknownUser(userId));
    expect(gene).toEqual(unknownGene(geneId));
    expect(owner).toEqual(unknownUser(ownerId));
  });

  test('a gene that is no longer registered is gone, its person is not', async () => {
    const { geneId, ownerId, user, gene, owner } = await after(people({ ...hidden, genes: [] }), 'of-an-admin');
    expect(gene).toEqual(unknownGene(geneId));
    expect(owner).toEqual(unknownUser(ownerId));
    expect(user.record).toMatchObject({ id: 5 });
  });
});

describe('ids issued before', () => {
  async function issuedBefore(settings: Record<string, string> = {}): Promise<string> {
    await using registry = await start(people(hidden), settings);
    return await issuedUserId(registry);
  }

  async function idsIssuedBefore() {
    await using registry = await start(people(hidden));
    return { users: await issuedUserId(registry), ...(await issuedGene(registry)) };
  }

  test('a restart are good after it', async () => {
    const id = await issuedBefore();
    await using registry = await start(people(hidden));
    expect((await resolve(registry, 'users', id, 'of-an-admin')).record).toMatchObject({ id: 5 });
  });

  test('a new key was set are unknown, and those of a configured key work on every instance', async () => {
    const ofDatabase = await issuedBefore();
    const key = { APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: '0f'.repeat(32) };
    const ofKey = await issuedBefore(key);
    const elsewhere = { ...key, DATABASE_FILE: join(folder, 'elsewhere.sqlite') };
    await using registry = await start(people(hidden), elsewhere);
    expect(await resolve(registry, 'users', ofDatabase, 'of-an-admin')).toEqual(unknownUser(ofDatabase));
    expect((await resolve(registry, 'users', ofKey, 'of-an-admin')).record).toMatchObject({ id: 5 });
  });

  test('anonymised results were switched off are not resolved at all', async () => {
    const id = await issuedBefore();
    await using registry = await start(people(hidden), {
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'false',
    });
    expect((await resolve(registry, 'users', id, 'of-an-admin')).status).toBe(503);
  });

  test('anonymised results were switched off are not resolved over the federated routes or the page either', async () => {
    const ids = await idsIssuedBefore();
    await using registry = await start(people(hidden), {
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'false',
    });
    const headers = { Authorization: 'Bearer of-an-admin' };
    const paths = [`users/by-anonymous-id/${ids.users}`, `users/by-anonymous-id/${ids.ownerId}`];
    for (const path of [...paths, `genes/by-anonymous-id/${ids.geneId}`]) {
      const response = await registry.get(`/api/federated/${path}?origin=local`, { headers });
      expect(await response.json()).toMatchObject({ status: 503, code: 'anonymised-results-disabled' });
    }
    const page = await registry.get(`/search/gene/by-anonymous-id/${ids.users}/request-access`);
    expect(page.status).toBe(404);
  });

  test('their life was over are unknown; it is as long as configured', async () => {
    await using registry = await start(people(hidden), {
      APP_SETTINGS_PRIVACY_ANONYMOUS_ID_LIFETIME_MINUTES: '5',
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      const id = await issuedUserId(registry);
      vi.setSystemTime(Date.now() + 5 * 60_000);
      expect((await resolve(registry, 'users', id, 'of-an-admin')).status).toBe(200);
      vi.setSystemTime(Date.now() + 60_000);
      expect(await resolve(registry, 'users', id, 'of-an-admin')).toEqual(unknownUser(id));
    } finally {
      vi.useRealTimers();
    }
  });
});
