/** The network of the demonstration that tests read from, one after the other: none of them meets what another one left. */

import { expect, test } from 'vitest';
import { readDemoNetwork } from '../support/network/demo-network.ts';

const ADMINISTRATOR = { Authorization: 'Bearer demo-admin-token' };

/** Reads from a network, does something with it and gives it back. Answers its address. */
async function reading(use: (url: string) => Promise<unknown> = async () => {}): Promise<string> {
  await using network = await readDemoNetwork();
  await use(network.demonet.url);
  return network.demonet.url;
}

function searchOf(symbol: string) {
  return (url: string) =>
    fetch(`${url}/api/federated/genes/search?symbol=${symbol}&taxonId=9606`).then((reply) => reply.text());
}

/** How PampaNet fares from now on. */
async function setMood(url: string, mood: string): Promise<void> {
  const overview = await fetch(`${url}/api/admin/overview`, { headers: ADMINISTRATOR });
  const { partners } = (await overview.json()) as { partners: { key: string; url: string }[] };
  const pampanet = partners.find(({ key }) => key === 'pampanet')?.url;
  expect((await fetch(`${pampanet}/demo/mood?be=${mood}`, { method: 'POST' })).status).toBe(200);
}

test('readers have the same network', async () => {
  const first = await reading(searchOf('BRCA1'));
  expect(await reading(searchOf('BRCA1'))).toBe(first);
});

test('whoever leaves something in a registry learns of it, and nobody else meets it', async () => {
  const first = await reading();
  const makesToken = (url: string) =>
    fetch(`${url}/api/admin/tokens`, {
      method: 'POST',
      headers: { ...ADMINISTRATOR, 'Content-Type': 'application/json' },
      body: JSON.stringify({ label: 'of a test' }),
    }).then((reply) => expect(reply.ok).toBe(true));
  await expect(reading(makesToken)).rejects.toThrow('A network that is only read was changed');
  expect(await reading()).not.toBe(first);
});

test('a registry that is slow, or was down, is met by nobody else', async () => {
  const first = await reading((url) => setMood(url, 'slow'));
  const second = await reading(async (url) => {
    await setMood(url, 'down');
    await searchOf('MECP2')(url);
    await setMood(url, 'well');
  });
  const third = await reading();
  expect(new Set([first, second, third]).size).toBe(3);
});
