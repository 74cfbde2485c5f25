/** A stop: what was begun ends, also where somebody waits for a partner, with what is there, says why, and in time. */

import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hang } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { ending, openWorkplace } from '../support/machine/command-line.ts';
import { isSampled, sampleOf } from '../support/machine/sample.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { genes } from '../support/partners/behaviours.ts';
import { ALPHA_SNAPSHOT } from '../support/registry/alpha-registry.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const SEARCH = 'genes/search?symbol=BRCA1&taxonId=9606';
/** What a stop may take by its own promise, and what a busy machine adds. */
const LIMIT_MS = 5000 + 3000;
const PATIENT = {
  SERVER_METRICS_PORT: '0',
  APP_SETTINGS_ISEARCH_PARTNER_TIMEOUT: '20000',
  APP_SETTINGS_ISEARCH_READ_TIMEOUT: '20000',
  APP_SETTINGS_ISEARCH_SEARCH_TIMEOUT: '20000',
};
const REASON = 'had not answered when this registry was stopped';
/** How long a stop may take when nothing has to be waited for. */
const AT_ONCE_MS = 3000;

// SIGTERM to a process: test/smoke.test.ts.
test('at SIGINT it answers what it was asked before, ends with 0, says that it stops, and leaves nothing behind', async () => {
  await using workplace = await openWorkplace();
  await using server = await workplace.beginServe([], { DATABASE_INITIAL_SNAPSHOT: ALPHA_SNAPSHOT });
  const port = Number(new URL(server.url).port);
  const agent = new Agent({ keepAlive: true });
  const [idle] = await once(get(`${server.url}/api/stats`, { agent }), 'response');
  await idle.toArray();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /api/users?size=2000 HTTP/1.1\r\nHost: registry.example.org\r\n\r\n');
  await once(socket, 'readable');
  const tookMs = stopwatch();
  server.signal('SIGINT');
  const answer = Buffer.concat(await socket.toArray()).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer.trimEnd()).toMatch(/\}$/);
  expect(await server.ended()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Stopping: new requests are refused, running requests may finish.'),
  });
  expect(tookMs()).toBeLessThan(AT_ONCE_MS);
  agent.destroy();
  // The port is free at once.
  const next = createServer().listen(port, '127.0.0.1');
  await once(next, 'listening');
  next.close();
});

/** A registry with a partner that answers, and one that never does. */
async function startPatientRegistry() {
  await using opened = new AsyncDisposableStack();
  const quick = opened.use(await startScriptedPartner({ '/api/genes/search': genes(2) }));
  const slow = opened.use(await startScriptedPartner({ '/api/genes/search': hang() }));
  const workplace = opened.use(await openWorkplace());
  const apis = [
    { key: 'quick', name: 'Quick', url: quick.url },
    { key: 'slow', name: 'Slow', url: slow.url },
  ];
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
  await workplace.write('registry.yaml', JSON.stringify({ app: { settings: { isearch: { apis } } } }));
  const server = opened.use(await workplace.beginServe(['--config', workplace.at('registry.yaml')], PATIENT));
  const resources = opened.move();
  const [, metrics = ''] = /^ {2}The metrics +(\S+)/m.exec(server.output()) ?? [];
  /** How many searches and lists of genes. */
  async function underWay(): Promise<number> {
    const text = await (await fetch(metrics)).text();
    const counts = [...text.matchAll(/^isearch_(?:searches|lists)_under_way (\d+)$/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  }
  async function answersOfQuick(): Promise<number> {
    const { partners } = await (await fetch(`${server.url}/api/federated/partners`)).json();
    return partners.find(({ key }: { key: string }) => key === 'quick').answered;
  }
  return { server, underWay, answersOfQuick, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test.skipIf(isSampled)(
  'streams, whole answers, files and pages that wait for a partner end in order, and the program with 0',
  async () => {
    await using registry = await startPatientRegistry();
    const { server, underWay, answersOfQuick } = registry;
    // The first page makes the scripts of all.
    await (await fetch(`${server.url}/search`)).text();
    const stream = { Accept: 'application/x-ndjson' };
    const batch = {
      method: 'POST',
      headers: { ...stream, 'Content-Type': 'application/json' },
      body: JSON.stringify({ genes: [{ symbol: 'BRCA1', taxonId: 9606 }] }),
    };
    const answers = [
      fetch(`${server.url}/api/federated/${SEARCH}`, { headers: stream }),
      fetch(`${server.url}/api/federated/${SEARCH}`),
      fetch(`${server.url}/export?format=json&symbol=BRCA1&taxonId=9606`),
      fetch(`${server.url}/search?kind=genes&symbol=BRCA1&taxonId=9606&render=server`),
      fetch(`${server.url}/api/federated/genes/search-batch`, batch),
    ].map(async (answer) => (await answer).text());
    await expect.poll(underWay).toBe(answers.length);
    await expect.poll(answersOfQuick).toBeGreaterThan(0);
    const tookMs = stopwatch();
    const stopped = server.stop();
    while ((await fetch(`${server.url}/readyz`)).status !== 503) await wait(5);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    const [lines = '', whole = '', file = '', page = '', list = ''] = await Promise.all(answers);
    expect((await stopped).code).toBe(0);
    expect(tookMs()).toBeLessThan(LIMIT_MS);

    const signals = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(signals.map(({ type }) => type)).toEqual(['plan', 'part', 'part', 'part', 'end']);
    for (const { complete, summary, origins } of [signals.at(-1), JSON.parse(whole)]) {
      expect({ complete, summary }).toEqual({
        complete: false,
        summary: `2 of 3 registries answered; Slow ${REASON}.`,
      });
      expect(origins.find(({ key }: { key: string }) => key === 'slow')).toMatchObject({
        state: 'timed-out',
        problem: { title: REASON },
      });
    }
    expect(JSON.parse(whole).content).toHaveLength(3);
    expect(file).toContain(REASON);
    expect(JSON.parse(file)).toMatchObject({ complete: false });
    expect(page).toContain(REASON);
    const end = JSON.parse(list.trimEnd().split('\n').at(-1) ?? '');
    expect(end).toMatchObject({ type: 'end', complete: false });
    expect(end.summary).toContain(REASON);
  },
);

test.each(sampleOf([10, 0, 50], 1))(
  'a stop %i ms after its beginning ends it with 0 and leaves nothing half imported',
  async (ms) => {
    await using workplace = await openWorkplace();
    await workplace.write('first.json', JSON.stringify(smallSnapshot()));
    const env = { DATABASE_INITIAL_SNAPSHOT: 'first.json' };
    const command = workplace.begin(['serve'], { env });
    const ended = ending(command);
    await wait(ms);
    // Until it listens for signals there is nobody to hear it.
    while (!command.kill('SIGTERM')) await wait(1);
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).not.toContain('defect');
    await using server = await workplace.beginServe([], env);
    expect((await fetch(`${server.url}/api/users/2`)).status).toBe(200);
  },
);
