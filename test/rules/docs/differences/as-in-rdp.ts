/** Checks of what is odd and stays as it is. */

import { expect } from 'vitest';
import { startTestRegistry } from '../../../support/registry/start-registry.ts';
import {
  alphaSnapshot,
  ask,
  BY_DESCRIPTION,
  BY_NAME,
  type Check,
  IN_HUMAN,
  idsOf,
  type Json,
  json,
  statusOf,
} from './ask.ts';

export const asInRdp: Record<string, Check> = {
  'user-id-oracle': async ({ plain }) => {
    expect([await statusOf(plain, '/api/users/11'), await statusOf(plain, '/api/users/4711')]).toEqual([401, 404]);
  },
  'half-a-filter': async ({ plain }) => {
    for (const half of ['ontologyTermIds=nope', 'ontologyNames=mondo']) {
      expect(await json(plain, `${BY_NAME}&${half}`)).toEqual(await json(plain, BY_NAME));
    }
  },
  'unknown-terms': async ({ plain }) => {
    const ids = async (terms: string) => idsOf(await json(plain, `${BY_NAME}&${terms}`));
    expect(await ids('ontologyNames=mondo&ontologyTermIds=nope')).toEqual([]);
    const known = await ids('ontologyNames=mondo&ontologyTermIds=MONDO:0000001');
    expect(known.length).toBeGreaterThan(0);
    expect(await ids('ontologyNames=mondo,mondo&ontologyTermIds=nope,MONDO:0000001')).toEqual(known);
    expect(await ids('ontologyNames=mondo,hp&ontologyTermIds=MONDO:0000001,nope')).toEqual([]);
  },
  'unknown-ortholog-taxon': async ({ plain }) => {
    expect(await json(plain, `${IN_HUMAN}SHH&orthologTaxonId=-99`)).toEqual(await json(plain, `${IN_HUMAN}SHH`));
  },
  'no-full-names': async ({ plain }) => {
    expect(await json(plain, `${BY_NAME}ada%20lovelace`)).toEqual([]);
    expect((await json(plain, `${BY_NAME}lovelace`)).length).toBeGreaterThan(0);
  },
  'empty-search': async ({ plain }) => {
    expect((await json(plain, BY_NAME)).length).toBeGreaterThan(20);
    expect((await json(plain, BY_DESCRIPTION)).length).toBeGreaterThan(20);
  },
  'genes-of-hidden-lists': async ({ plain }) => {
    const hidden = 20;
    expect((await json(plain, `/api/users/${hidden}`)).userGenes).toEqual({});
    const { content } = await json(plain, '/api/genes?size=2000');
    expect(idsOf(content.map(({ remoteUser }: Json) => remoteUser))).toContain(hidden);
  },
  'tier3-in-listings': async ({ plain }) => {
    const { content } = await json(plain, '/api/genes?size=2000');
    expect(content.some(({ tier }: Json) => tier === 'TIER3')).toBe(true);
    expect(await json(plain, `${IN_HUMAN}SHH&tiers=TIER3`)).toEqual([]);
  },
  'null-names': async () => {
    const snapshot = alphaSnapshot();
    const users = snapshot.users.map((user) => (user.id === 54 ? { ...user, name: null } : user));
    await using registry = await startTestRegistry({ snapshot: { ...snapshot, users } });
    expect(await registry.json('/api/users/54')).toMatchObject({ id: 54, name: null });
  },
  'tier3-alone': async ({ plain }) => {
    for (const alone of ['tiers=TIER3', 'tier=TIER3']) expect(await json(plain, `${IN_HUMAN}SHH&${alone}`)).toEqual([]);
    const origins = await json(plain, `${IN_HUMAN.replace('/api/', '/api/federated/')}SHH&tiers=TIER3`);
    expect(origins).toMatchObject({ complete: false, origins: [{ key: 'local', state: 'unsupported' }] });
  },
  'anonymised-records': async ({ anonymising }) => {
    const isAnonymous = ({ anonymousId }: Json) => anonymousId !== undefined;
    const { content } = await json(anonymising, '/api/genes?size=2000');
    const gene = content
      .filter(isAnonymous)
      .find(({ remoteUser }: Json) => Object.keys(remoteUser.userOrgans).length > 0);
    expect(gene).toMatchObject({ symbol: expect.any(String), tier: expect.any(String) });
    const filter = '&researcherPositions=PRINCIPAL_INVESTIGATOR';
    const counts = [`${IN_HUMAN}SHH`, `${IN_HUMAN}SHH${filter}`].map(async (path) => {
      return (await json(anonymising, path)).filter(isAnonymous).length;
    });
    const [all = 0, narrowed = 0] = await Promise.all(counts);
    expect(narrowed).toBeLessThan(all);
  },
  'login-address': async ({ plain }) => {
    const { email } = alphaSnapshot().users.find(({ id }) => id === 54) ?? {};
    expect(await json(plain, '/api/users/54')).toMatchObject({ email });
  },
  'prefix-rule': async ({ plain }) => {
    expect(await statusOf(plain, '/api/users/search?nameLike=a')).toBe(400);
    expect(await statusOf(plain, '/api/users/search?nameLike=a&descriptionLike=a')).toBe(200);
  },
  'directed-orthologs': async ({ plain }) => {
    const fromHuman = await json(plain, `${IN_HUMAN}SHH&orthologTaxonId=10090`);
    expect(fromHuman.length).toBeGreaterThan(0);
    expect(await statusOf(plain, '/api/genes/search?symbol=Shh&taxonId=10090&orthologTaxonId=9606')).toBe(404);
  },
  'two-kinds-of-404': async ({ plain }) => {
    const types = await Promise.all(['/api/nothing', '/api/nothing/here'].map((path) => ask(plain, path)));
    expect(types.map(({ status, headers }) => [status, headers['content-type']])).toEqual([
      [404, 'text/plain'],
      [404, 'application/json'],
    ]);
  },
};
