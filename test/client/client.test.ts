/** The typed client as its users meet it: every route, the words it asks with, and where the token goes. */

import { expect, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import * as federated from '../server/routes/federated-openapi-reader.ts';
import * as registryApi from '../server/routes/openapi-reader.ts';
import { answer, collected, startScriptedRegistry, stream } from './scripted-registry.ts';

const ID = 'c3a1d7f4-0b68-4e2d-9a45-7f6e5d4c3b2a';
const BRCA1 = { symbol: 'BRCA1', taxonId: 9606 };

/** Every method, with the address it asks. */
const METHODS: [address: string, ask: (client: Client) => Promise<unknown>][] = [
  ['/api/genes/search?symbol=BRCA1&taxonId=9606', (client) => client.searchGenes(BRCA1)],
  ['/api/genes/search?symbol=BRCA1&taxonId=9606&page=0', (client) => client.searchGenesPage(BRCA1)],
  ['/api/genes?page=1&size=5&sort=id%2Cdesc', (client) => client.listGenes({ page: 1, size: 5, sort: ['id,desc'] })],
  [`/api/genes/by-anonymous-id/${ID}`, (client) => client.geneByAnonymousId(ID)],
  [
    '/api/users/search?nameLike=m%C3%BC%26&prefix=true',
    (client) => client.searchUsers({ nameLike: 'mü&', prefix: true }),
  ],
  [
    '/api/users/search?descriptionLike=eye&page=2&size=7',
    (client) => client.searchUsersPage({ descriptionLike: 'eye' }, { page: 2, size: 7 }),
  ],
  ['/api/users', (client) => client.listUsers()],
  ['/api/users/7', (client) => client.user(7)],
  [`/api/users/by-anonymous-id/${ID}`, (client) => client.userByAnonymousId(ID)],
  ['/api/ontologies', (client) => client.ontologies()],
  ['/api/ontologies/a%2Fb/terms?page=3', (client) => client.terms('a/b', { page: 3 })],
  [
    '/api/ontologies/hp/terms?ontologyTermIds=HP%3A1&ontologyTermIds=HP%3A2',
    (client) => client.termsById('hp', ['HP:1', 'HP:2']),
  ],
  ['/api/ontologies/hp/terms/HP%3A1', (client) => client.term('hp', 'HP:1')],
  ['/api/taxa/9606', (client) => client.taxon(9606)],
  ['/api/stats', (client) => client.stats()],
  ['/stats', (client) => client.legacyStats()],
  ['/api/public-view', (client) => client.publicView()],
  ['/api', (client) => client.description()],
  [
    '/api/federated/genes/search?symbol=BRCA1&taxonId=9606&page=1&size=5&origins=local&origins=partner-b',
    (client) => client.federated.searchGenes(BRCA1, { origins: ['local', 'partner-b'], page: 1, size: 5 }),
  ],
  [
    '/api/federated/users/search?descriptionLike=eye&cursor=a.b',
    (client) => client.federated.searchUsers({ descriptionLike: 'eye' }, { cursor: 'a.b' }),
  ],
  [
    '/api/federated/genes/search?symbol=BRCA1&taxonId=9606&granularity=count&facets=tier&facets=organism',
    (client) => client.federated.countGenes(BRCA1, { facets: ['tier', 'organism'] }),
  ],
  [
    '/api/federated/users/search?descriptionLike=eye&granularity=count&origins=local',
    (client) => client.federated.countUsers({ descriptionLike: 'eye' }, { origins: ['local'] }),
  ],
  ['/api/federated/genes?size=5', (client) => client.federated.listGenes({ size: 5 })],
  ['/api/federated/users?cursor=a.b', (client) => client.federated.listUsers({ cursor: 'a.b' })],
  ['/api/federated/users/7?origin=partner-b', (client) => client.federated.user(7, { origin: 'partner-b' })],
  [
    `/api/federated/users/by-anonymous-id/${ID}?origin=local`,
    (client) => client.federated.userByAnonymousId(ID, { origin: 'local' }),
  ],
  [
    `/api/federated/genes/by-anonymous-id/${ID}?origin=local`,
    (client) => client.federated.geneByAnonymousId(ID, { origin: 'local' }),
  ],
  ['/api/federated/stats', (client) => client.federated.stats()],
  [
    '/api/federated/ontologies/hp/terms?ontologyTermIds=HP%3A1&origins=local',
    (client) => client.federated.terms('hp', ['HP:1'], { origins: ['local'] }),
  ],
  ['/api/federated/genes/coverage?symbol=BRCA1&taxonId=9606', (client) => client.federated.coverage(BRCA1)],
  ['/api/federated/genes/search-batch', (client) => client.federated.searchBatch({ text: ['BRCA1', 'TP53'] })],
  [
    '/api/federated/access-requests',
    (client) =>
      client.federated.requestAccess({ anonymousId: ID, name: 'Ada', contact: 'ada@example.org', reason: 'A family.' }),
  ],
  ['/api/federated/resolve?text=a%2C+b&limit=3', (client) => client.federated.resolve('a, b', { limit: 3 })],
  ['/api/federated/partners', (client) => client.federated.partners()],
  ['/api/federated/partners/me', (client) => client.federated.partnerStatus()],
  ['/api/federated/partners/me', (client) => client.federated.lookingGlass()],
  ['/api/federated', (client) => client.federated.description()],
];

/** Every method that streams, with the address it asks. */
const STREAMS: [address: string, ask: (client: Client) => AsyncIterable<{ type: string }>][] = [
  [
    '/api/federated/genes/search?symbol=BRCA1&taxonId=9606&origins=local',
    (client) => client.federated.streamGenes(BRCA1, { origins: ['local'] }),
  ],
  [
    '/api/federated/users/search?descriptionLike=eye',
    (client) => client.federated.streamUsers({ descriptionLike: 'eye' }),
  ],
  ['/api/federated/genes?size=5', (client) => client.federated.streamGeneList({ size: 5 })],
  ['/api/federated/users?cursor=a.b', (client) => client.federated.streamUserList({ cursor: 'a.b' })],
  ['/api/federated/stats', (client) => client.federated.streamStats()],
  [
    '/api/federated/ontologies/hp/terms?ontologyTermIds=HP%3A1',
    (client) => client.federated.streamTerms('hp', ['HP:1']),
  ],
  ['/api/federated/genes/coverage?symbol=BRCA1&taxonId=9606', (client) => client.federated.streamCoverage(BRCA1)],
  ['/api/federated/genes/search-batch', (client) => client.federated.streamBatch({ genes: [BRCA1] })],
];

test.each(METHODS)('a method asks %s and answers what is there', async (address, ask) => {
  await using registry = await startScriptedRegistry(answer({ is: 'here' }));
  await expect(ask(createClient({ baseUrl: registry.url }))).resolves.toEqual({ is: 'here' });
  expect(registry.requests.map((request) => request.address)).toEqual([address]);
  expect(registry.requests[0]?.headers.accept).toBe('application/json');
});

test.each(STREAMS)('a method asks %s for a stream', async (address, ask) => {
  await using registry = await startScriptedRegistry(stream(['{"type":"plan"}\n{"type":"end"}\n']));
  const lines = await collected(ask(createClient({ baseUrl: registry.url })));
  expect(lines).toEqual([{ type: 'plan' }, { type: 'end' }]);
  expect(registry.requests.map((request) => request.address)).toEqual([address]);
  expect(registry.requests[0]?.headers.accept).toBe('application/x-ndjson');
});

test('rows are asked for instead of records', async () => {
  await using registry = await startScriptedRegistry(stream(['{"type":"plan"}\n{"type":"end"}\n']));
  const client = createClient({ baseUrl: registry.url });
  await collected(client.federated.streamGenes(BRCA1, { fields: 'row' }));
  await collected(client.federated.streamUsers({ descriptionLike: 'eye' }, { fields: 'row', origins: ['local'] }));
  expect(registry.requests.map(({ address }) => address)).toEqual([
    '/api/federated/genes/search?symbol=BRCA1&taxonId=9606&fields=row',
    '/api/federated/users/search?descriptionLike=eye&origins=local&fields=row',
  ]);
});

test('there is a method for every route that is described, and for no other', () => {
  const described = [...registryApi.paths, ...federated.paths];
  const calls = [...METHODS, ...STREAMS].map(([address]) => {
    const [path = ''] = address.split('?');
    return described.find(
      (one) => new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path) && !shadowed(one, path),
    );
  });
  expect([...new Set(calls)].toSorted()).toEqual(described.toSorted());
});

