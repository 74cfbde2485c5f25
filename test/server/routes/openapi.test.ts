import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import {
  type Body,
  describeWith,
  description,
  objectsIn,
  operationOf,
  parametersOf,
  paths,
  responseOf,
} from './openapi-reader.ts';

describe('what partners read from the document', () => {
  test('the title is the short name and three fixed words', () => {
    expect(description.info.title).toBe('EXREG RESTful API');
  });

  test('the version is the one given, a plain a.b.c', () => {
    expect(description.info.version).toMatch(/^1\.5\.\d{1,2}$/);
  });

  test('there is exactly one server: the host as configured, trailing slash included', () => {
    expect(description.servers).toEqual([{ url: 'https://registry.example.org/somewhere/' }]);
  });
});

describe('what people read first', () => {
  test('it is OpenAPI 3.0.1, names the registry and the product, and says whom to write to', () => {
    expect(description.openapi).toBe('3.0.1');
    expect(description.info.description).toContain('Example Registry');
    expect(description.info).toMatchObject({
      'x-implementation': 'isearch-proxy/0.1.0',
      contact: { email: 'help@example.org' },
    });
  });

  test('without an address to write to there is no contact', () => {
    expect(describeWith({ contactEmail: undefined }).info).not.toHaveProperty('contact');
  });

  test('it says whether anonymized results are switched on, and describes the same paths either way', () => {
    const off = describeWith({ anonymizedSearchResults: false });
    expect(description.info.description).toContain('switched **on**');
    expect(off.info.description).toContain('switched **off**');
    expect(off.paths['/api/genes/by-anonymous-id/{anonymousId}']?.get.description).toContain('503');
    expect(Object.keys(off.paths)).toEqual(paths);
  });
});

describe('the document is sound', () => {
  test('every endpoint of the registry API is described, with GET alone', () => {
    expect(paths.toSorted()).toEqual([
      '/api',
      '/api/genes',
      '/api/genes/by-anonymous-id/{anonymousId}',
      '/api/genes/search',
      '/api/ontologies',
      '/api/ontologies/{ontologyName}/terms',
      '/api/ontologies/{ontologyName}/terms/{termId}',
      '/api/public-view',
      '/api/stats',
      '/api/taxa/{taxonId}',
      '/api/users',
      '/api/users/by-anonymous-id/{anonymousId}',
      '/api/users/search',
      '/api/users/{userId}',
      '/stats',
    ]);
    for (const item of Object.values(description.paths)) expect(Object.keys(item)).toEqual(['get']);
  });

  test('every reference leads somewhere, and everything shared is referred to', () => {
    const references = new Set(
      [...objectsIn(description)].flatMap(({ object }) => ('$ref' in object ? [object.$ref] : [])),
    );
    const { schemas, parameters, responses } = description.components;
    const shared = Object.entries({ schemas, parameters, responses }).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...references].toSorted()).toEqual(shared.toSorted());
  });

  test.each(paths)('%s declares what is in its path, and no parameter twice', (path) => {
    const parameters = parametersOf(path);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
  });

  test('operations have ids of their own, known tags and a summary', () => {
    const operations = paths.map(operationOf);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(paths.length);
    const tags = new Set(description.tags.map(({ name }) => name));
    expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(tags);
    for (const { summary } of operations) expect(summary).toMatch(/\w/);
  });

  test.each(paths)('%s says of every response what it is and what it holds', (path) => {
    for (const status of Object.keys(operationOf(path).responses).map(Number)) {
      const response = responseOf(path, status);
      const bodies = Object.values(response.content ?? {});
      expect(response.description).toMatch(/\w/);
      // Whoever excludes JSON gets no JSON.
      expect(bodies.length > 0 || status === 406).toBe(true);
      for (const body of bodies) expect(body.schema).toBeTypeOf('object');
    }
  });

  test('every parameter and every member of a record is explained', () => {
    for (const { name, description: words, schema } of Object.values(description.components.parameters)) {
      expect(words, name).toMatch(/\w/);
      expect(schema.type, name).toBeTypeOf('string');
    }
    for (const record of ['User', 'AnyUser', 'UserGene', 'Taxon', 'RemoteOntologyTermInfo', 'Stats', 'UserPage']) {
      for (const [member, { description: words, $ref }] of Object.entries(
        description.components.schemas[record]?.properties ?? {},
      )) {
        expect(words ?? $ref, `${record}.${member}`).toMatch(/\w/);
      }
    }
  });
});

describe('the examples are what their schemas say', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema({ $id: 'document', ...description });
  const examples = [...objectsIn(description)].flatMap(({ pointer, object }) => [
    ...('schema' in object && 'example' in object ? [{ schema: `${pointer}/schema`, value: object.example }] : []),
    ...('properties' in object && 'example' in object ? [{ schema: pointer, value: object.example }] : []),
    ...('examples' in object
      ? Object.values((object as Body).examples ?? {}).map(({ value }) => ({ schema: `${pointer}/schema`, value }))
      : []),
  ]);

  test('there are many', () => {
    expect(examples.length).toBeGreaterThan(60);
  });

  test.each(examples)('the example of $schema', ({ schema, value }) => {
    const pointer = schema.split('/').map(encodeURIComponent).join('/').replace('%23', '#');
    const validate = ajv.compile({ $ref: `document${pointer}` });
    expect(validate(value), ajv.errorsText(validate.errors)).toBe(true);
  });
});
