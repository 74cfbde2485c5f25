/** The words and limits that the OpenAPI documents name are those of the code. */

import { describe, expect, test } from 'vitest';
import { FILTERS, ORIGIN_STATES } from '../../../src/domain/federation/origin.ts';
import { QUERY_CATEGORIES } from '../../../src/domain/query/filters.ts';
import { pageEnvelope, parsePageRequest, SORTABLE } from '../../../src/domain/query/paging.ts';
import {
  GO_ASPECTS,
  PRIVATE,
  PUBLIC,
  RESEARCHER_CATEGORIES,
  RESEARCHER_POSITIONS,
  SHARED,
  TIERS,
} from '../../../src/domain/record/model.ts';
import * as federated from './federated-openapi-reader.ts';
import { description, follow, objectsIn } from './openapi-reader.ts';

const LEVELS = [PRIVATE, SHARED, PUBLIC];
const sorts = (properties: readonly string[]) => properties.flatMap((one) => [one, `${one},asc`, `${one},desc`]);

/** Every list of words: where it stands, and what the code has. A `null` is for members that may be null. */
const REGISTRY_WORDS: [pointer: string, words: readonly unknown[]][] = [
  ['parameters/tiers/schema/items', TIERS],
  ['parameters/tier/schema', ['ANY', 'TIERS1_2', ...TIERS]],
  ['parameters/researcherPositions/schema/items', RESEARCHER_POSITIONS],
  ['parameters/researcherPosition/schema/items', RESEARCHER_POSITIONS],
  ['parameters/researcherCategories/schema/items', QUERY_CATEGORIES],
  ['parameters/researcherCategory/schema/items', QUERY_CATEGORIES],
  ['parameters/sortUsers/schema/items', sorts(SORTABLE.users)],
  ['parameters/sortGenes/schema/items', sorts(SORTABLE.genes)],
  ['parameters/sortTerms/schema/items', sorts(SORTABLE.terms)],
  ...['User', 'AnyUser'].flatMap((name): [string, readonly unknown[]][] => [
    [`schemas/${name}/properties/researcherPosition`, [...RESEARCHER_POSITIONS, null]],
    [`schemas/${name}/properties/researcherCategories/items`, RESEARCHER_CATEGORIES],
    [`schemas/${name}/properties/privacyLevel`, LEVELS],
  ]),
  ['schemas/UserGene/properties/tier', TIERS],
  ['schemas/UserGene/properties/privacyLevel', LEVELS],
  ['schemas/UserTerm/properties/aspect', [...GO_ASPECTS, null]],
  // Headers, whose one value is all there is.
  ['responses/TokenRefused/headers/WWW-Authenticate/schema', ['Bearer']],
  ['responses/MethodNotAllowed/headers/Allow/schema', ['GET']],
];

/** Words of records of any version are examples; those of the federation itself are all there are. */
const FEDERATED_WORDS: [pointer: string, key: 'enum' | 'examples', words: readonly unknown[]][] = [
  ['schemas/OriginState', 'enum', ORIGIN_STATES],
  ['schemas/AskedFilter/properties/filter', 'enum', ['tiers', ...FILTERS]],
  ['schemas/FoundGene/properties/tier', 'enum', TIERS],
  ['schemas/ProfileGene/properties/tier', 'examples', TIERS],
  ['schemas/UserTerm/properties/aspect', 'examples', GO_ASPECTS],
  ...['FoundGene', 'ProfileGene', 'User', 'AnonymousUser'].map((name): [string, 'enum', readonly unknown[]] => [
    `schemas/${name}/properties/privacyLevel`,
    'enum',
    [...LEVELS, null],
  ]),
  ...['User', 'AnonymousUser'].flatMap((name): [string, 'examples', readonly unknown[]][] => [
    [`schemas/${name}/properties/researcherPosition`, 'examples', RESEARCHER_POSITIONS],
    [`schemas/${name}/properties/researcherCategories/items`, 'examples', RESEARCHER_CATEGORIES],
  ]),
];

test.each(REGISTRY_WORDS)('%s of the registry API has the words of the code: %j', (pointer, words) => {
  expect(follow({ $ref: `#/components/${pointer}` })).toHaveProperty('enum', words);
});

test('no list of words in the registry API is left out here', () => {
  const lists = [...objectsIn(description.components)].filter(({ object }) => 'enum' in object);
  expect(lists.map(({ pointer }) => pointer.slice('#/'.length)).toSorted()).toEqual(
    REGISTRY_WORDS.map(([pointer]) => pointer).toSorted(),
  );
});

test.each(FEDERATED_WORDS)('%s of the federated API has as %s the words of the code: %j', (pointer, key, words) => {
  const found = federated.everything.find((one) => one.pointer === `#/components/${pointer}`);
  expect(found?.object).toHaveProperty(key, words);
});

describe('pages', () => {
  const sizeOf = (search: string) => parsePageRequest(new URLSearchParams(search)).size;
  const sizes = [description, federated.description].flatMap(({ components }) =>
    Object.entries(components.parameters).filter(([, { name }]) => name === 'size'),
  );

  test('are described in both documents', () => {
    expect(sizes.map(([key]) => key)).toEqual(['size', 'searchSize', 'size', 'sizeOfEach']);
  });

  test.each(sizes)('are as large as the code lets them be: %s', (_, { schema, description: words }) => {
    const { maximum } = schema;
    expect(maximum).toBe(sizeOf('size=2147483647'));
    for (const [, number] of words.matchAll(/\b(\d{3,})\b/g)) expect(Number(number)).toBe(maximum);
    for (const [, number] of words.matchAll(/\b(\d{1,2})\b/g)) expect(Number(number)).toBe(sizeOf(''));
    if ('default' in schema) expect(schema.default).toBe(sizeOf(''));
  });

  test.each(['UserPage', 'UserGenePage', 'RemoteOntologyTermInfoPage'])('have the envelope of the code: %s', (name) => {
    const { content, ...envelope } = follow<{ example: { content: unknown[] } }>({
      $ref: `#/components/schemas/${name}`,
    }).example;
    expect(content).toHaveLength(1);
    expect(envelope).toEqual(pageEnvelope({ page: 0, size: sizeOf('') }, 1, 1, false));
  });
});