test('every method is tried', () => {
  const client = createClient({ baseUrl: '' });
  const tried = [...METHODS, ...STREAMS].map(([, ask]) => /client\.((?:federated\.)?\w+)\(/.exec(String(ask))?.[1]);
  const methods = Object.keys(client).filter((name) => name !== 'federated');
  const federated = Object.keys(client.federated).map((name) => `federated.${name}`);
  // It asks by the others.
  const own = ['federated.allPages'];
  expect([...tried, ...own].toSorted()).toEqual([...methods, ...federated].toSorted());
});

/** `/api/users/search` also looks like `/api/users/{userId}`. */
function shadowed(pattern: string, path: string): boolean {
  return pattern.endsWith('{userId}') && /\/(?:search|stats)$/.test(path);
}

test.each(['', '/', '/rgr', '/rgr//'])('a registry below the path %j is asked there', async (path) => {
  await using registry = await startScriptedRegistry(answer({}));
  await createClient({ baseUrl: registry.url + path }).stats();
  expect(registry.requests[0]?.address).toBe(`${path.replace(/\/+$/, '')}/api/stats`);
});

test('without an address the page asks the server it came from', async () => {
  const calls: string[] = [];
  const fetch = async (address: string) => {
    calls.push(address);
    return Response.json([]);
  };
  await createClient({ baseUrl: '', fetch }).ontologies();
  expect(calls).toEqual(['/api/ontologies']);
});

test('the token goes into the header, and nowhere else', async () => {
  await using registry = await startScriptedRegistry(async (req, res) => {
    const isStream = req.headers.accept === 'application/x-ndjson';
    await (isStream ? stream(['{"type":"end"}\n']) : answer({}))(req, res);
  });
  const client = createClient({ baseUrl: registry.url, token: 'secret-1' });
  for (const [, ask] of METHODS) await ask(client);
  for (const [, ask] of STREAMS) await collected(ask(client));
  expect(registry.requests).toHaveLength(METHODS.length + STREAMS.length);
  for (const { address, headers } of registry.requests) {
    expect(headers.authorization).toBe('Bearer secret-1');
    expect(JSON.stringify({ ...headers, authorization: '', address })).not.toContain('secret');
  }
});

test('without a token no header is sent', async () => {
  await using registry = await startScriptedRegistry(answer({}));
  await createClient({ baseUrl: registry.url }).stats();
  expect(registry.requests[0]?.headers).not.toHaveProperty('authorization');
});

test.each([
  [{ baseUrl: 'https://registry.example.org?auth=secret-1' }, 'baseUrl has more in it'],
  [{ baseUrl: 'https://user:secret-1@registry.example.org' }, 'baseUrl has more in it'],
  [{ baseUrl: 'https://registry.example.org', token: 'secret-1\n' }, 'The token has characters'],
  [{ baseUrl: 'https://registry.example.org', token: '' }, 'The token has characters'],
])('the token %j is refused, without repeating the secret', (options, words) => {
  expect(() => createClient(options)).toThrow(
    expect.objectContaining({ code: 'unaskable', message: expect.stringMatching(`^${words}((?!secret).)*$`) }),
  );
});

test.each(['', '.', '..'])('an id that is %j is refused before it leads to another route', async (id) => {
  await using registry = await startScriptedRegistry(answer({}));
  const client = createClient({ baseUrl: registry.url });
  await expect(client.userByAnonymousId(id)).rejects.toMatchObject({ code: 'unaskable' });
  await expect(client.federated.terms(id, ['HP:1'])).rejects.toMatchObject({ code: 'unaskable' });
  expect(() => client.federated.streamTerms(id, ['HP:1'])).toThrow(expect.objectContaining({ code: 'unaskable' }));
  expect(registry.requests).toEqual([]);
});
