/** `config from-rdp`: the settings of an RDP become a file of the configuration, once. */

import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openWorkplace } from '../support/machine/command-line.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const FROM_RDP = ['config', 'from-rdp', 'application.properties', '--to', 'rdp.yaml'];

test('the settings of an RDP become a file that serve obeys, and the command says what became of them', async () => {
  await using workplace = await openWorkplace();
  await workplace.write('first.json', JSON.stringify(smallSnapshot()));
  await workplace.write('messages.properties', 'rdp.site.shortname=ExR\n');
  await workplace.write('application.properties', 'rdp.settings.isearch.enabled=false\nspring.jpa.show-sql=true\n');
  const made = await workplace.run(FROM_RDP);
  expect([made.code, made.stdout]).toEqual([0, '']);
  expect(made.stderr.split('\n').slice(0, 2)).toEqual([
    'Wrote rdp.yaml. Only this account may read it.',
    'Taken over from application.properties, messages.properties: rdp.settings.isearch.enabled, rdp.site.shortname.',
  ]);
  expect(made.stderr).toContain('Not converted, as they are no keys of RDP: application.properties, line 2.\n');
  const env = { DATABASE_INITIAL_SNAPSHOT: 'first.json' };
  await using server = await workplace.beginServe(['--config', 'rdp.yaml'], env);
  expect(server.output()).toMatch(/^ExR is running at /m);
  expect((await fetch(`${server.url}/api/stats`)).status).toBe(503);
});

test('secrets go into a file that only this account may read, and onto no screen', async () => {
  await using workplace = await openWorkplace();
  const text = `rdp.settings.isearch.search-token=swordfish-of-a
rdp.settings.isearch.auth-tokens=swordfish-of-b
rdp.settings.isearch.user-id=7
spring.datasource.url=jdbc:mysql://db.example.org/rdp
spring.datasource.username=reader
spring.datasource.password=\${PASSWORD}
swordfish-on-a-line-of-its-own`;
  await workplace.write('application.properties', text);
  const made = await workplace.run(FROM_RDP, { env: { PASSWORD: 'swordfish: "#1"' } });
  expect(made).toMatchObject({ code: 0, stdout: '' });
  expect(made.stderr).not.toContain('swordfish');
  const file = await readFile(workplace.at('rdp.yaml'), 'utf8');
  expect(parse(file)).toEqual({
    database: { follow: 'mysql://reader:swordfish%3A%20%22%231%22@db.example.org/rdp' },
    app: {
      settings: {
        isearch: { 'auth-tokens': ['swordfish-of-b'], 'user-id': 7, 'search-token': 'swordfish-of-a' },
      },
    },
  });
  // Windows knows no such modes.
  if (process.platform !== 'win32') expect((await stat(workplace.at('rdp.yaml'))).mode & 0o777).toBe(0o600);
});

test('what cannot be taken over, and what serve would refuse, is named; the rest is written', async () => {
  await using workplace = await openWorkplace();
  const text = `rdp.site.host=registry.example.org\nrdp.settings.isearch.search-token=\${SWORDFISH}\n`;
  await workplace.write('application.properties', text);
  const made = await workplace.run(FROM_RDP);
  expect(made.code).toBe(1);
  expect(made.stderr).toContain(
    'Not converted: application.properties, line 2: rdp.settings.isearch.search-token has a placeholder of no known value.\n',
  );
  expect(made.stderr).toContain(
    'Correct this before you run serve: rdp.yaml: app.site.host is a text (not shown), but must be',
  );
});

test('a secret that ran into another key by a backslash is not shown', async () => {
  await using workplace = await openWorkplace();
  const text = `rdp.settings.isearch.user-id=7\\\nrdp.settings.isearch.search-token="swordfish", but must be\n`;
  await workplace.write('application.properties', text);
  const made = await workplace.run(FROM_RDP);
  expect(made).toMatchObject({ code: 1, stdout: '' });
  expect(made.stderr).toContain('rdp.yaml: app.settings.isearch.user-id is a text (not shown), but must be a whole');
  expect(made.stderr).not.toContain('swordfish');
});

test('no other file is written over, and the settings of an RDP are no configuration themselves', async () => {
  await using workplace = await openWorkplace();
  await workplace.write('application.properties', '');
  await workplace.write('rdp.yaml', 'log: {level: warn}\n');
  expect(await workplace.run(FROM_RDP)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--to rdp.yaml already exists. Give the name of a new file.'),
  });
  expect(await readFile(workplace.at('rdp.yaml'), 'utf8')).toBe('log: {level: warn}\n');
  expect(await workplace.run(['token', 'list', '--config', 'application.properties'])).toMatchObject({
    code: 1,
    stderr:
      'application.properties: the settings of an RDP become a file of the configuration by isearch-proxy config from-rdp.\n',
  });
  expect((await workplace.run(['config'])).stderr).toContain('config needs from-rdp, found nothing.');
  expect((await workplace.run(['config', 'from-rdp', 'none.properties', '--to', 'new.yaml'])).stderr).toBe(
    'none.properties cannot be read, there is no such file.\n',
  );
});
