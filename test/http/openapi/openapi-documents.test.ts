/** How the OpenAPI documents come to be: the YAML files of the program, with what is configured filled in. */

import { expect, test } from 'vitest';
import { parseOwnYaml } from '../../../src/config/yaml-file.ts';
import { openApiDocuments } from '../../../src/http/openapi/openapi-documents.ts';
import { API_VERSION, IMPLEMENTATION } from '../../../src/lib/product.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../support/registry/start-registry.ts';
import * as federated from './federated-openapi-reader.ts';
import * as registryApi from './openapi-reader.ts';

const { FACTS } = registryApi;
const READERS = [
  ['registry API', registryApi.describeWith],
  ['federated API', federated.describeWith],
] as const;

test.each(READERS)(
  'nothing of the %s is left to be filled in, and nothing but OpenAPI is served',
  (_, describeWith) => {
    for (const anonymizedSearchResults of [true, false]) {
      for (const originKeys of [['local'], ['local', 'b'], ['local', 'b', 'c']]) {
        const document = describeWith({ anonymizedSearchResults, originKeys });
        expect(JSON.stringify(document)).not.toMatch(/\$\{/);
        expect(Object.keys(document)).toEqual([
          'openapi',
          'info',
          'servers',
          'security',
          'tags',
          'paths',
          'components',
        ]);
      }
    }
  },
);

test.each(READERS)('names in the %s stand as they are configured, whatever signs they hold', (_, describeWith) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how the files mark what is filled in
  const odd = { shortname: '"${host}$1\\', fullname: 'Registre: é $& *a {x}', contactEmail: '$`@example.org' };
  const { info } = describeWith(odd);
  expect(info).toHaveProperty('x-registry', { shortName: odd.shortname, name: odd.fullname });
  expect(info.description).toContain(`**${odd.fullname}** (${odd.shortname})`);
  expect(info.contact).toEqual({ name: odd.fullname, email: odd.contactEmail });
});

test('a word that is not there is an error that names it, and the words there are', async () => {
  // The files are parsed once by a module: this is another one of the same text.
  const another = '../../../src/http/openapi/openapi-documents.ts?another';
  const { openApiDocuments: anew } = (await import(another)) as { openApiDocuments: typeof openApiDocuments };
  const documents = anew(
    () => FACTS,
    (text) => parseOwnYaml(text.replace('{implementation}', '{implementer}')),
  );
  const words = Object.keys(FACTS).join(', ');
  expect(() => documents.registry()).toThrow(`has no word for 'implementer'. There are: ${words}, `);
});

test('each document is made once, and when it is first asked for', () => {
  const documents = openApiDocuments(() => FACTS, parseOwnYaml);
  expect(documents.registry()).toBe(documents.registry());
  expect(documents.federated()).toBe(documents.federated());
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
    implementation: IMPLEMENTATION,
    anonymizedSearchResults: true,
    originKeys: ['local', '127.0.0.1:9'],
  };
  const documents = openApiDocuments(() => facts, parseOwnYaml);
  expect(await (await registry.get('/api')).text()).toBe(JSON.stringify(documents.registry()));
  expect(await (await registry.get('/api/federated')).text()).toBe(JSON.stringify(documents.federated()));
  for (const folder of ['/docs', '/assets', '/assets/http/openapi', '/assets/../http/openapi']) {
    for (const file of ['common.yaml', 'registry-api.yaml', 'federated-api.yaml']) {
      expect((await registry.get(`${folder}/${file}`)).status, `${folder}/${file}`).toBe(404);
    }
  }
});
