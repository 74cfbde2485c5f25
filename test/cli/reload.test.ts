/** Partners that are changed in the configuration of a registry that runs. */

import { describe, test } from 'vitest';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { genes } from '../support/partners/behaviours.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const SECRETS = ['secret-token-of-the-north', 'secret-parameter'];
/** The files are looked at every second, on a machine that may be busy. */
const OFTEN = { interval: 100 };

type Partner = { key: string; name: string; url: string; token?: string };

function configuration(apis: readonly Partner[], isearch: object = {}): string {
  return JSON.stringify({ app: { settings: { isearch: { ...isearch, apis } } } });
}

async function openNetwork() {
  await using opened = new AsyncDisposableStack();
  const [north, south] = [
    opened.use(await startScriptedPartner({ '/api/genes/search': genes(2) })),
    opened.use(await startScriptedPartner({ '/api/genes/search': genes(3) })),
  ];
  const workplace = opened.use(await openWorkplace());
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
  const NORTH = { key: 'north', name: 'North', url: north.url };
  const SOUTH = { key: 'south', name: 'South', url: south.url };
  const resources = opened.move();
  return { north, south, NORTH, SOUTH, workplace, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

async function serve(workplace: Workplace, content: string) {
  await workplace.write('registry.yaml', content);
  const env = { LOG_LEVEL: 'info' };
  const server = await workplace.beginServe(['--config', workplace.at('registry.yaml')], env);
  return {
    ...server,
    logged: (kind = 'partners') => server.log().filter(({ msg }) => msg === kind),
    async asked() {
      const { origins } = await (await fetch(server.url + SEARCH)).json();
      return origins.map(({ key, count }: { key: string; count: number }) => `${key} ${count}`).join(', ');
    },
  };
}

describe.concurrent('the file of the partners', () => {
  test('counts soon after it was changed, and the log says what changed and no secret', async ({ expect }) => {
    await using network = await openNetwork();
    const { workplace, north, NORTH, SOUTH } = network;
    await using server = await serve(workplace, configuration([NORTH]));
    const about = (await (await fetch(`${server.url}/api/federated`)).text()).length;
    expect(await server.asked()).toBe('local 1, north 2');
    const changed = { ...NORTH, name: 'The North', token: SECRETS[0] ?? '', url: `${NORTH.url}?key=${SECRETS[1]}` };
    await workplace.write('registry.yaml', configuration([changed, SOUTH], { 'search-timeout': 4321 }));
    await expect.poll(() => server.logged().length, OFTEN).toBe(1);
    expect(server.logged()).toMatchObject([
      { level: 30, added: ['south'], removed: [], changed: ['north: name, query, token'] },
    ]);
    expect(server.logged('configuration')).toMatchObject([
      { level: 40, keys: ['app.settings.isearch.search-timeout'] },
    ]);
    const asksBefore = north.requestsTo('/api/genes/search').length;
    expect(await server.asked()).toBe('local 1, north 2, south 3');
    // What was kept under the other address is not given.
    expect(north.requestsTo('/api/genes/search').length).toBeGreaterThan(asksBefore);
    expect((await (await fetch(`${server.url}/api/federated`)).text()).length).toBeGreaterThan(about);
    const page = await (await fetch(`${server.url}/`)).text();
    expect(page).toContain('South');
    await workplace.write('registry.yaml', configuration([SOUTH]));
    server.signal('SIGHUP');
    await expect.poll(() => server.logged().length, OFTEN).toBe(2);
    expect(server.logged()[1]).toMatchObject({ added: [], removed: ['north'], changed: [] });
    expect(await server.asked()).toBe('local 1, south 3');
    expect((await fetch(`${server.url}${SEARCH}&origins=north`)).status).toBe(400);
    for (const secret of SECRETS) expect(JSON.stringify(server.log())).not.toContain(secret);
  });

  test('is refused when it is broken, at SIGHUP at once; the partners stay, with all that is known of them', async ({
    expect,
  }) => {
    await using network = await openNetwork();
    const { workplace, north, NORTH, SOUTH } = network;
    await using server = await serve(workplace, configuration([NORTH]));
    expect(await server.asked()).toBe('local 1, north 2');
    // It is asked again once its version is known, which says how to ask.
    await expect.poll(() => north.requestsTo('/api').length, OFTEN).toBeGreaterThan(0);
    await server.asked();
    await server.asked();
    const requests = north.requestsTo('/api/genes/search').length;
    const broken = configuration([{ ...SOUTH, url: 'http://somewhere.example.org' }]);
    await workplace.write('registry.yaml', broken);
    server.signal('SIGHUP');
    await expect.poll(() => server.logged().length, OFTEN).toBe(1);
    const [{ level, problems } = {}] = server.logged();
    const atStart = await workplace.run(['serve', '--config', workplace.at('registry.yaml')]);
    expect([level, `${(problems as string[]).join('\n')}\n`]).toEqual([50, atStart.stderr]);
    expect(await server.asked()).toBe('local 1, north 2');
    expect(north.requestsTo('/api/genes/search')).toHaveLength(requests);
    await workplace.write('registry.yaml', configuration([SOUTH, NORTH]));
    server.signal('SIGHUP');
    await expect.poll(() => server.logged().length, OFTEN).toBe(2);
    expect(server.logged()[1]).toMatchObject({ level: 30, added: ['south'], removed: [], changed: [] });
    expect(await server.asked()).toBe('local 1, south 3, north 2');
    expect(north.requestsTo('/api/genes/search')).toHaveLength(requests);
    server.signal('SIGHUP');
    await expect.poll(() => server.logged().length, OFTEN).toBe(3);
    expect(server.logged()[2]).toMatchObject({
      what: 'the configuration was read again; the partners and the accepted search tokens are the same',
    });
  });
});

const TOKENS = { leaked: 'token-that-leaked', fresh: 'token-in-its-place', other: 'token-of-another' };

function accepting(...names: (keyof typeof TOKENS)[]): string {
  const tokens = names.map((name) => ({ name, token: TOKENS[name] }));
  return configuration([], { 'user-id': 2, 'auth-tokens': tokens });
}

/** What somebody is answered who comes with a token, on a connection of its own. */
async function answerTo(url: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
  const answer = await fetch(`${url}/api/stats`, { headers });
  const text = await answer.text();
  return answer.status === 200 ? '200' : `${answer.status} ${answer.headers.get('WWW-Authenticate')} ${text}`;
}

describe.concurrent('a search token that is accepted', () => {
  test('counts soon after it was added, and is unknown when it was taken out; a broken edit changes nothing', async ({
    expect,
  }) => {
    await using workplace = await openWorkplace();
    await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
    await using server = await serve(workplace, accepting('leaked', 'other'));
    const logged = () => server.logged('search tokens');
    const unknown = await answerTo(server.url, 'a-token-that-nobody-made');
    expect(unknown).toMatch(/^401 Bearer/);
    const answers = () => Promise.all(Object.values(TOKENS).map((token) => answerTo(server.url, token)));
    expect(await answers()).toEqual(['200', unknown, '200']);

    await workplace.write('registry.yaml', accepting('fresh').replace(TOKENS.fresh, 'short'));
    server.signal('SIGHUP');
    await expect.poll(() => server.logged().length, OFTEN).toBe(1);
    expect(server.logged()).toMatchObject([
      {
        level: 50,
        problems: [expect.stringContaining('app.settings.isearch.auth-tokens[0].token is a text (not shown), ')],
      },
    ]);
    expect(await answers()).toEqual(['200', unknown, '200']);

    await workplace.write('registry.yaml', accepting('fresh', 'other'));
    await expect.poll(() => logged().length, OFTEN).toBe(1);
    expect(logged()).toMatchObject([{ level: 30, added: 1, removed: 1, renamed: 0 }]);
    expect(await answers()).toEqual([unknown, '200', '200']);
    expect(server.logged('configuration')).toEqual([]);
    for (const token of Object.values(TOKENS)) expect(JSON.stringify(server.log())).not.toContain(token);
  });

  test('and lets nobody in is warned of', async ({ expect }) => {
    await using workplace = await openWorkplace();
    await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
    await using server = await serve(workplace, configuration([]));
    await workplace.write('registry.yaml', configuration([], { 'auth-tokens': [TOKENS.fresh] }));
    server.signal('SIGHUP');
    await expect.poll(() => server.logged('search tokens').length, OFTEN).toBe(2);
    expect(server.logged('search tokens')).toMatchObject([
      { level: 30, added: 1, removed: 0 },
      { level: 40, what: expect.stringContaining('because no account is named for it') },
    ]);
  });
});
