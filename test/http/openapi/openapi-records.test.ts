/** What both OpenAPI documents describe, they describe alike: records, with other versions in mind, and parameters. */

import { describe, expect, test } from 'vitest';
import { type Json, parameters, schemas } from './federated-openapi-reader.ts';
import { description } from './openapi-reader.ts';

type Member = { description?: string; type?: unknown; $ref?: string; anyOf?: Json[]; [more: string]: unknown };
type Schema = Member & {
  required?: string[];
  properties: Record<string, Member>;
  example?: unknown;
  examples?: unknown[];
};

const own = description.components.schemas as unknown as Record<string, Schema>;
const federated = schemas as unknown as Record<string, Schema>;
/** Those of one registry alone: its former statistics, its lists and pages, and its error document. */
const OWN_ONLY =
  /^(?:LegacyStats|.*Page|Pageable|Sort|ErrorDocument|AnyUsers?|UserGenes?|RemoteOntologyTermInfos|PublicView|\w+Found)$/;
const records = Object.keys(own).filter((name) => !OWN_ONLY.test(name));

test('every record of the registry API is one of the federated API', () => {
  expect(records.filter((name) => federated[name] === undefined)).toEqual([]);
  expect(records.length).toBeGreaterThan(8);
});

describe.each(records)('a %s', (name) => {
  const here = own[name] as Schema;
  const there = federated[name] as Schema;

  test('has the same members, each explained in the same words and of the same type', () => {
    expect(there.description).toBe(here.description);
    expect(Object.keys(there.properties)).toEqual(Object.keys(here.properties));
    for (const [member, schema] of Object.entries(there.properties)) {
      expect([member, describedBy(schema)]).toEqual([member, describedBy(here.properties[member] as Member)]);
    }
  });

  test('may lack in other versions what is not sure, or have null there', () => {
    const sure = there.required ?? [];
    for (const [member, schema] of Object.entries(there.properties)) {
      expect([member, mayBeNull(schema)]).toEqual([member, !sure.includes(member)]);
    }
  });

  test('has the same example', () => {
    expect(there.examples).toEqual([here.example]);
  });
});

describe('a record that is found is one of the registry API, whose it is, and where it leads to', () => {
  const STAMP = ['originKey', 'links'];
  const NOTICE = ['disclaimer', 'terms'];

  test.each([
    ['FoundGene', 'UserGene'],
    ['FoundUser', 'User'],
    ['FoundAnonymousUser', 'AnyUser'],
  ])('a %s is a %s', (found, record) => {
    const there = federated[found] as Schema;
    const { id, ...anonymised } = (own[record] as Schema).properties;
    const properties = record === 'AnyUser' ? anonymised : (own[record] as Schema).properties;
    const { nameMatch, ...members } = there.properties;
    expect(nameMatch !== undefined).toBe(found === 'FoundUser');
    expect(Object.keys(members)).toEqual([...STAMP, ...NOTICE, ...Object.keys(properties)]);
    for (const [member, schema] of Object.entries(properties)) {
      expect([member, describedBy(there.properties[member] as Member)]).toEqual([member, describedBy(schema)]);
    }
    expect(there.required?.slice(0, STAMP.length)).toEqual(STAMP);
  });
});

test('a gene in the profile of its owner is a gene without its owner, of which nothing is sure', () => {
  const { FoundGene, ProfileGene } = federated as { FoundGene: Schema; ProfileGene: Schema };
  const { originKey, links, disclaimer, terms, anonymousId, remoteUser, ...members } = FoundGene.properties;
  expect(Object.keys(ProfileGene.properties)).toEqual(Object.keys(members));
  for (const [member, schema] of Object.entries(ProfileGene.properties)) {
    expect([member, describedBy(schema)]).toEqual([member, describedBy(members[member] as Member)]);
    expect(mayBeNull(schema)).toBe(true);
  }
  expect(ProfileGene.required).toEqual([]);
});

test('the statistics of an origin are statistics with its key', () => {
  const { Stats, StatsOfOrigin } = federated as { Stats: Schema; StatsOfOrigin: Schema };
  const { key, ...members } = StatsOfOrigin.properties;
  expect(key).toBeDefined();
  expect(members).toEqual(Stats.properties);
});

test('terms to ask about are named as those of a filter are, and one at least', () => {
  const { ontologyTermIds } = description.components.parameters;
  expect(parameters.termIds?.schema).toMatchObject({ ...ontologyTermIds?.schema, minItems: 1 });
});

/** What both documents say of a member: its words, and its type or what it refers to, null aside. */
function describedBy(schema: Member): object {
  const { description: words, type, format, items, additionalProperties, $ref, anyOf } = schema;
  const referred = $ref ?? anyOf?.map((one) => one.$ref).find((one) => one !== undefined);
  const [plain] = [type].flat().filter((one) => one !== 'null');
  return { words, plain, format, referred, of: [items, additionalProperties].map((one) => ofItems(one as Member)) };
}

/** Genes in a profile have a schema of their own in the federated API, which a test above compares. */
function ofItems(schema: Member | undefined): unknown {
  return schema?.$ref?.replace('ProfileGene', 'UserGene') ?? schema?.type;
}

function mayBeNull({ type, anyOf = [] }: Member): boolean {
  return [type].flat().includes('null') || anyOf.some((one) => one.type === 'null');
}
