/** Links to confirm a subscription: sent once, however long the mail server takes, and to nobody who does not wait for one. */

import { expect, test, vi } from 'vitest';
import { linkRounds, linkSender } from '../../src/app/subscription-rounds.ts';
import { openMailer } from '../../src/operations/mailer.ts';
import { sqliteState } from '../../src/registry/state/sqlite-state.ts';
import { type Subscription, subscriptions } from '../../src/registry/state/subscriptions.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { inTurn, says, silence, startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { openTemporaryStore } from '../support/registry/temporary-store.ts';

const KEY = new Uint8Array(32).fill(5);
const QUARTER_MS = 15 * 60_000;
const WISH = {
  kind: 'genes',
  search: 'symbol=KCNQ2&taxonId=9606',
  lang: 'en',
  frequency: 'daily',
  question: 'q',
} as const;

test('a link that waits behind others for longer than a quarter of an hour is sent once', async () => {
  using database = openTemporaryStore();
  // The first message is waited for.
  await using server = await startScriptedMailServer({ MAIL: inTurn(silence, says('250 fine')) });
  const clock = { nowMs: Date.parse('2026-03-01T12:00:00Z') };
  const kept = subscriptions({
    ...{ store: sqliteState(database.store).subscriptions, key: KEY, most: 10, now: () => new Date(clock.nowMs) },
  });
  const config = {
    ...({ host: '127.0.0.1', port: server.port, security: 'none', user: undefined, password: undefined } as const),
    ...{ from: 'registry@alpha.example.org', to: ['admin@alpha.example.org'] },
  };
  await using mail = openMailer({ config, report: () => {}, waitsMs: [], timeoutMs: 1000 });
  const send = linkSender({ subscriptions: kept, mail, shortname: 'AlphaNet', host: 'https://alpha.example.org' });
  await using rounds = linkRounds(kept, send, (error) => {
    throw error;
  });
  const ask = async (address: string) => {
    const outcome = await kept.ask({ ...WISH, address });
    await send((outcome as { subscription: Subscription }).subscription);
  };
  for (const who of ['first', 'second', 'third']) await ask(`${who}@example.org`);
  clock.nowMs += QUARTER_MS;
  await rounds.look();
  await ask('last@example.org');
  const isThere = (address: string) => server.messages.some(({ to }) => to.includes(address));
  await vi.waitUntil(() => isThere('last@example.org'), PATIENT);
  const sent = server.messages.map(({ to }) => to[0]);
  expect(sent.toSorted()).toEqual(['first', 'last', 'second', 'third'].map((who) => `${who}@example.org`));
});

test('a link that the mail server does not take, as it refuses this registry as the sender, is sent when it takes it', async () => {
  await using server = await startScriptedMailServer({ MAIL: inTurn(says('553 5.7.1 not you'), says('250 fine')) });
  const config = {
    ...({ host: '127.0.0.1', port: server.port, security: 'none', user: undefined, password: undefined } as const),
    ...{ from: 'registry@alpha.example.org', to: ['admin@alpha.example.org'] },
  };
  await using mail = openMailer({ config, report: () => {}, waitsMs: [20] });
  const message = { to: 'ada@example.org', subject: 'A link', text: 'A link', html: '', key: 'a' };
  const settled = Promise.withResolvers<void>();
  mail.queue(
    { ...message, oneClickUrl: undefined, receiver: 'a subscriber' },
    { isDue: async () => true, settled: async () => settled.resolve() },
  );
  await settled.promise;
  expect(server.messages).toHaveLength(1);
});
