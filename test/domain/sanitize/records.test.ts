/** Records of partners on their way in: counted when dropped, signed by us, ordered as ours are, harmless. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRecords, NO_GENE, type OrderKey, personKey } from '../../../src/domain/people/order.ts';
import { faultyMember, foundRecord, memberIn, type PartnerRecordKind } from '../../../src/domain/sanitize/records.ts';
import { compileCheck } from '../../../src/lib/schema-check.ts';
import {
  ANONYMOUS_ID,
  anonymisedUser,
  distrust,
  gene,
  HUMAN,
  received,
  SIGNATURE,
  shown,
  shownWhole,
  stats,
  term,
  user,
  validateRecords,
} from './example-partner-records.ts';

describe('an answer with bad records among good ones', () => {
  test('keeps the good ones in their order and counts the others', () => {
    const answer = [
      gene(),
      null,
      gene({ symbol: 'TP53' }),
      {},
      gene({ tier: 'TIER3' }),
      'gene',
      gene({ symbol: 'ATR' }),
    ];
    const { checked, dropped } = validateRecords('gene', answer);
    expect(checked.map(({ record }) => record.symbol)).toEqual(['BRCA1', 'TP53', 'ATR']);
    expect(dropped).toBe(4);
  });

  test('of nothing but bad records is empty, and says how many there were', () => {
    expect(validateRecords('user', [null, 5, { id: -1 }])).toEqual({ checked: [], dropped: 3 });
  });

  test('loses no record between shown and dropped, and never throws, whatever came', () => {
    const kinds = fc.constantFrom<PartnerRecordKind>('user', 'gene', 'term', 'stats');
    const oddMember = fc.tuple(fc.constantFrom(...Object.keys({ ...gene(), ...user(), ...term() })), fc.jsonValue());
    const oddRecord = fc
      .tuple(fc.constantFrom(user(), anonymisedUser(), gene(), term(), stats()), fc.array(oddMember, { maxLength: 3 }))
      .map(([record, odd]) => ({ ...record, ...Object.fromEntries(odd) }));
    fc.assert(
      fc.property(kinds, fc.array(fc.oneof(fc.jsonValue(), oddRecord)), (kind, records) => {
        const { checked, dropped } = validateRecords(kind, records);
        expect(checked.length + dropped).toBe(records.length);
        for (const one of checked) JSON.parse(foundRecord(kind, one, distrust()).json);
      }),
    );
  });
});

describe('who is anonymised', () => {
  test.each<[string, PartnerRecordKind, object, boolean]>([
    ['a researcher', 'user', user(), false],
    ['a researcher of 1.4', 'user', user({ anonymousId: null }), false],
    ['a researcher with an anonymous id', 'user', anonymisedUser(), true],
    ['an anonymised researcher with an id', 'user', anonymisedUser({ id: 7 }), true],
    ['a gene', 'gene', gene(), false],
    ['an anonymised gene', 'gene', gene({ anonymousId: ANONYMOUS_ID, remoteUser: anonymisedUser() }), true],
    ['a gene whose owner has one', 'gene', gene({ remoteUser: anonymisedUser() }), true],
    ['a term', 'term', term({ anonymousId: ANONYMOUS_ID }), false],
  ])('%s: %s', (_, kind, record, isAnonymised) => {
    const { checked } = validateRecords(kind, [record]);
    expect(checked).toEqual([{ record, isAnonymised }]);
    const [one] = checked as [(typeof checked)[number]];
    const found = foundRecord(kind, one, distrust());
    expect(found.isAnonymised).toBe(isAnonymised);
    if (isAnonymised) expect(found.order?.id).toBeUndefined();
    expect(/"id":7\b/.test(found.json)).toBe(!isAnonymised && kind !== 'term');
  });
});

describe('a record that would give a hidden person away is not shown at all', () => {
  test.each<[string, PartnerRecordKind, object]>([
    ['an anonymised researcher with an e-mail', 'user', anonymisedUser({ email: 'ada@fly.example.org' })],
    ['an anonymised researcher with a last name', 'user', anonymisedUser({ lastName: 'Lovelace' })],
    ['an anonymised gene of a named researcher', 'gene', gene({ anonymousId: ANONYMOUS_ID })],
  ])('%s', (_, kind, record) => {
    expect(validateRecords(kind, [record])).toEqual({ checked: [], dropped: 1 });
  });
});

describe('a record is merged', () => {
  const order = (kind: 'user' | 'gene', record: object): OrderKey => {
    const [one] = validateRecords(kind, [record]).checked;
    if (one === undefined) throw new Error('dropped');
    return foundRecord(kind, one, distrust()).order as OrderKey;
  };
  const ada = personKey(user(), false);

  test('by name and id where it is a researcher, and by neither where the name is withheld', () => {
    expect(order('user', user())).toStrictEqual({ ...NO_GENE, ...ada });
    expect(order('user', { id: 8 })).toStrictEqual({ ...NO_GENE, ...personKey({ id: 8 }, false) });
    expect(order('user', anonymisedUser({ id: 0 }))).toStrictEqual({ ...NO_GENE, ...personKey({}, true) });
  });

  test('by tier, organism, symbol, gene id and owner where it is a gene', () => {
    expect(order('gene', gene())).toStrictEqual({
      taxonOrdering: 1,
      taxonCommonName: 'human',
      tier: 'TIER1',
      symbol: 'BRCA1',
      geneId: 672,
      isAskedGene: true,
      ...ada,
    });
  });

  test('behind all others where its organism is unknown here or its gene has no id', () => {
    const known = order('gene', gene());
    const alien = order('gene', gene({ taxon: { id: 5, commonName: 'ant' } }));
    const nameless = order('gene', gene({ taxon: { id: 5 } }));
    const idless = order('gene', gene({ geneId: undefined }));
    expect(alien.taxonOrdering).toBeNull();
    expect([idless, alien, known, nameless].sort(compareRecords)).toEqual([known, idless, nameless, alien]);
  });

  test('with no other where it is a term or holds statistics', () => {
    const found = (kind: PartnerRecordKind, record: Record<string, unknown>) =>
      foundRecord(kind, { record, isAnonymised: false }, distrust());
    expect(found('term', term())).toMatchObject({ order: undefined, geneId: undefined, isAnonymised: false });
    expect(found('stats', stats())).toMatchObject({ order: undefined, geneId: undefined, isAnonymised: false });
  });

  test('with the gene that it is about, where the partner says that', () => {
    const geneId = (record: Record<string, unknown>) =>
      foundRecord('gene', { record, isAnonymised: false }, distrust()).geneId;
    expect(geneId(gene())).toBe(672);
    expect(geneId(gene({ geneId: null }))).toBeUndefined();
  });
});

describe('the origin', () => {
  const origins = (value: unknown): unknown[] =>
    value === null || typeof value !== 'object'
      ? []
      : Object.entries(value).flatMap(([key, member]) => (/^origin/.test(key) ? [member] : origins(member)));

  test.each<[PartnerRecordKind, Record<string, unknown>, places: number]>([
    ['user', user(), 2],
    ['user', anonymisedUser(), 1],
    ['gene', gene(), 2],
    ['gene', gene({ anonymousId: ANONYMOUS_ID, remoteUser: anonymisedUser() }), 1],
    ['term', term(), 2],
  ])('of a %s is set by this registry at each of its places', (kind, record, places) => {
    const { origin, originUrl } = SIGNATURE;
    expect(origins(shown(kind, record))).toEqual(Array.from({ length: places }, () => [origin, originUrl]).flat());
  });

  test('is set where the partner gave none', () => {
    const silent = { ontology: { name: 'mondo' }, termId: 'MONDO:1' };
    expect(shown('term', silent)).toStrictEqual({
      ontology: { name: 'mondo', ...SIGNATURE },
      termId: 'MONDO:1',
      ...SIGNATURE,
    });
  });
});

describe('whose record it is, and where it leads to', () => {
  const HERE = 'https://registry.example.org';
  const THERE = SIGNATURE.originUrl;
  const named = { page: `${HERE}/userView/7?origin=fly`, profile: `${THERE}/userView/7` };
  const access = `${HERE}/search/gene/by-anonymous-id/${ANONYMOUS_ID}/request-access?origin=fly`;

  test.each<[string, PartnerRecordKind, Record<string, unknown>, object]>([
    ['a researcher', 'user', user(), named],
    ['a gene of a researcher', 'gene', gene(), named],
    ['somebody withheld', 'user', anonymisedUser(), { requestAccess: access }],
    [
      'a gene of somebody withheld, by its own id',
      'gene',
      gene({
        anonymousId: ANONYMOUS_ID,
        remoteUser: anonymisedUser({ anonymousId: ANONYMOUS_ID.replace('7d', '8d') }),
      }),
      { requestAccess: access },
    ],
    [
      'a gene of which the owner alone is withheld',
      'gene',
      gene({ remoteUser: anonymisedUser() }),
      { requestAccess: access },
    ],
  ])('%s', (_, kind, record, links) => {
    const { originKey, links: shownLinks } = shownWhole(kind, record);
    expect({ originKey, links: shownLinks }).toStrictEqual({ originKey: 'fly', links });
  });

  test('what a partner says of it does not count', () => {
    const lying = { originKey: 'local', links: { page: 'https://elsewhere.example.org/' } };
    expect(shownWhole('user', user(lying))).toStrictEqual(shownWhole('user', user()));
    expect(shown('gene', gene({ remoteUser: user(lying) })).remoteUser).not.toHaveProperty('links');
  });

  test('a row says the same', () => {
    const { checked } = validateRecords('gene', [gene()]);
    const { json, row } = foundRecord('gene', checked[0] as (typeof checked)[0], distrust({ form: 'row' }));
    const [whole, shortly] = [JSON.parse(json), JSON.parse(row ?? '')];
    expect([shortly.originKey, shortly.links]).toStrictEqual([whole.originKey, whole.links]);
  });

  test('terms and statistics are of no person', () => {
    for (const kind of ['term', 'stats'] as const) {
      expect(shownWhole(kind, kind === 'term' ? term() : stats())).not.toHaveProperty('links');
    }
  });
});

describe('a registered gene', () => {
  test('goes out with its owner, both without what 1.5 does not have', () => {
    const legacy = gene({
      modificationDate: '2020-01-27',
      anonymousId: null,
      taxon: { ...HUMAN, ordering: 1 },
      remoteUser: { ...(gene().remoteUser as object), contactEmail: 'never-verified@example.org', anonymousId: null },
    });
    expect(shown('gene', legacy)).toStrictEqual(shown('gene', gene()));
    expect(Object.keys(shown('gene', gene()))).toEqual(Object.keys(gene()));
  });
});

describe('terms and statistics', () => {
  test('a term keeps its known members and loses nulls in lists', () => {
    const record = term({ synonyms: ['an illness', null], obsolete: false });
    expect(shown('term', record)).toMatchObject({ ...term({ ontology: {} }), ...SIGNATURE });
    expect(shown('term', record)).not.toHaveProperty('obsolete');
  });

  test('statistics of 1.5 go out as they came', () => {
    expect(shown('stats', stats({ secret: 1 }))).toStrictEqual(stats());
  });
});

describe('a hostile partner', () => {
  test('does nothing to other objects with the names of their insides', () => {
    const hostile = JSON.parse(`{
      "id": 7, "__proto__": {"isAdmin": true, "email": "x@example.org"}, "constructor": {"prototype": {"isAdmin": true}},
      "userOrgans": {"constructor": {"name": "x", "__proto__": {"isAdmin": true}}}
    }`);
    const { checked } = validateRecords('user', [hostile]);
    expect(checked).toHaveLength(1);
    expect(Object.keys(shown('user', hostile))).toEqual(['id', 'origin', 'originUrl', 'userOrgans']);
    expect(JSON.stringify(shown('user', hostile).userOrgans)).toBe('{"constructor":{"name":"x"}}');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('cannot change what it sent by our reading it', () => {
    const record = received(gene()) as Record<string, unknown>;
    shown('gene', record);
    expect(record).toEqual(received(gene()));
  });

  test('gets no text through that is not JSON for everybody', () => {
    const name = '\ud800 </script> \u2028 "';
    expect(shown('user', user({ name })).name).toBe(name);
  });
});

test.each([
  ['', 'gene'],
  ['taxon.id', 'gene.taxon.id'],
  ['remoteUser.userGenes.x-1[12].tier', 'gene.remoteUser.userGenes.*[].tier'],
  ['userOrgans["a \\"b\\""].name', 'gene.userOrgans.*.name'],
  ['researchersByTaxonId.9606', 'gene.researchersByTaxonId.*'],
])('the member %j is named as %s, without what one record has', (path, name) => {
  expect(memberIn('gene', path)).toBe(name);
});

test('the faulty member of a record is found, and none of a whole one', () => {
  const find = faultyMember(compileCheck);
  const records = [gene(), gene({ tier: 4 }), gene({ taxon: { ...HUMAN, id: 'x' } })];
  expect(records.map((record) => find('gene', record))).toEqual([undefined, 'gene.tier', 'gene.taxon.id']);
});
