/** Those who run a partner get a mail when it has been unwell for a day and when it is well again, and no other. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { startNetwork } from '../support/network/start-network.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const CONTACT = 'runners@b.example.org';
const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a partner that fails for a day is written to once, and once more when it is well again', async () => {
  await using mail = await startScriptedMailServer();
  const settings = {
    ...{ APP_SETTINGS_MAIL_HOST: '127.0.0.1', APP_SETTINGS_MAIL_PORT: String(mail.port), LOG_LEVEL: 'info' },
    ...{ APP_SETTINGS_MAIL_SECURITY: 'none', APP_SETTINGS_MAIL_FROM: 'registry@a.example.org' },
    // What was learned before is no news of a partner: here every question is put.
    ...{ APP_SETTINGS_MAIL_TO: 'admin@a.example.org', CACHE_ANSWERS_FRESH_SECONDS: '0' },
  };
  await using network = await startNetwork([
    {
      ...{ key: 'a', snapshot: smallSnapshot(), settings, asks: ['b'] },
      ...{ tokens: { b: 'token-of-administrators' }, contacts: { b: CONTACT } },
    },
    { key: 'b', snapshot: smallSnapshot(), asks: [] },
  ]);
  const [registry, line] = [network.at('a'), network.line('a', 'b')];
  const look = () => registry.context.checkPartnerHealth?.();
  const pass = async (hours: number) => {
    vi.setSystemTime(Date.now() + hours * HOUR_MS);
    await look();
  };

  // Nobody is asked on behalf of a partner that nothing is known against.
  await look();
  expect(line.questions()).toEqual([]);
  line.behave((_, response) => response.writeHead(500).end());
  await registry.json(SEARCH);
  await look();
  for (let hours = 0; hours < 30; hours += 6) await pass(6);
  expect(mail.messages).toHaveLength(1);
  const [message] = mail.messages;
  expect([message?.from, message?.to]).toEqual(['registry@a.example.org', [CONTACT]]);
  expect(message?.headers.has('list-unsubscribe')).toBe(false);
  expect(message?.text).toMatch(/Since 2026-03-01 12:00 UTC, .+ has not answered without problems/);
  expect(message?.text).not.toContain('BRCA1');

  line.behave();
  await registry.context.federation.testPartner('b');
  await pass(0.1);
  expect(mail.messages).toHaveLength(1);
  await pass(1.1);
  expect(mail.messages.map(({ to }) => to)).toEqual([[CONTACT], [CONTACT]]);
  expect(mail.messages[1]?.text).toContain('Registry B has answered a-net at every check since 2026-03-02 18:06 UTC.');
  await pass(0.1);
  expect(mail.messages).toHaveLength(2);

  // By itself it asks as the public does, for nobody, and the address is shown nowhere.
  const own = line.questions().filter(({ params }) => params.get('nameLike') === 'qzx');
  expect(own.length).toBeGreaterThan(0);
  const byTest = ({ headers }: (typeof own)[number]) => headers.authorization !== undefined;
  expect(own.filter(byTest)).toHaveLength(1);
  const shown = await Promise.all(
    ['/api/federated/partners', SEARCH, '/search?symbol=BRCA1&taxonId=9606&render=server'].map(async (path) =>
      (await registry.get(path)).text(),
    ),
  );
  expect(shown.join() + registry.logged()).not.toContain('runners');
});
