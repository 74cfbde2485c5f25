/** Checks of what callers see differently than in RDP. */

import { expect } from 'vitest';
import { ANONYMISING, startAlpha, TOKENS } from '../../../support/registry/alpha-registry.ts';
import { startTestRegistry } from '../../../support/registry/start-registry.ts';
import { askRaw } from '../../../support/server/raw-http.ts';
import {
  alphaSnapshot,
  BY_DESCRIPTION,
  BY_NAME,
  bearer,
  type Check,
  firstAnonymous,
  IN_HUMAN,
  idsOf,
  importInto,
  type Json,
  json,
  PUBLIC_USER,
  statusOf,
  withUser,
} from './ask.ts';

const NO_LEVEL_USER = 7;
const REMOTE_ACCOUNT = 1;
const KEY = '01'.repeat(32);

export const whoSeesWhat: Record<string, Check> = {
  'gene-privacy-inside-user-genes': async ({ plain }) => {
    const own = alphaSnapshot().users.find(({ id }) => id === PUBLIC_USER)?.genes ?? [];
    const open = own.filter(({ privacyLevel }) => privacyLevel === null || privacyLevel === 2);
    const { userGenes } = await json(plain, `/api/users/${PUBLIC_USER}`);
    expect(Object.keys(userGenes).toSorted()).toEqual(open.map(({ geneId }) => String(geneId)).toSorted());
    expect(open.length).toBeLessThan(own.length);
  },
  'listings-show-what-the-caller-may-read': async ({ plain }) => {
    for (const listing of ['/api/users?size=1', '/api/genes?size=1']) {
      const totals = [{}, bearer(TOKENS.member), bearer(TOKENS.admin)].map((headers) => json(plain, listing, headers));
      const [open = 0, member = 0, admin = 0] = (await Promise.all(totals)).map((page) => page.totalElements);
      expect(open).toBeLessThan(member);
      expect(member).toBeLessThan(admin);
    }
  },
  'null-level-is-private': async ({ plain }) => {
    const { content } = await json(plain, '/api/genes?size=2000', bearer(TOKENS.admin));
    const owners = idsOf(content.map(({ remoteUser }: Json) => remoteUser));
    expect(owners).not.toContain(NO_LEVEL_USER);
    expect(await statusOf(plain, `/api/users/${NO_LEVEL_USER}`, bearer(TOKENS.admin))).toBe(401);
  },
  'remote-account-is-never-listed': async () => {
    const genes = [{ geneId: 7157, tier: 'TIER1' as const, privacyLevel: null }];
    const snapshot = withUser(REMOTE_ACCOUNT, { enabled: true, privacyLevel: 2, genes });
    for (const settings of [{}, ANONYMISING]) {
      await using registry = await startTestRegistry({ snapshot, settings });
      const { users } = await json(registry, '/api/stats');
      const { totalElements, content } = await json(registry, '/api/users?size=2000', bearer(TOKENS.admin));
      expect(idsOf(content)).not.toContain(REMOTE_ACCOUNT);
      expect(totalElements).toBeLessThan(users);
      expect(await statusOf(registry, '/api/genes?size=2000')).toBe(200);
      const found = await json(registry, `${IN_HUMAN}TP53`, bearer(TOKENS.admin));
      expect(idsOf(found.map(({ remoteUser }: Json) => remoteUser))).not.toContain(REMOTE_ACCOUNT);
    }
  },
  'anonymous-id-answers-in-full': async ({ anonymising }) => {
    const anonymous = await firstAnonymous(anonymising, '/api/users?size=2000');
    const path = `/api/users/by-anonymous-id/${anonymous}`;
    expect(await json(anonymising, path, bearer(TOKENS.admin))).toMatchObject({ id: expect.any(Number) });
    const gene = await firstAnonymous(anonymising, '/api/genes?size=2000');
    const inFull = await json(anonymising, `/api/genes/by-anonymous-id/${gene}`, bearer(TOKENS.admin));
    expect(inFull).toMatchObject({ remoteUser: { id: expect.any(Number) } });
  },
  'anonymous-id-stays': async ({ anonymising }) => {
    const anonymousId = await firstAnonymous(anonymising, '/api/users?size=2000');
    expect(await json(anonymising, `/api/users/by-anonymous-id/${anonymousId}`)).toMatchObject({ anonymousId });
    const geneId = await firstAnonymous(anonymising, '/api/genes?size=2000');
    expect(await json(anonymising, `/api/genes/by-anonymous-id/${geneId}`)).toMatchObject({ anonymousId: geneId });
  },
  'gene-keeps-its-researcher-to-itself': async () => {
    const genes = [{ geneId: 7157, tier: 'TIER1' as const, privacyLevel: 0 as const }];
    await using registry = await startTestRegistry({
      snapshot: withUser(PUBLIC_USER, { genes }),
      settings: ANONYMISING,
    });
    const found = await json(registry, `${IN_HUMAN}TP53`);
    const hidden = found.filter(({ anonymousId }: Json) => anonymousId !== undefined);
    const paths: string[] = hidden.map(
      ({ remoteUser }: Json) => `/api/users/by-anonymous-id/${remoteUser.anonymousId}`,
    );
    const idsSeen = async (headers = {}) =>
      idsOf(await Promise.all(paths.map((path) => json(registry, path, headers))));
    expect(await statusOf(registry, `/api/users/${PUBLIC_USER}`)).toBe(200);
    expect(await idsSeen()).not.toContain(PUBLIC_USER);
    expect(await idsSeen(bearer(TOKENS.admin))).toContain(PUBLIC_USER);
  },
  'anonymous-ids-are-sealed': async () => {
    const settings = { ...ANONYMISING, APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: KEY };
    await using one = await startAlpha(settings);
    await using other = await startAlpha(settings);
    const anonymousId = await firstAnonymous(one, '/api/users?size=2000');
    expect(await statusOf(other, `/api/users/by-anonymous-id/${anonymousId}`)).toBe(200);
  },
  'changes-count-at-once': async () => {
    await using registry = await startAlpha(ANONYMISING);
    const { content } = await json(registry, '/api/users?size=2000');
    const { users } = await json(registry, '/api/stats');
    const paths = content
      .filter((user: Json) => user.anonymousId !== undefined)
      .map(({ anonymousId }: Json) => `/api/users/by-anonymous-id/${anonymousId}`);
    // Not even an administrator reads a profile without a level.
    const opened = await Promise.all(
      paths.map(async (path: string) => ({ path, ...(await json(registry, path, bearer(TOKENS.admin))) })),
    );
    const { path, id } = opened.find((user) => user.id !== undefined);
    await importInto(registry, withUser(id, { enabled: false, accessTokens: [] }));
    expect((await json(registry, '/api/stats')).users).toBe(users - 1);
    expect(await statusOf(registry, path)).toBe(404);
  },
  'user-search-finds-anonymised-users': async ({ anonymising }) => {
    const isAnonymous = ({ anonymousId }: Json) => anonymousId !== undefined;
    const organ = `${BY_DESCRIPTION}nervous`;
    expect((await json(anonymising, organ)).some(isAnonymous)).toBe(true);
    expect((await json(anonymising, `${BY_NAME}Level0`)).some(isAnonymous)).toBe(false);
    expect((await json(anonymising, organ, { 'User-Agent': 'rdp/1.5.10' })).some(isAnonymous)).toBe(false);
    const withoutName = await askRaw(anonymising.url, organ);
    expect(JSON.parse(withoutName.text).some(isAnonymous)).toBe(false);
  },
};
