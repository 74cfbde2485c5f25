/** A website that is no address of the web reaches nobody: not by the API, a page, a file, or another registry. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportSnapshot } from '../../../src/registry/import/snapshot-export.ts';
import { type Network, startNetwork } from '../../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';

const SCRIPT = 'java\nscript:alert(document.domain)//https://ada.example.org';
const GENE = 'symbol=BRCA1&taxonId=9606';

let network: Network;
let registry: TestRegistry;
beforeAll(async () => {
  const genes = [{ geneId: 672, tier: 'TIER1' as const, privacyLevel: null }];
  const users = [
    aUser(1, { roles: ['ROLE_ADMIN'], accessTokens: [{ token: 'admin', expiresAt: '2099-01-01T00:00:00Z' }] }),
    aUser(2, { lastName: 'Script', genes, website: SCRIPT }),
    aUser(3, { lastName: 'Text', genes, website: 'www.example.org' }),
    aUser(4, { lastName: 'Port', genes, website: 'example.org:8080/people' }),
    aUser(5, { lastName: 'Link', genes, website: 'https://ada.example.org/' }),
    aUser(6, { lastName: 'Mail', genes, privacyLevel: 0, website: 'mailto:ada@example.org' }),
  ];
  network = await startNetwork([
    { key: 'a', snapshot: smallSnapshot({ users }) },
    { key: 'b', snapshot: smallSnapshot() },
  ]);
  registry = network.at('a');
});
afterAll(() => network[Symbol.asyncDispose]());

const WEBSITES = [null, 'www.example.org', 'example.org:8080/people', 'https://ada.example.org/', null];

describe('the person is there, and their website is null', () => {
  test('in the record of each, whoever asks', async () => {
    for (const token of [undefined, 'admin']) {
      const ids = token === undefined ? [2, 3, 4, 5] : [2, 3, 4, 5, 6];
      const records = await Promise.all(ids.map((id) => registry.json(`/api/users/${id}`, token)));
      expect(records.map(({ website }) => website)).toEqual(WEBSITES.slice(0, ids.length));
      expect(records.map(({ lastName }) => lastName)[0]).toBe('Script');
    }
  });

  test.each([
    '/api/users?size=50',
    '/api/users/search?nameLike=&prefix=false',
    '/api/genes?size=50',
    `/api/genes/search?${GENE}`,
    '/api/federated/users/2?origin=local',
    '/api/federated/users?size=50',
    `/api/federated/genes/search?${GENE}&size=50`,
    `/export?format=csv&${GENE}`,
    `/export?format=tsv&${GENE}`,
    `/export?format=json&${GENE}`,
    '/userView/2?origin=local',
    `/search?${GENE}&render=server`,
  ])('in %s', async (path) => {
    const text = await (await registry.get(path, { headers: { Authorization: 'Bearer admin' } })).text();
    expect(text).toContain('Script');
    expect(text).not.toMatch(/script:alert|document\.domain|mailto:ada@/);
  });

  test('in what another registry says of them', async () => {
    const { content } = await network.at('b').json(`/api/federated/genes/search?${GENE}&origins=a`);
    const websites = content.map(({ remoteUser }: { remoteUser: { lastName: string; website: unknown } }) => [
      remoteUser.lastName,
      remoteUser.website,
    ]);
    expect(websites).toContainEqual(['Script', null]);
  });

  test('in the snapshot that is exported', () => {
    const { users } = JSON.parse([...exportSnapshot(registry.context.store)].join(''));
    expect(users.slice(1).map(({ website }: { website: unknown }) => website)).toEqual(WEBSITES);
  });
});
