/** Whatever the snapshot format allows: every endpoint answers 200 with JSON that partners can read (quirk 46). */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LARGEST_ID, ODD_ADMIN_TOKEN, ODD_TEXT, oddSnapshot } from '../../support/registry/odd-snapshot.ts';
import { HUMAN } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const odd = encodeURIComponent(ODD_TEXT);
const searched = ['', 'a', 'nul', '🧬', ODD_TEXT, '\0', '%', 'winded', 'lengthy 🧬'].map(encodeURIComponent);

const PATHS = [
  ...['/api', '/api/stats', '/stats', '/api/users', '/api/genes', '/api/ontologies'],
  ...[0, HUMAN, LARGEST_ID].map((taxonId) => `/api/taxa/${taxonId}`),
  ...['id', 'id,desc'].flatMap((sort) => [`/api/users?size=100&sort=${sort}`, `/api/genes?size=100&sort=${sort}`]),
  ...['termId', 'termId,desc', 'name', 'name,desc'].map((sort) => `/api/ontologies/odd/terms?sort=${sort}`),
  ...[`/api/ontologies/odd/terms?ontologyTermIds=A&ontologyTermIds=${odd}`, '/api/ontologies/odd/terms/a'],
  ...[0, 5, 6, 8, LARGEST_ID - 1].map((userId) => `/api/users/${userId}`),
  ...searched.flatMap((text) => [
    `/api/users/search?nameLike=${text}&prefix=false`,
    `/api/users/search?nameLike=${text}&prefix=true`,
    `/api/users/search?descriptionLike=${text}`,
    `/api/users/search?nameLike=${text}&descriptionLike=${text}`,
  ]),
  '/api/users/search?descriptionLike=&ontologyNames=ODD&ontologyTermIds=b',
  `/api/users/search?descriptionLike=&organUberonIds=odd:null&organUberonIds=${odd}`,
  `/api/genes/search?symbol=${odd}&taxonId=${HUMAN}`,
  `/api/genes/search?symbol=max&taxonId=${LARGEST_ID}`,
  `/api/genes/search?symbol=MAX&taxonId=${LARGEST_ID}&orthologTaxonId=0&tiers=TIER1&tiers=TIER2`,
];

describe.each(['true', 'false'])('with anonymised search results %s', (anonymises) => {
  let registry: TestRegistry;
  beforeAll(async () => {
    const settings = { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: anonymises };
    registry = await startTestRegistry({ snapshot: oddSnapshot(), settings });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  test.each([
    ['the public', undefined],
    ['an administrator', ODD_ADMIN_TOKEN],
  ])('%s is answered everywhere', async (_, token) => {
    const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const answers = await Promise.all(
      PATHS.map(async (path) => {
        const response = await registry.get(path, { headers });
        const text = await response.text();
        return { path, status: response.status, isJson: isJson(text), text };
      }),
    );
    expect(answers.filter(({ status, isJson }) => status !== 200 || !isJson)).toEqual([]);
  });

  test('what partners fail on is filled in or left out', async () => {
    const user = await registry.json('/api/users/0');
    expect(user.publications).toEqual([{ pmid: 0, title: null }]);
    expect(user.userTerms.map(({ aspect }: { aspect: unknown }) => aspect)).toEqual([null, null]);
    expect(user.userGenes['0']).toMatchObject({ symbol: '0', tier: 'TIER3', taxon: { commonName: '0' } });
    expect(user.userOntologyTerms.map(({ name }: { name: unknown }) => name)).toEqual(['gone', 'a']);
    const [term] = (await registry.json('/api/ontologies/odd/terms')).content;
    expect(term).toMatchObject({ termId: 'a', name: 'a', definition: null });
  });

  test('long and strange text comes through whole', async () => {
    expect((await registry.json('/api/users/8')).description).toHaveLength('lengthy 🧬 '.length * 10_240);
    expect(await registry.json('/api/users/5')).toMatchObject({ name: ODD_TEXT, lastName: ODD_TEXT, email: '' });
    const found = await registry.json(`/api/users/search?nameLike=${odd}&prefix=false`);
    expect(found.map(({ id }: { id: number }) => id)).toEqual([5]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
