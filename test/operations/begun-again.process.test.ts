/** A worker that ended is started again: it goes by what the others go by. */

import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { endByForce, metricsOf, until, workersOf } from '../support/machine/worker-processes.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

test('a worker that begins again goes by what is in force, though the files of the configuration say something else or are broken', async () => {
  await using workplace = await openWorkplace();
  const snapshot = smallSnapshot({
    users: [aUser(1), aUser(2, { privacyLevel: 0, shared: true })],
    remoteSearchUserId: 1,
  });
  await workplace.write('remote.json', JSON.stringify(snapshot));
  const configured = (shortname: string, tokens: string[]) =>
    JSON.stringify({ app: { site: { shortname }, settings: { isearch: { 'auth-tokens': tokens } } } });
  await workplace.write('registry.yaml', configured('BEFORE', ['token-that-stays', 'token-that-leaked']));
  const env = {
    SERVER_WORKERS: '2',
    DATABASE_INITIAL_SNAPSHOT: 'remote.json',
    LOG_LEVEL: 'info',
    SERVER_METRICS_PORT: '0',
  };
  await using server = await workplace.serve(['--config', 'registry.yaml'], env);
  const answersOf = async (token: string) => {
    const headers = { Connection: 'close', Authorization: `Bearer ${token}` };
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const response = await fetch(`${server.url}/api/ontologies`, { headers });
        await response.body?.cancel();
        return response.status;
      }),
    );
    return [...new Set(answers)];
  };
  const originsOf = async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { info } = (await (await fetch(`${server.url}/api`, { headers: { Connection: 'close' } })).json()) as {
          info: { title: string };
        };
        return info.title;
      }),
    );
    return [...new Set(answers)];
  };
  expect(await answersOf('token-that-leaked')).toEqual([200]);
  // What counts at once is taken over, and the name only at a start.
  await workplace.write('registry.yaml', configured('AFTER', ['token-that-stays']));
  await until(async () => (await answersOf('token-that-leaked')).join() === '401');
  await workplace.write('registry.yaml', 'app: {site: {shortname: "not yet');
  await until(() => server.log().filter(({ problems }) => problems !== undefined).length === 2);
  const areBothReady = async () => /^isearch_workers 2$/m.test(await (await fetch(metricsOf(server))).text());
  for (const which of [0, 1]) {
    const killed = workersOf(server)[which] ?? 0;
    endByForce(killed);
    await until(async () => !workersOf(server).includes(killed) && (await areBothReady()));
    expect([await answersOf('token-that-stays'), await answersOf('token-that-leaked'), await originsOf()]).toEqual([
      [200],
      [401],
      ['BEFORE RESTful API'],
    ]);
  }
  await workplace.write('registry.yaml', configured('AFTER', ['token-of-later']));
  await until(async () => (await answersOf('token-of-later')).join() === '200');
  expect(await answersOf('token-that-stays')).toEqual([401]);
  expect(server.log().filter(({ msg }) => msg === 'worker')).toHaveLength(2);
});
