/** The OpenAPI documents of the registry API and of the federated routes are sound, and their examples are what they say. */

import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { federatedDocument, registryDocument } from '../../../src/api/documents.ts';
import { closed, everything, federatedApi, schemas } from './federated-openapi-reader.ts';
import { type Body, EXAMPLES, FACTS, readerOf, registryApi } from './openapi-reader.ts';

describe('what is read first', () => {
  test('of the registry API is OpenAPI 3.0.1, the registry under its short name, whom to write to, and one server', () => {
    const { openapi, info, servers } = registryApi.description;
    expect(openapi).toBe('3.0.1');
    expect(info).toMatchObject({
      title: 'EXREG RESTful API',
      version: expect.stringMatching(/^1\.5\.\d{1,2}$/),
      'x-implementation': 'isearch-proxy/0.1.0',
      contact: { email: 'help@example.org' },
      description: expect.stringContaining('Example Registry'),
    });
    expect(servers).toEqual([{ url: 'https://registry.example.org/somewhere/' }]);
  });

  test('of the registry API is whether anonymized results are switched on; the paths are the same either way', () => {
    const off = readerOf(registryDocument({ ...FACTS, anonymizedSearchResults: false }, EXAMPLES));
    expect(registryApi.description.info.description).toContain('switched **on**');
    expect(off.description.info.description).toContain('switched **off**');
    expect(off.operationOf('/api/genes/by-anonymous-id/{anonymousId}').description).toContain('503');
    expect(off.paths).toEqual(registryApi.paths);
  });

  test('of the federated routes is OpenAPI 3.1 under one title everywhere, the registry, and whom to write to', () => {
    const { openapi, info, servers, security } = federatedApi.description;
    expect(openapi).toBe('3.1.0');
    expect(info).toMatchObject({
      title: 'Federated API',
      version: '1.1.0',
      'x-registry-api': '1.5.10',
      'x-registry': { shortName: 'EXREG', name: 'Example Registry' },
      'x-implementation': 'isearch-proxy/0.1.0',
      contact: { email: 'help@example.org' },
    });
    expect(servers).toEqual([{ url: 'https://registry.example.org/somewhere/' }]);
    expect(security).toEqual([{}, { bearer: [] }]);
  });

  test.each([
    [['local'], 'which has no partners'],
    [['local', 'b'], 'and to its partner'],
    [['local', 'b', 'c'], 'and to its 2 partners'],
  ])('of the federated routes with the origins %j is: %s', (originKeys, words) => {
    const { info } = readerOf(federatedDocument({ ...FACTS, originKeys }, EXAMPLES)).description;
    expect(info.description).toContain(words);
  });

  test.each([registryDocument, federatedDocument])('has no contact where there is no address: %o', (document) => {
    const { info } = readerOf(document({ ...FACTS, contactEmail: undefined }, EXAMPLES)).description;
    expect(info).not.toHaveProperty('contact');
  });
});

