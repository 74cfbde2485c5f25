/** Links of RDP that people have kept: to a profile, here or at a partner, and to the form that asks for access. */

import { describe, expect } from 'vitest';
import type { OpenDemoNetwork } from '../support/network/demo-network.ts';
import { elementsOf, readHtml } from '../support/server/read-html.ts';
import { test } from '../support/worlds.ts';

const AN_ID = '00000000-0000-4000-8000-000000000000';
const ACCESS = `/search/gene/by-anonymous-id/${AN_ID}/request-access`;

let network: OpenDemoNetwork;
test.beforeAll(({ demo }) => {
  network = demo;
});

async function open(path: string): Promise<{ status: number; leadsTo: string | undefined; html: string }> {
  const address = network.demonet.url + path;
  const response = await fetch(address, { redirect: 'manual', headers: { Accept: 'text/html' } });
  const location = response.headers.get('location');
  const leadsTo = location === null ? undefined : new URL(location, address).href.replace(network.demonet.url, '');
  return { status: response.status, leadsTo, html: await response.text() };
}

describe('a link to a profile', () => {
  test('of this registry leads to it, in the language that was chosen', async () => {
    expect(await open('/search/user/4')).toMatchObject({ status: 302, leadsTo: '/userView/4' });
    expect((await open('/search/user/4?lang=fr')).leadsTo).toBe('/userView/4?lang=fr');
    expect((await open('/search/user/a%3Fb')).leadsTo).toBe('/userView/a%3Fb');
  });

  test('of a partner leads to it by the authority of its address alone', async () => {
    const { host } = new URL(network.fjordnet.url);
    for (const remoteHost of [network.fjordnet.url, `https://${host}/somewhere/`]) {
      const { leadsTo } = await open(`/search/user/8?${new URLSearchParams({ remoteHost })}`);
      expect(leadsTo).toBe('/userView/8?origin=fjordnet');
    }
    expect((await open(`/search/user/8?origin=pampanet`)).leadsTo).toBe('/userView/8?origin=pampanet');
  });

  test.each(['https://elsewhere.example.org', '127.0.0.1', '//', 'javascript:1'])(
    'of %s, which is no partner, is refused in words',
    async (remoteHost) => {
      const { status, leadsTo, html } = await open(`/search/user/8?${new URLSearchParams({ remoteHost })}`);
      expect([status, leadsTo]).toEqual([400, undefined]);
      const said = elementsOf(readHtml(html), 'main')[0]?.text;
      expect(said).toContain(`There is no registry '${remoteHost}' here.`);
      expect(said).toContain(new URL(network.fjordnet.url).host);
    },
  );
});

test('a link that asks for access leads to the form for the partner that it names, and to no other website', async () => {
  const remoteHost = network.pampanet.url;
  const { leadsTo, html } = await open(`${ACCESS}?${new URLSearchParams({ remoteHost })}`);
  expect([leadsTo, html]).toEqual([undefined, expect.stringContaining(network.pampanet.url + ACCESS)]);
  const elsewhere = new URLSearchParams({ remoteHost: 'https://elsewhere.example.org' });
  expect(await open(`${ACCESS}?${elsewhere}`)).toMatchObject({ status: 400, leadsTo: undefined });
});
