/** ORCID iDs and ROR ids: who gets them, and that whoever does not want them gets records as they always were. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { type Answer, askRaw } from '../../support/server/raw-http.ts';

const ORCID = '0000-0002-1825-0097';
const HIDDEN_ORCID = '0000-0001-5109-3700';
const ROR = '03yrm5c26';
const WANTED = { 'Isearch-Proxy-Wants': 'later, Identifiers' };
const genes = [{ geneId: 672, tier: 'TIER1' as const, privacyLevel: null }];
const SEARCHES = [
  '/api/users',
  '/api/genes',
  '/api/users/search?nameLike=name&prefix=false',
  '/api/genes/search?symbol=BRCA1&taxonId=9606',
];

let registry: TestRegistry;
let partner: TestRegistry;
beforeAll(async () => {
  const anonymised = { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true' };
  partner = await startTestRegistry({
    snapshot: smallSnapshot({
      users: [
        aUser(1, { genes, orcid: ORCID, ror: ROR }),
        aUser(2, { genes, orcid: HIDDEN_ORCID, privacyLevel: 0 }),
        aUser(3, { genes, orcid: null }),
      ],
    }),
    settings: anonymised,
  });
  const [alike] = smallSnapshot().users;
  registry = await startTestRegistry({
    snapshot: smallSnapshot({ users: [{ ...aUser(1, { genes, orcid: ORCID }), ...{ roles: alike?.roles ?? [] } }] }),
    partners: [{ key: 'fjord', name: 'FjordNet', url: partner.url }],
    settings: { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'false' },
  });
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await partner[Symbol.asyncDispose]();
});

function ask(path: string, headers: Record<string, string> = {}, of = partner): Promise<Answer> {
  return askRaw(of.url, path, { headers });
}

/** As RDP has it: without the members that only this software knows. */
function withoutIdentifiers(text: string): string {
  return JSON.stringify(JSON.parse(text), (key, value) => (key === 'orcid' || key === 'ror' ? undefined : value));
}

/** Another one in every answer. */
function withoutAnonymousIds(text: string): string {
  return text.replaceAll(/"anonymousId":"[^"]+"/g, '"anonymousId":""');
}

describe.each([...SEARCHES, '/api/users/1'])('%s', (path) => {
  test('is byte for byte without identifiers, but for whoever wants them', async () => {
    const [plain, identified] = [await ask(path), await ask(path, WANTED)];
    expect(plain.text).not.toMatch(/orcid|"ror"/);
    expect(identified.text).toContain(`"orcid":"${ORCID}","ror":"${ROR}"}`);
    expect(withoutAnonymousIds(withoutIdentifiers(identified.text))).toBe(withoutAnonymousIds(plain.text));
    expect(identified.text).not.toContain(HIDDEN_ORCID);
  });

  test('is stored apart by caches', async () => {
    const [plain, identified] = [await ask(path, {}, registry), await ask(path, WANTED, registry)];
    for (const { headers } of [plain, identified]) expect(headers.vary).toMatch(/, isearch-proxy-wants$/);
    expect(identified.headers.etag).not.toBe(plain.headers.etag);
    expect((await ask(path, { ...WANTED, 'If-None-Match': String(plain.headers.etag) }, registry)).status).toBe(200);
    expect((await ask(path, { ...WANTED, 'If-None-Match': String(identified.headers.etag) }, registry)).status).toBe(
      304,
    );
  });
});

test('an anonymised record has none, by whatever way', async () => {
  for (const kind of ['users', 'genes']) {
    const { content } = JSON.parse((await ask(`/api/${kind}`, WANTED)).text);
    const hidden = content.find((record: { anonymousId?: string }) => record.anonymousId !== undefined);
    const single = await ask(`/api/${kind}/by-anonymous-id/${hidden.anonymousId}`, WANTED);
    expect(single.status).toBe(200);
    for (const text of [JSON.stringify(hidden), single.text]) expect(text).not.toMatch(/orcid|"ror"/);
  }
});

test.each(['', '&fields=row'])(
  'a federated answer has those of every registry that is named there%s',
  async (fields) => {
    const search = await ask(`/api/federated/genes/search?symbol=BRCA1&taxonId=9606${fields}`, {}, registry);
    const people = JSON.parse(search.text).content.map(
      ({ originKey, remoteUser: { id, orcid, ror } }: { originKey: string; remoteUser: Record<string, unknown> }) => {
        return [originKey, id, orcid, ror];
      },
    );
    expect(people).toContainEqual(['local', 1, ORCID, undefined]);
    expect(people).toContainEqual(['fjord', 1, ORCID, ROR]);
    expect(people).toContainEqual(['fjord', undefined, undefined, undefined]);
    expect(search.text).not.toContain(HIDDEN_ORCID);
  },
);