describe.each([
  {
    ...{ name: 'the registry API', api: registryApi, document: registryApi.description },
    ...{ Judge: Ajv, posted: /^$/, most: 60 },
  },
  {
    ...{ name: 'the federated routes', api: federatedApi, document: closed(federatedApi.description) },
    ...{ Judge: Ajv2020, posted: /-batch$|-requests$|\/resolve$/, most: 100 },
  },
])('the document of $name', ({ api, posted, Judge, document, most }) => {
  const { paths, parametersOf, operationOf, parameters, responses, description } = api;

  test('has GET alone, but where a list, a text or a request for access is sent', () => {
    for (const [path, item] of Object.entries(description.paths)) {
      const methods = posted.test(path) ? (path.endsWith('/resolve') ? ['get', 'post'] : ['post']) : ['get'];
      expect([path, Object.keys(item)]).toEqual([path, methods]);
    }
  });

  test('has no reference that leads nowhere, and nothing shared that nobody refers to', () => {
    const references = new Set(api.everything.flatMap(({ object }) => ('$ref' in object ? [object.$ref] : [])));
    const shared = Object.entries({ schemas: api.schemas, parameters, responses }).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...references].toSorted()).toEqual(shared.toSorted());
  });

  test.each(paths)('declares what is in the path %s, and no parameter twice', (path) => {
    const inPath = parametersOf(path).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(inPath.every(({ required }) => required)).toBe(true);
    const names = parametersOf(path).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test('has operations with ids of their own, known tags and a summary, and explains every parameter', () => {
    const operations = paths.map(operationOf);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(paths.length);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(description.tags.map(({ name }) => name)));
    for (const { summary } of operations) expect(summary).toMatch(/\w/);
    for (const { name, description: words } of Object.values(parameters)) expect(words, name).toMatch(/\w/);
  });

  const ajv = new Judge({ strict: false, validateFormats: false }).addSchema({
    $id: 'document',
    ...(document as object),
  });
  const examples = api.everything.flatMap(({ pointer, object }) => [
    ...('schema' in object && 'example' in object ? [{ schema: `${pointer}/schema`, value: object.example }] : []),
    ...('properties' in object && 'example' in object ? [{ schema: pointer, value: object.example }] : []),
    ...('type' in object && 'examples' in object && Array.isArray(object.examples)
      ? object.examples.map((value: unknown) => ({ schema: pointer, value }))
      : []),
    ...('schema' in object && 'examples' in object
      ? Object.values((object as Body).examples ?? {}).map(({ value }) => ({ schema: `${pointer}/schema`, value }))
      : []),
  ]);

  test('has many examples', () => {
    expect(examples.length).toBeGreaterThan(most);
  });

  test.each(examples)('has an example of $schema that is what the schema says', ({ schema, value }) => {
    const pointer = schema.split('/').map(encodeURIComponent).join('/').replace('%23', '#');
    const validate = ajv.compile({ $ref: `document${pointer}` });
    expect(validate(value), ajv.errorsText(validate.errors)).toBe(true);
  });
});

describe('the document of the registry API', () => {
  const { paths, responsesOf, description } = registryApi;

  test.each(paths)('says of every response of %s what it is and what it holds', (path) => {
    for (const [status, response] of responsesOf(path)) {
      const bodies = Object.values(response.content ?? {});
      expect(response.description).toMatch(/\w/);
      // Whoever excludes JSON gets no JSON.
      expect(bodies.length > 0 || status === 406).toBe(true);
      for (const body of bodies) expect(body.schema).toBeTypeOf('object');
    }
  });

  test('says of what type every parameter is, and explains every member of a record', () => {
    for (const { name, schema } of Object.values(description.components.parameters)) {
      expect(schema.type, name).toBeTypeOf('string');
    }
    for (const record of ['User', 'AnyUser', 'UserGene', 'Taxon', 'RemoteOntologyTermInfo', 'Stats', 'UserPage']) {
      for (const [member, { description: words, $ref }] of Object.entries(
        registryApi.schemas[record]?.properties ?? {},
      )) {
        expect(words ?? $ref, `${record}.${member}`).toMatch(/\w/);
      }
    }
  });
});

describe('the document of the federated routes', () => {
  test('has nothing left of how OpenAPI 3.0 writes null', () => {
    expect(everything.filter(({ object }) => 'nullable' in object)).toEqual([]);
  });

  const strict = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  strict.addKeyword('components').addSchema({ $id: 'document', components: { schemas } });

  test.each(Object.keys(schemas))('has the schema %s as JSON Schema, and explains its members', (name) => {
    expect(() => strict.compile({ $ref: `document#/components/schemas/${name}` })).not.toThrow();
    for (const [member, schema] of Object.entries(schemas[name]?.properties ?? {})) {
      const explained = schema.description ?? schema.$ref ?? schema.anyOf ?? schema.const;
      expect(explained, `${name}.${member}`).toBeDefined();
    }
  });
});
