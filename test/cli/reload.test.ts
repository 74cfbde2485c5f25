/** Partners that are changed in the configuration of a registry that runs. */

import { readFileSync } from 'node:fs';
import { describe, test, vi } from 'vitest';
import { genes } from '../../src/mock-partner/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/mock-partner/scripted-partner.ts';
import { ending, openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { PATIENT } from '../support/machine/patience.ts';
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
  await workplace.write('first.json', JSON.stringify(smallSnapshot()));
  const NORTH = { key: 'north', name: 'North', url: north.url };
  const SOUTH = { key: 'south', name: 'South', url: south.url };
  const resources = opened.move();
  return { north, south, NORTH, SOUTH, workplace, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

async function serve(workplace: Workplace, content: string) {
  await workplace.write('registry.yaml', content);
  const env = { DATABASE_INITIAL_SNAPSHOT: 'first.json', LOG_LEVEL: 'info' };
  const server = await workplace.serve(['--config', 'registry.yaml'], env);
  return {
    ...server,
    told: (kind = 'partners') => server.log().filter(({ msg }) => msg === kind),
    async asked() {
      const { origins } = await (await fetch(server.url + SEARCH)).json();
      return origins.map(({ key, count }: { key: string; count: number }) => `${key} ${count}`).join(', ');
    },
  };
}

describe('the file of the partners', () => {
  test.concurrent('counts soon after it was changed, and the log says what changed and no secret', async ({
    expect,
  }) => {
    await using network = await openNetwork();
    const { workplace, north, NORTH, SOUTH } = network;
    await using server = await serve(workplace, configuration([NORTH]));
    const about = (await (await fetch(`${server.url}/api/federated`)).text()).length;
    expect(await server.asked()).toBe('local 1, north 2');
    const changed = { ...NORTH, name: 'The North', token: SECRETS[0] ?? '', url: `${NORTH.url}?key=${SECRETS[1]}` };
    await workplace.write(
      'registry.yaml',
      configuration([changed, SOUTH], { 'user-id': 2, 'auth-tokens': ['abcdefghijkl'] }),
    );
    await expect.poll(() => server.told().length, OFTEN).toBe(1);
    expect(server.told()).toMatchObject([
      { level: 30, added: ['south'], removed: [], changed: ['north: name, query, token'] },
    ]);
    expect(server.told('configuration')).toMatchObject([
      { level: 40, keys: ['app.settings.isearch.auth-tokens', 'app.settings.isearch.user-id'] },
    ]);
    const asksBefore = north.requestsTo('/api/genes/search').length;
    expect(await server.asked()).toBe('local 1, north 2, south 3');
    // What was kept under the other address is not given.
    expect(north.requestsTo('/api/genes/search').length).toBeGreaterThan(asksBefore);
    expect((await (await fetch(`${server.url}/api/federated`)).text()).length).toBeGreaterThan(about);
    const page = await (await fetch(`${server.url}/`)).text();
    expect(page).toContain('South');
    await workplace.write('registry.yaml', configuration([SOUTH]));
    await expect.poll(() => server.told().length, OFTEN).toBe(2);
    expect(server.told()[1]).toMatchObject({ added: [], removed: ['north'], changed: [] });
    expect(await server.asked()).toBe('local 1, south 3');
    expect((await fetch(`${server.url}${SEARCH}&origins=north`)).status).toBe(400);
    for (const secret of SECRETS) expect(JSON.stringify(server.log())).not.toContain(secret);
  });

  test.concurrent('is refused when it is broken, at SIGHUP at once; the partners stay, with all that is known of them', async ({
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
    await expect.poll(() => server.told().length, OFTEN).toBe(1);
    const [{ level, problems } = {}] = server.told();
    const atStart = await workplace.run(['serve', '--config', 'registry.yaml']);
    expect([level, `${(problems as string[]).join('\n')}\n`]).toEqual([50, atStart.stderr]);
    expect(await server.asked()).toBe('local 1, north 2');
    expect(north.requestsTo('/api/genes/search')).toHaveLength(requests);
    await workplace.write('registry.yaml', configuration([SOUTH, NORTH]));
    server.signal('SIGHUP');
    await expect.poll(() => server.told().length, OFTEN).toBe(2);
    expect(server.told()[1]).toMatchObject({ level: 30, added: ['south'], removed: [], changed: [] });
    expect(await server.asked()).toBe('local 1, south 3, north 2');
    expect(north.requestsTo('/api/genes/search')).toHaveLength(requests);
    server.signal('SIGHUP');
    await expect.poll(() => server.told().length, OFTEN).toBe(3);
    expect(server.told()[2]).toMatchObject({ what: 'the configuration was read again; the partners are the same' });
  });
});

test('SIGHUP during the start of several processes ends nothing', async ({ expect }) => {
  await using network = await openNetwork();
  const { workplace, NORTH, SOUTH } = network;
  await workplace.write('registry.yaml', configuration([NORTH]));
  const env = { DATABASE_INITIAL_SNAPSHOT: 'first.json', SERVER_WORKERS: '2', LOG_LEVEL: 'info' };
  const child = workplace.start(['serve', '--config', 'registry.yaml'], env);
  const told = ending(child);
  const workers = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  await vi.waitUntil(() => workers() !== '', { ...PATIENT, ...OFTEN });
  await workplace.write('registry.yaml', configuration([NORTH, SOUTH]));
  child.kill('SIGHUP');
  await vi.waitUntil(() => workers().includes(' ') || child.exitCode !== null || child.signalCode !== null, {
    ...PATIENT,
    ...OFTEN,
  });
  child.kill('SIGTERM');
  expect((await told).code).toBe(0);
});
