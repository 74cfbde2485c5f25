/** Who gets mail, in a state on a server: an address is that of one person alone, whatever its letters look like. */

import { expect, test } from 'vitest';
import { openMysqlState } from '../../src/registry/state/mysql-state.ts';
import type { StoredSubscription } from '../../src/registry/state/subscription-store.ts';
import { OWNER } from '../support/services/mariadb.ts';
import { openRdpTestDatabase, serverAddress } from '../support/services/rdp-databases.ts';

const BYTES = new Uint8Array(16);
const BOUNDS = { mostUnconfirmed: 9, mostOfMailbox: 9 };

function subscription(id: number, address: string): StoredSubscription {
  return {
    ...{
      id: new Uint8Array(16).fill(id),
      address,
      mailbox: BYTES,
      question: BYTES,
      kind: 'genes',
      search: 'symbol=SHH',
    },
    ...{ lang: 'en', frequency: 'daily', requestedAt: 0, secondOfDay: 0, dueDay: null, announcedUpTo: 0 },
    ...{ owed: new Uint8Array(), linkDueAt: null },
  };
}

test('whoever has an address that looks alike gets nobody else’s subscription', async () => {
  await using rdp = await openRdpTestDatabase();
  const name = `${rdp.name}_told`;
  await rdp.run(`CREATE DATABASE ${name}`);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rdp.run(`DROP DATABASE ${name}`));
  const { subscriptions } = stack.use(openMysqlState({ address: serverAddress(name, OWNER), report: () => {} }));
  const addresses = ['ada@example.org', 'ada@éxample.org', 'àda@example.org', 'Ada@example.org'];
  for (const [at, address] of addresses.entries()) {
    const one = subscription(at + 1, address);
    await subscriptions.ask(one, BOUNDS);
    await subscriptions.confirm(one, 7, { mostQuestions: 9, most: 9 });
  }
  for (const address of addresses) {
    const found = await subscriptions.confirmedOf(address, BYTES);
    expect(found.map((one) => one.address)).toEqual([address]);
  }
});
