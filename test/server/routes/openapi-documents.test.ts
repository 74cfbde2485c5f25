/** How the OpenAPI documents come to be: the declarations of the program, with what is configured filled in. */

import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { expect, test } from 'vitest';
import { federatedDocument, registryDocument } from '../../../src/api/documents.ts';
import { API_VERSION, FEDERATED_API_VERSION, IMPLEMENTATION } from '../../../src/lib/product.ts';
import { openApiDocuments } from '../../../src/server/routes/docs-routes.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../support/registry/start-registry.ts';
import { EXAMPLES, FACTS, readerOf } from './openapi-reader.ts';

const READERS = [
  ['registry API', registryDocument],
  ['federated API', federatedDocument],
] as const;

test.each(READERS)('nothing of the %s is left to be filled in, and nothing but OpenAPI is served', (_, make) => {
  for (const anonymizedSearchResults of [true, false]) {
    for (const originKeys of [['local'], ['local', 'b'], ['local', 'b', 'c']]) {
      const document = make({ ...FACTS, anonymizedSearchResults, originKeys }, EXAMPLES);
      expect(JSON.stringify(document)).not.toMatch(/\$\{/);
      expect(Object.keys(document)).toEqual(['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components']);
    }
  }
});

test.each(READERS)('names in the %s stand as they are configured, whatever signs they hold', (_, make) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how the files mark what is filled in
  const odd = { shortname: '"${host}$1\\', fullname: 'Registre: é $& *a {x}', contactEmail: '$`@example.org' };
  const { info } = readerOf(make({ ...FACTS, ...odd }, EXAMPLES)).description;
  expect(info).toHaveProperty('x-registry', { shortName: odd.shortname, name: odd.fullname });
  expect(info.description).toContain(`**${odd.fullname}** (${odd.shortname})`);
  expect(info.contact).toEqual({ name: odd.fullname, email: odd.contactEmail });
});

test('each document is made once, and when it is first asked for', () => {
  const documents = openApiDocuments(() => FACTS);
  expect(documents.registry()).toBe(documents.registry());
  expect(documents.federated()).toBe(documents.federated());
});

test('a document that could not be made, as for want of file descriptors, is made by the next request', async () => {
  const { readFile } = fs;
  const documents = openApiDocuments(() => FACTS);
  fs.readFile = () => Promise.reject(new Error('EMFILE'));
  syncBuiltinESMExports();
  try {
    for (const document of [documents.registry, documents.federated])
      await expect(document()).rejects.toThrow('EMFILE');
  } finally {
    fs.readFile = readFile;
    syncBuiltinESMExports();
  }
  for (const document of [documents.registry, documents.federated]) expect(await document()).toHaveProperty('openapi');
});

test('a running registry serves both documents as configured, and none of their files', async () => {
  const settings = {
    APP_SITE_SHORTNAME: 'TestNet',
    APP_SITE_FULLNAME: 'Network of Tests',
    APP_SITE_HOST: 'https://test.example.org/',
    APP_SITE_CONTACT_EMAIL: 'help@example.org',
    APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
    APP_SETTINGS_ISEARCH_APIS: 'http://127.0.0.1:9',
  };
  await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings });
  const facts = {
    shortname: 'TestNet',
    fullname: 'Network of Tests',
    host: 'https://test.example.org/',
    contactEmail: 'help@example.org',
    apiVersion: API_VERSION,
    federatedVersion: FEDERATED_API_VERSION,
    implementation: IMPLEMENTATION,
    anonymizedSearchResults: true,
    originKeys: ['local', '127.0.0.1:9'],
  };
  const documents = openApiDocuments(() => facts);
  expect(await (await registry.get('/api')).text()).toBe(JSON.stringify(await documents.registry()));
  expect(await (await registry.get('/api/federated')).text()).toBe(JSON.stringify(await documents.federated()));
  for (const folder of ['/docs', '/assets', '/assets/api', '/assets/../api']) {
    for (const file of ['examples.json', 'documents.ts', 'documents.js']) {
      expect((await registry.get(`${folder}/${file}`)).status, `${folder}/${file}`).toBe(404);
    }
  }
});
