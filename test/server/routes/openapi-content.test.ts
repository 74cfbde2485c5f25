import { describe, expect, test } from 'vitest';
import {
  description,
  follow,
  memberOf,
  operationOf,
  parameterOf,
  parametersOf,
  paths,
  responseOf,
  type Schema,
  sentencesOf,
} from './openapi-reader.ts';

describe('a caller finds what may be asked', () => {
  const CATEGORIES = [
    'IN_SILICO',
    'IN_VITRO_BIOCHEMICAL',
    'IN_VITRO_CELLS',
    'IN_VITRO_STRUCTURAL',
    'IN_VIVO',
    'OTHER',
    'IN_VITRO',
  ];
  const withDirections = (properties: string[]) => properties.flatMap((one) => [one, `${one},asc`, `${one},desc`]);

  test.each([
    ['/api/genes/search', 'tiers', ['TIER1', 'TIER2', 'TIER3']],
    ['/api/genes/search', 'researcherPositions', ['PRINCIPAL_INVESTIGATOR']],
    ['/api/genes/search', 'researcherPosition', ['PRINCIPAL_INVESTIGATOR']],
    ['/api/users/search', 'researcherCategories', CATEGORIES],
    ['/api/users/search', 'researcherCategory', CATEGORIES],
    ['/api/users', 'sort', withDirections(['id'])],
    ['/api/genes', 'sort', withDirections(['id'])],
    ['/api/ontologies/{ontologyName}/terms', 'sort', withDirections(['termId', 'name'])],
  ])('%s takes %s, repeated, with these values', (path, name, values) => {
    const { schema, style, explode } = parameterOf(path, name);
    expect(schema).toMatchObject({ type: 'array', items: { type: 'string', enum: values } });
    expect({ style, explode }).toEqual({ style: 'form', explode: true });
  });

  test.each([
    ['User', 'researcherPosition', ['PRINCIPAL_INVESTIGATOR', null]],
    ['User', 'privacyLevel', [0, 1, 2]],
    ['UserGene', 'tier', ['TIER1', 'TIER2', 'TIER3']],
    ['UserTerm', 'aspect', ['BP', 'CC', 'MF', null]],
  ])('a %s has a %s among these', (record, member, values) => {
    expect(memberOf(record, member).enum).toEqual(values);
  });

  test.each([
    ['/api/genes/search', 'tier'],
    ['/api/genes/search', 'researcherPosition'],
    ['/api/users/search', 'researcherCategory'],
  ])('%s still takes %s, marked as deprecated', (path, name) => {
    expect(parameterOf(path, name).deprecated).toBe(true);
  });

  test('the single tier has its own words', () => {
    expect(parameterOf('/api/genes/search', 'tier').schema.enum).toEqual([
      'ANY',
      'TIERS1_2',
      'TIER1',
      'TIER2',
      'TIER3',
    ]);
  });

  test.each(['/api/users', '/api/genes', '/api/ontologies/{ontologyName}/terms'])(
    '%s is paged from 0 by 20, at most 2000',
    (path) => {
      expect(parameterOf(path, 'page').schema.default).toBe(0);
      expect(parameterOf(path, 'size').schema).toMatchObject({ type: 'integer', default: 20, maximum: 2000 });
    },
  );

  test('a search form sends no page unless asked to', () => {
    for (const name of ['page', 'size']) {
      expect(parameterOf('/api/genes/search', name)).not.toHaveProperty('example');
      expect(parameterOf('/api/genes/search', name).schema).not.toHaveProperty('default');
    }
  });

  test('the gene search can be tried at once', () => {
    expect(parameterOf('/api/genes/search', 'symbol')).toMatchObject({ required: true, example: 'BRCA1' });
    expect(parameterOf('/api/genes/search', 'taxonId')).toMatchObject({ required: true, example: 9606 });
    expect(parametersOf('/api/users/search').filter(({ required }) => required)).toEqual([]);
  });

  test('a token is never required, and the former statistics do not look at one', () => {
    expect(description.security).toEqual([{}, { bearer: [] }, { authParameter: [] }]);
    expect(description.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      authParameter: { type: 'apiKey', in: 'query', name: 'auth', description: expect.stringContaining('Deprecated') },
    });
    expect(operationOf('/stats')).toMatchObject({ security: [], deprecated: true });
  });
});

