/** Two of our own registries: what one answers over the network is its own answer and the other's, and nothing else. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareRecords, personKey } from '../../src/domain/people/order.ts';
import { compareText } from '../../src/domain/record/ordering.ts';
import { sampleOf } from '../support/machine/sample.ts';
import { originOf, withoutAnonymousIds, withoutStamp } from '../support/network/federated-records.ts';
import { bearer } from '../support/network/network-callers.ts';
import { type Network, nameOf, startNetwork } from '../support/network/start-network.ts';
import { ALPHA_SNAPSHOT, TOKENS } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of every kind are compared as they came
type Json = any;

const PLAIN_SNAPSHOT = ALPHA_SNAPSHOT.replace('alpha.snapshot', 'alpha-plain.snapshot');
/** Here they ask A with their token; A asks B with its search token for administrators, and without for all others. */
const CALLERS: { name: string; token: string | undefined; tokenAtB: string | undefined }[] = [
  { name: 'the public', token: undefined, tokenAtB: undefined },
  { name: 'a member', token: TOKENS.member, tokenAtB: undefined },
  { name: 'a service account', token: TOKENS.service, tokenAtB: undefined },
  { name: 'an administrator', token: TOKENS.admin, tokenAtB: TOKENS.partner },
  { name: 'an administrator of a partner', token: TOKENS.partner, tokenAtB: undefined },
];
/** In the order of both registries. */
const TAXA = [9606, 10090, 10116, 7955, 8364, 7227, 6239, 559292, 4896, 511145];
const SEARCHES = [
  'genes/search?symbol=BRCA1&taxonId=9606',
  'genes/search?symbol=MECP2&taxonId=9606',
  'genes/search?symbol=NOTCH1&taxonId=9606&orthologTaxonId=10090',
  'genes/search?symbol=BRCA1&taxonId=9606&tiers=TIER2',
  'genes/search?symbol=TP53&taxonId=9606&researcherCategories=IN_VIVO',
  'genes/search?symbol=MECP2&taxonId=9606&orthologTaxonId=559292',
  'users/search?nameLike=a&prefix=false',
  'users/search?descriptionLike=brain',
  'users/search?nameLike=grid&prefix=true&researcherPositions=PRINCIPAL_INVESTIGATOR',
  'users/search?nameLike=nobody-of-this-name&prefix=false',
];

