/** The OpenAPI 3.1 document of the federated routes is sound, and its examples are what it says. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import {
  type Body,
  closed,
  describeWith,
  description,
  everything,
  type Json,
  operationOf,
  parameters,
  parametersOf,
  paths,
  responses,
  schemas,
} from './federated-openapi-reader.ts';

describe('what people read first', () => {
  test('it is OpenAPI 3.1 under one title everywhere, and names the registry, its partners and whom to write to', () => {
    expect(description.openapi).toBe('3.1.0');
    expect(description.info).toMatchObject({
      title: 'Federated API',
      version: '1.1.0',
      'x-registry-api': '1.5.10',
      'x-registry': { shortName: 'EXREG', name: 'Example Registry' },
      'x-implementation': 'isearch-proxy/0.1.0',
      contact: { email: 'help@example.org' },
    });
    expect(description.servers).toEqual([{ url: 'https://registry.example.org/somewhere/' }]);
    expect(description.security).toEqual([{}, { bearer: [] }]);
    expect(describeWith({ contactEmail: undefined }).info).not.toHaveProperty('contact');
  });

  test.each([
    [['local'], 'which has no partners'],
    [['local', 'b'], 'and to its partner'],
    [['local', 'b', 'c'], 'and to its 2 partners'],
  ])('with the origins %j it says: %s', (originKeys, words) => {
    expect(describeWith({ originKeys }).info.description).toContain(words);
  });
});

describe('the document is sound', () => {
  test('every federated route is described, with GET alone, but what takes a list or a request for access', () => {
    expect(paths.toSorted()).toEqual([
      '/api/federated',
      '/api/federated/access-requests',
      '/api/federated/genes',
      '/api/federated/genes/by-anonymous-id/{anonymousId}',
      '/api/federated/genes/coverage',
      '/api/federated/genes/search',
      '/api/federated/genes/search-batch',
      '/api/federated/ontologies/{ontologyName}/terms',
      '/api/federated/partners',
      '/api/federated/partners/me',
      '/api/federated/resolve',
      '/api/federated/stats',
      '/api/federated/users',
      '/api/federated/users/by-anonymous-id/{anonymousId}',
      '/api/federated/users/search',
      '/api/federated/users/{userId}',
    ]);
    for (const [path, item] of Object.entries(description.paths)) {
      const methods = /-batch$|-requests$/.test(path)
        ? ['post']
        : path.endsWith('/resolve')
          ? ['get', 'post']
          : ['get'];
      expect(Object.keys(item)).toEqual(methods);
    }
  });

  test('every reference leads somewhere, and everything shared is referred to', () => {
    const references = new Set(everything.flatMap(({ object }) => ('$ref' in object ? [object.$ref] : [])));
    const shared = Object.entries({ schemas, parameters, responses }).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...references].toSorted()).toEqual(shared.toSorted());
  });

  test.each(paths)('%s declares what is in its path, and no parameter twice', (path) => {
    const inPath = parametersOf(path).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(inPath.every(({ required }) => required)).toBe(true);
    const names = parametersOf(path).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test('operations have ids of their own, known tags and a summary', () => {
    const operations = paths.map(operationOf);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(paths.length);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(description.tags.map(({ name }) => name)));
    for (const { summary } of operations) expect(summary).toMatch(/\w/);
  });

  test('nothing is left of how OpenAPI 3.0 writes null', () => {
    expect(everything.filter(({ object }) => 'nullable' in object)).toEqual([]);
  });

  const strict = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  strict.addKeyword('components').addSchema({ $id: 'document', components: { schemas } });

  test.each(Object.keys(schemas))('the schema %s is JSON Schema, and explains its members', (name) => {
    expect(() => strict.compile({ $ref: `document#/components/schemas/${name}` })).not.toThrow();
    for (const [member, schema] of Object.entries((schemas[name]?.properties ?? {}) as Record<string, Json>)) {
      const explained = schema.description ?? schema.$ref ?? schema.anyOf ?? schema.const;
      expect(explained, `${name}.${member}`).toBeDefined();
    }
  });

  test('every parameter is explained', () => {
    for (const { name, description: words } of Object.values(parameters)) expect(words, name).toMatch(/\w/);
  });
});

describe('the examples are what their schemas say, and no more', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({
    $id: 'document',
    ...(closed(description) as object),
  });
  const examples = everything.flatMap(({ pointer, object }) => [
    ...('schema' in object && 'example' in object ? [{ schema: `${pointer}/schema`, value: object.example }] : []),
    ...('type' in object && 'examples' in object && Array.isArray(object.examples)
      ? object.examples.map((value: unknown) => ({ schema: pointer, value }))
      : []),
    ...('schema' in object && 'examples' in object
      ? Object.values((object as Body).examples ?? {}).map(({ value }) => ({ schema: `${pointer}/schema`, value }))
      : []),
  ]);

  test('there are many', () => {
    expect(examples.length).toBeGreaterThan(100);
  });

  test.each(examples)('the example of $schema', ({ schema, value }) => {
    const pointer = schema.split('/').map(encodeURIComponent).join('/').replace('%23', '#');
    const validate = ajv.compile({ $ref: `document${pointer}` });
    expect(validate(value), ajv.errorsText(validate.errors)).toBe(true);
  });
});
