/** What callers find in the OpenAPI document of the federated routes: what to ask, and what comes back. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../../src/api/errors.ts';
import { description, parameters, paths, responsesOf, schemas } from './federated-openapi-reader.ts';
import { FACTS } from './openapi-reader.ts';

describe('a caller finds what may be asked', () => {
  test('a registry is named by its key, and none is listed: they change while this one runs', () => {
    const ORIGIN_KEY = { type: 'string', pattern: '^[a-z0-9][a-z0-9._:-]*$' };
    expect(JSON.stringify(parameters)).not.toContain(FACTS.originKeys[1]);
    expect(parameters.origins?.schema).toEqual({ type: 'array', items: ORIGIN_KEY });
    expect(parameters.origin).toMatchObject({ required: true, schema: ORIGIN_KEY });
  });

  test('a form sends no page unless asked to, for a stream or a cursor would be refused', () => {
    for (const name of ['page', 'size', 'pageOfEach', 'sizeOfEach'] as const) {
      expect(parameters[name]).not.toHaveProperty('example');
      expect(parameters[name]?.schema).not.toHaveProperty('default');
    }
  });

  test('no route takes a token in its address', () => {
    expect(Object.values(parameters).map(({ name }) => name)).not.toContain('auth');
  });
});

describe('a caller finds what is answered', () => {
  const STREAMED: [path: string, part: string][] = [
    ['/api/federated/genes/search', 'GenePart'],
    ['/api/federated/users/search', 'UserPart'],
    ['/api/federated/genes', 'GenePart'],
    ['/api/federated/users', 'UserPart'],
    ['/api/federated/stats', 'StatsPart'],
    ['/api/federated/ontologies/{ontologyName}/terms', 'TermPart'],
    ['/api/federated/genes/coverage', 'CoveragePart'],
  ];

  test.each(paths)('%s has an answer, and problems with stable codes', (path) => {
    const answers = responsesOf(path);
    const isStreamed = STREAMED.some(([streamed]) => streamed === path) || path.endsWith('-batch');
    for (const [status, response] of answers) {
      expect(response.description).toMatch(/\w/);
      const types = ['application/json', ...(isStreamed ? ['application/x-ndjson'] : [])];
      const expected = status === 200 ? types : ['application/problem+json'];
      expect(Object.keys(response.content ?? {})).toEqual(expected);
    }
    expect(answers.map(([status]) => status)).toEqual(expect.arrayContaining([200, 400, 401, 405, 406, 414, 503]));
  });

  test.each(paths)('every problem of %s is described as the catalogue has it', (path) => {
    for (const [status, response] of responsesOf(path).filter(([one]) => one !== 200)) {
      const body = response.content?.['application/problem+json'];
      expect(body?.schema).toEqual({ $ref: '#/components/schemas/Problem' });
      const problems = Object.entries(body?.examples ?? {});
      expect(problems.length).toBeGreaterThan(0);
      for (const [code, { value }] of problems) {
        expect(value).toMatchObject({ status, code, detail: expect.stringMatching(/\w/) });
        expect(ERRORS[code as keyof typeof ERRORS]?.status).toBe(status);
        expect((value as { detail: string }).detail).not.toMatch(/[{}]|''|^ | {2}/);
      }
    }
  });

  test.each(STREAMED)('%s can be streamed: a plan, a %s for each origin, an end', (path, part) => {
    const [, response] = responsesOf(path).find(([status]) => status === 200) ?? [];
    const { $ref = '' } = response?.content?.['application/x-ndjson']?.schema ?? {};
    expect(schemas[String($ref).split('/').at(-1) ?? '']).toMatchObject({
      oneOf: ['Plan', part, 'End'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    });
  });

  test('an origin is in one of the states of the design', () => {
    expect(schemas.OriginState?.enum).toEqual([
      'answered',
      'empty',
      'limited',
      'unknown-term',
      'unsupported',
      'stale',
      'timed-out',
      'unreachable',
      'failed',
      'refused',
      'busy',
      'resting',
      'not-asked',
    ]);
    const described = [...String(schemas.OriginState?.description).matchAll(/`([a-z-]+)`/g)].map(([, state]) => state);
    expect(described).toEqual(schemas.OriginState?.enum);
  });

  test.each(['FoundGenePage', 'FoundUserPage', 'StatsAnswer', 'TermsAnswer', 'Coverage', 'End'])(
    'a %s always says how complete it is',
    (name) => {
      expect(schemas[name]?.required).toEqual(expect.arrayContaining(['complete', 'summary', 'origins']));
    },
  );
});

describe('the schema of an old version fits', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: 'document', ...description });
  const isA = (name: string, value: unknown) => ajv.validate({ $ref: `document#/components/schemas/${name}` }, value);
  const SIGNATURE = { origin: 'Partner B', originUrl: 'https://partner-b.example.org' };
  const OWNER = { id: 3, ...SIGNATURE };
  const GENE = { originKey: 'b', links: {}, taxon: { id: 9606 }, symbol: 'BRCA1', tier: 'TIER1', remoteUser: OWNER };

  test.each([
    ['AnyUser', OWNER],
    ['AnyUser', { anonymousId: 'x', ...SIGNATURE, email: null, userGenes: {} }],
    ['AnyUser', { ...OWNER, privacyLevel: null, researcherPosition: 'DEAN', userGenes: { 672: { symbol: 'BRCA1' } } }],
    ['FoundGene', GENE],
    ['FoundGene', { ...GENE, aliases: null, taxon: { id: 9606, commonName: null } }],
    ['Stats', { users: 3 }],
    ['StatsOfOrigin', { key: 'partner-b', users: 3, uniqueUserGenes: null }],
  ])('a %s like %j', (name, value) => {
    expect(isA(name, value), ajv.errorsText()).toBe(true);
  });

  test.each([
    ['AnyUser', SIGNATURE],
    ['AnyUser', { id: 3 }],
    ['AnyUser', { id: '3', ...SIGNATURE }],
    ['FoundGene', { ...GENE, tier: 'TIER9' }],
    ['FoundGene', { ...GENE, remoteUser: {} }],
    ['StatsOfOrigin', { users: 3 }],
  ])('no %s like %j', (name, value) => {
    expect(isA(name, value)).toBe(false);
  });
});