describe.each(sampleOf([true, false], 1))('two registries, anonymised results %s', (anonymises) => {
  let network: Network;
  let a: TestRegistry;
  let b: TestRegistry;
  beforeAll(async () => {
    const settings = {
      APP_SETTINGS_ISEARCH_AUTH_TOKENS: TOKENS.partner,
      APP_SETTINGS_ISEARCH_USER_ID: '1',
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(anonymises),
    };
    network = await startNetwork([
      { key: 'a', snapshot: PLAIN_SNAPSHOT, settings, tokens: { b: TOKENS.partner } },
      { key: 'b', snapshot: ALPHA_SNAPSHOT, settings, tokens: { a: TOKENS.partner } },
    ]);
    a = network.at('a');
    b = network.at('b');
  });
  afterAll(() => network[Symbol.asyncDispose]());

  /** What both registries answer on their own. */
  function apart(path: string, { token, tokenAtB }: (typeof CALLERS)[number]) {
    return Promise.all([
      a.get(`/api/${path}`, { headers: bearer(token) }).then(readAlone),
      b.get(`/api/${path}`, { headers: bearer(tokenAtB) }).then(readAlone),
    ]);
  }

  describe.each(sampleOf(CALLERS, 2))('$name', (caller) => {
    test.each(SEARCHES)('gets from /%s what A answers and what B answers them there', async (path) => {
      const [own, others] = await apart(path, caller);
      const together = await a.json(`/api/federated/${path}&size=2000`, caller.token);
      expect(comparable(together.content.map(withoutStamp))).toEqual(
        comparable([...own.records, ...others.records.map(fromB)]),
      );
      expect(together).toMatchObject({ complete: true, totalRelation: 'eq', summary: 'Both registries answered.' });
      expect(together.origins.map(countsOf)).toEqual([
        ['local', ...countsAlone(own.records)],
        ['b', ...countsAlone(others.records)],
      ]);
      expectOrder(together.content, Number(new URLSearchParams(path.split('?')[1]).get('taxonId')));
    });

    test.each(['users', 'genes'])('is listed the %s of A and of B, page by page', async (path) => {
      for (const page of [0, 1, 7]) {
        const [own, others] = await apart(`${path}?size=20&page=${page}`, caller);
        const together = await a.json(`/api/federated/${path}?size=20&page=${page}`, caller.token);
        const fromOther = others.records.filter(isNotOfTier3).map(fromB);
        expect(comparable(together.content.map(withoutStamp))).toEqual(comparable([...own.records, ...fromOther]));
        // The total that B states for genes counts those of tier 3, so only those shown count.
        const ofOther = path === 'genes' ? fromOther.length : others.totalElements;
        expect([together.totalElements, together.totalRelation]).toEqual([own.totalElements + ofOther, 'gte']);
      }
    });

    test('gets a researcher of B as B shows them, or learns that B does not', async () => {
      for (const id of [3, 11, 13, 19, 31, 7, 5, 999]) {
        const alone = await b.get(`/api/users/${id}`, { headers: bearer(caller.tokenAtB) });
        const through = await a.get(`/api/federated/users/${id}?origin=b`, { headers: bearer(caller.token) });
        const expected = { 200: 200, 401: 403, 404: 404 }[alone.status];
        expect([id, through.status]).toEqual([id, expected]);
        if (alone.status === 200) expect(withoutStamp(await through.json())).toEqual(fromB(await alone.json()));
      }
    });
  });

  test('a record leads to its page here and its profile there, or to where access is asked for, and all of these are there', async () => {
    const leads = new Set<string>();
    for (const path of [...SEARCHES.slice(0, 1), ...SEARCHES.slice(6, 8), 'users?size=20', 'genes?size=20']) {
      const { content } = await a.json(`/api/federated/${path}`);
      for (const record of content) {
        const { originKey, links, anonymousId, id, remoteUser } = record;
        const isWithheld = (anonymousId ?? remoteUser?.anonymousId) !== undefined;
        const kinds = isWithheld ? ['requestAccess'] : ['page', 'profile'];
        expect([originKey, Object.keys(links)]).toEqual([originOf(record) === nameOf('b') ? 'b' : 'local', kinds]);
        if (!isWithheld) expect(new URL(links.page).pathname).toBe(`/userView/${id ?? remoteUser.id}`);
        for (const address of Object.values<string>(links)) leads.add(address.replace('https://a.example.org', a.url));
      }
    }
    expect(leads.size).toBeGreaterThan(60);
    for (const address of leads) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
    const named = (await a.json('/api/federated/users?size=20')).content.filter(({ id }: Json) => id !== undefined);
    for (const { originKey, id, links } of named) {
      const alone = await a.json(`/api/federated/users/${id}?origin=${originKey}`);
      expect([alone.originKey, alone.links]).toEqual([originKey, links]);
    }
  });

  test('statistics are those of A and of B', async () => {
    const [own, others] = [await a.json('/api/stats'), await b.json('/api/stats')];
    const together = await a.json('/api/federated/stats');
    expect(together.content).toEqual([
      { key: 'local', ...own },
      { key: 'b', ...others },
    ]);
    expect(together.totals.users).toBe(own.users + others.users);
  });

  test('terms are those that each of them has', async () => {
    const termIds = ['HP:0000118', 'MONDO:0000001', 'NONE:1'];
    const query = termIds.map((id) => `ontologyTermIds=${id}`).join('&');
    for (const ontology of ['hp', 'mondo', 'Techniques']) {
      const has = async (registry: TestRegistry) => {
        const terms = await registry.json(`/api/ontologies/${ontology}/terms?${query}`);
        return new Set(terms.map(({ termId }: Json) => termId));
      };
      const [own, others] = [await has(a), await has(b)];
      const { content } = await a.json(`/api/federated/ontologies/${ontology}/terms?${query}`);
      expect(content.map(({ termId, knownBy }: Json) => [termId, knownBy])).toEqual(
        termIds.map((id) => [id, [...(own.has(id) ? ['local'] : []), ...(others.has(id) ? ['b'] : [])]]),
      );
    }
  });

  test('every record of B has the name and the address of B in A’s configuration, wherever it has an origin', async () => {
    for (const path of [...SEARCHES, 'users?size=200', 'genes?size=200']) {
      const { content } = await a.json(`/api/federated/${path}${path.includes('/search') ? '&size=2000' : ''}`);
      const signatures = new Set(content.flatMap(signaturesIn));
      const allowed = ['a-net https://a.example.org', `${nameOf('b')} ${network.line('a', 'b').url}`];
      expect([...signatures].filter((one) => !allowed.includes(one as string))).toEqual([]);
    }
  });

  test('each of the two asks the other: the same records, seen from the other side', async () => {
    const path = 'genes/search?symbol=MECP2&taxonId=9606&size=2000';
    const [fromA, fromOther] = [await a.json(`/api/federated/${path}`), await b.json(`/api/federated/${path}`)];
    const people = ({ content }: Json) =>
      content.map(({ geneId, remoteUser }: Json) => `${geneId} ${remoteUser.id}`).sort();
    expect(people(fromA)).toEqual(people(fromOther));
  });

  function fromB(record: Json): Json {
    return resigned(record, network.line('a', 'b').url);
  }
});

