/** A web server in front that nobody has named: the log says that limits are off. */

import { expect, test } from 'vitest';
import { openWorkplace } from '../../support/machine/command-line.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';

const forwarded = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

test('a web server on this machine that names its callers and is not trusted limits nobody, which the log and /readyz say from its first caller on', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
  await using server = await workplace.serve([], { LOG_LEVEL: 'warn' });
  const get = async (path: string, init = {}) => (await fetch(server.url + path, init)).text();
  await get('/api/stats');
  await get('/api/stats', forwarded('127.0.0.1'));
  expect(await get('/readyz')).toBe('ready');
  for (const last of [7, 8]) await get('/api/stats', forwarded(`198.51.100.${last}`));
  const remark =
    'no caller is limited: a web server at 127.0.0.1 names its callers, and server.trusted-proxies does not name 127.0.0.1';
  expect(await get('/readyz')).toBe(`ready, but ${remark}`);
  expect(JSON.parse(await get('/readyz?verbose'))).toMatchObject({ ready: true, remark });
  await server.stop();
  expect(server.log()).toMatchObject([{ level: 40, msg: 'limits', what: remark }]);
});
