/** docs/api.md and docs/registry-api.md against the two OpenAPI documents and against the running demonstration network. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as federated from '../../server/routes/federated-openapi-reader.ts';
import * as own from '../../server/routes/openapi-reader.ts';
import { type DocumentedNetwork, startDocumentedNetwork } from '../../support/docs/documented-network.ts';
import { codesIn, fencesOf, headingsOf, read, tablesOf } from '../../support/docs/read-markdown.ts';
import { parametersPage } from '../../tools/api-tables/parameter-tables.ts';

const page = `${read('docs/api.md')}\n${read('docs/registry-api.md')}`;
const titles = headingsOf(page).map(({ title }) => title);
const sections = titles.filter((title) => /^(?:GET|POST) /.test(title));
const routes = sections.map((title) => title.replace(/^[A-Z]+ /, ''));
const sectionOf = (route: string) => sections.find((title) => title.endsWith(` ${route}`));

/** Where the `anonymousId` comes from that an example calls `$ID`. */
const ID_FROM: Record<string, string> = {
  '/api/federated/access-requests': '/api/genes/search?symbol=BRCA1&taxonId=9606&size=1',
  '/api/genes/by-anonymous-id/{anonymousId}': '/api/genes/search?symbol=BRCA1&taxonId=9606&size=1',
  '/api/users/by-anonymous-id/{anonymousId}': '/api/users/search?descriptionLike=limb&size=20',
  '/api/federated/genes/by-anonymous-id/{anonymousId}':
    '/api/federated/genes/search?symbol=BRCA1&taxonId=9606&origins=local',
  '/api/federated/users/by-anonymous-id/{anonymousId}':
    '/api/federated/users/search?descriptionLike=limb&origins=local',
};
const NO_ANSWER = { language: 'json', text: 'null' };
const paths = [...own.paths, ...federated.paths];

test('the pages have a section for every address of the OpenAPI documents, and for no other', () => {
  expect(routes.toSorted()).toEqual(paths.toSorted());
});

test('docs/api-parameters.md is the page that `npm run tables` makes of the OpenAPI documents', () => {
  expect(read('docs/api-parameters.md')).toBe(parametersPage());
});

describe('the demonstration network', () => {
  const examples = routes.flatMap((route) => {
    const fences = fencesOf(page).filter(({ under }) => under === sectionOf(route));
    const commands = fences.filter(({ language }) => language === 'sh');
    const answers = fences.filter(({ language }) => language !== 'sh');
    return commands.map(({ text }, index) => ({ route, command: text.trim(), answer: answers[index] ?? NO_ANSWER }));
  });
  let demo: DocumentedNetwork;
  beforeAll(async () => {
    demo = await startDocumentedNetwork();
  });
  afterAll(() => demo[Symbol.asyncDispose]());

  test('is asked an example of every address', () => {
    // No token of the demonstration is tied to a partner: test/network/partner-status.test.ts asks it.
    const others = routes.filter((route) => route !== '/api/federated/partners/me');
    expect(new Set(examples.map(({ route }) => route))).toEqual(new Set(others));
  });

  test.each(examples)('answers $command as shown', async ({ route, command, answer }) => {
    await demo.expectAnswer(command, answer, { ID: await anonymousId(ID_FROM[route]) });
  });

  test('is asked each example at the address of its section', () => {
    const strayed = examples.filter(({ route, command }) => {
      const pattern = route.replace(/\{\w+\}/g, '[^/?]+');
      return !new RegExp(`:8080${pattern}(?:\\?.*)?['"]$`).test(command);
    });
    expect(strayed).toEqual([]);
  });

  test.each(tablesOf(read('docs/services.md')).find(({ under }) => under === 'Addresses')?.rows ?? [])(
    'has %s of docs/services.md',
    async (address) => {
      const answer = await fetch(demo.url + codesIn(address)[0]);
      expect(answer.status).toBe(200);
    },
  );

  async function anonymousId(path: string | undefined): Promise<string> {
    if (path === undefined) return '';
    const answer = (await (await fetch(demo.url + path)).json()) as { content: { anonymousId?: string }[] };
    return answer.content.find(({ anonymousId }) => anonymousId !== undefined)?.anonymousId ?? '';
  }
});