/** A record as it is passed on: with the configured name and address of its origin, without tier 3 and bad links. */
function resigned(value: Json, url: string): Json {
  if (Array.isArray(value)) return value.map((one) => resigned(one, url));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([, member]) => isNotOfTier3(member))
    .map(([name, member]) => [
      name,
      name === 'website' && !URL.canParse(String(member)) ? null : resigned(member, url),
    ]);
  const signature = 'origin' in value ? { origin: nameOf('b'), originUrl: url } : {};
  return { ...Object.fromEntries(members), ...signature };
}

function isNotOfTier3(record: Json): boolean {
  return record?.tier !== 'TIER3';
}

type Alone = { records: Json[]; totalElements: number };

/** An answer of the registry API. That there are no orthologs is a certified zero. */
async function readAlone(response: Response): Promise<Alone> {
  const text = await response.text();
  if (text.startsWith('Could not find any orthologs')) return { records: [], totalElements: 0 };
  expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
  const answer = JSON.parse(text);
  const records = Array.isArray(answer) ? answer : answer.content;
  return { records, totalElements: answer.totalElements ?? records.length };
}

function countsOf({ key, state, count, anonymized }: Json) {
  return [key, state, count, anonymized];
}

function countsAlone(records: Json[]) {
  const hidden = records.filter((record) => record.anonymousId !== undefined);
  return [records.length > 0 ? 'answered' : 'empty', records.length, hidden.length];
}

/** Records as texts in an order of their own; ids of hidden ones are new in every answer. */
function comparable(records: Json[]): string[] {
  return records.map((record) => withoutAnonymousIds(sorted(record))).sort();
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/** Expects the merged order, ties by the key of the origin: `b` comes before `local`. */
function expectOrder(records: Json[], queryTaxonId: number): void {
  for (const [index, record] of records.entries()) {
    const before = records[index - 1];
    if (before === undefined) continue;
    const [first, second] = [orderOf(before, queryTaxonId), orderOf(record, queryTaxonId)];
    const order = compareRecords(first, second) || compareText(keyOf(before), keyOf(record));
    expect([order <= 0, before, record]).toEqual([true, before, record]);
  }
}

function orderOf({ geneId = 0, symbol = '', taxon, tier = '', remoteUser, ...own }: Json, queryTaxonId: number) {
  const owner = remoteUser ?? own;
  const taxonOrdering = taxon === undefined ? null : TAXA.indexOf(taxon.id);
  return {
    ...{ geneId, symbol, tier, taxonOrdering },
    taxonCommonName: taxon?.commonName ?? '',
    isAskedGene: taxon?.id === queryTaxonId,
    ...personKey(owner, owner.anonymousId !== undefined),
  };
}

function keyOf(record: Json): string {
  return originOf(record) === 'a-net' ? 'local' : 'b';
}

function signaturesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'origin' in value ? [`${value.origin} ${value.originUrl}`] : [];
  return [...own, ...Object.values(value).flatMap(signaturesIn)];
}