describe('a caller finds what is answered', () => {
  test.each([
    ['/api/genes/search', 'UserGene'],
    ['/api/users/search', 'AnyUser'],
    ['/api/ontologies/{ontologyName}/terms', 'RemoteOntologyTermInfo'],
  ])('%s answers an array or a page of %s', (path, record) => {
    const { oneOf = [] } = follow<Schema>(responseOf(path, 200).content?.['application/json']?.schema ?? {});
    const items = { $ref: `#/components/schemas/${record}` };
    const [array, page] = oneOf
      .map((one) => follow<Schema>(one))
      .toSorted((a, b) => Number(a.type === 'object') - Number(b.type === 'object'));
    expect(oneOf).toHaveLength(2);
    expect(array).toMatchObject({ type: 'array', items });
    expect(page).toMatchObject({ type: 'object', properties: { content: { type: 'array', items } } });
  });

  test('full and anonymized users differ in the id they have', () => {
    const { User, AnyUser } = description.components.schemas;
    expect(User?.required).toContain('id');
    expect(User?.properties).not.toHaveProperty('contactEmail');
    expect(User?.properties).not.toHaveProperty('anonymousId');
    expect(Object.keys(AnyUser?.properties ?? {})).toEqual(expect.arrayContaining(['id', 'anonymousId']));
    expect(AnyUser?.description).toContain('never both');
    expect(memberOf('User', 'email').nullable).toBe(true);
  });

  test.each(paths.filter((path) => path !== '/stats'))(
    '%s may refuse a token, a method, an Accept header, or be closed',
    (path) => {
      expect(responseOf(path, 401).headers).toHaveProperty('WWW-Authenticate');
      expect(sentencesOf(path, 401, 'text/plain;charset=ISO-8859-1')).toContain(
        'No user associated to the provided API token.',
      );
      expect(responseOf(path, 405).headers).toHaveProperty('Allow');
      expect(responseOf(path, 406).description).toContain('Accept');
      expect(sentencesOf(path, 503, 'application/json')).toContainEqual(
        expect.objectContaining({ status: 503, error: 'Service Unavailable' }),
      );
    },
  );

  test.each([
    ['/api/genes/search', 400, 'Gene symbol cannot be empty.'],
    ['/api/genes/search', 400, 'Unknown tier: TIER4.'],
    ['/api/genes/search', 404, 'Unknown taxon ID: 1.'],
    ['/api/genes/search', 404, 'Unknown gene with symbol: NOPE.'],
    ['/api/genes/search', 404, 'Could not find any orthologs with given parameters.'],
    ['/api/users/search', 400, 'The following ontologies do not exist in this registry: nope, zebra.'],
    ['/api/users/search', 400, "The 'ontologyNames' and 'ontologyTermIds' lists must have the same size."],
    ['/api/users/{userId}', 401, 'Access is denied'],
    ['/api/users/{userId}', 404, 'Unknown user with ID: 4711.'],
    ['/api/taxa/{taxonId}', 404, 'No taxon with ID 1.'],
    ['/api/ontologies/{ontologyName}/terms', 404, 'No ontology nope.'],
    ['/api/ontologies/{ontologyName}/terms/{termId}', 404, 'No ontology term HP:0000000 in ontology hp.'],
    [
      '/api/users/by-anonymous-id/{anonymousId}',
      404,
      'Unknown user with anonymous ID: 00000000-0000-4000-8000-000000000000.',
    ],
    [
      '/api/genes/by-anonymous-id/{anonymousId}',
      404,
      'Unknown gene with anonymous ID: 00000000-0000-4000-8000-000000000000.',
    ],
  ])('%s answers %d with the sentence: %s', (path, status, sentence) => {
    expect(sentencesOf(path, status)).toContain(sentence);
  });

  test.each([
    '/api/genes/search',
    '/api/users/search',
    '/api/users',
    '/api/genes',
    '/api/ontologies/{ontologyName}/terms',
    '/api/users/{userId}',
    '/api/taxa/{taxonId}',
    '/api/genes/by-anonymous-id/{anonymousId}',
  ])('%s says what was wrong with a request it cannot understand', (path) => {
    const documents = sentencesOf(path, 400, 'application/json');
    expect(documents.length).toBeGreaterThan(0);
    for (const one of documents)
      expect(one).toMatchObject({ status: 400, error: 'Bad Request', message: expect.stringMatching(/\w/) });
  });
});
