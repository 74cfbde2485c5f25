/** The demonstration network as somebody meets it who starts it: three registries, each at its own address. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { screen, shown } from '../../src/cli/demo.ts';
import { en } from '../../src/pages/words/en.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { type OpenDemoNetwork, openDemoNetwork } from '../support/network/demo-network.ts';
import { elementsOf, readHtml } from '../support/server/read-html.ts';

let network: OpenDemoNetwork;
beforeAll(async () => {
  network = await openDemoNetwork({ slowMs: 100 });
});
afterAll(() => network[Symbol.asyncDispose]());

async function json(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  expect(answer.status, url).toBe(200);
  return answer.json();
}

describe('each registry', () => {
  test.each(['BRCA1', 'MECP2', 'TP53', 'SCN1A', 'SHH'])(
    'has people of its own for %s, signed with its address',
    async (symbol) => {
      for (const { url, running } of network.registries) {
        const genes = await json(`${url}/api/genes/search?symbol=${symbol}&taxonId=9606`);
        expect(genes.length).toBeGreaterThan(0);
        const origins = genes.map(({ remoteUser }: { remoteUser: Record<string, string> }) => [
          remoteUser.origin,
          remoteUser.originUrl,
        ]);
        const own = [running.context.config.app.site.shortname, url];
        expect(origins.filter((origin: string[]) => origin.join() !== own.join())).toEqual([]);
      }
    },
  );

  test('has the other two as partners, at the addresses where they are', () => {
    const urls = Object.fromEntries(network.registries.map(({ key, url }) => [key, url]));
    for (const { key, running } of network.registries) {
      const { partners } = running.context.config.app.settings.isearch;
      const others = Object.entries(urls).filter(([other]) => other !== key);
      expect(partners.map((partner) => [partner.key, partner.url])).toEqual(others);
    }
  });

  test('lets the administrators of the others in with the token that these send', async () => {
    for (const { url, key } of network.registries) {
      const tokens = network.registries.flatMap(({ running }) =>
        running.context.config.app.settings.isearch.partners.filter((one) => one.key === key).map((one) => one.token),
      );
      expect(tokens).toHaveLength(2);
      const open: unknown[] = await json(`${url}/api/genes/search?symbol=BRCA1&taxonId=9606`);
      for (const token of tokens) {
        const headers = { Authorization: `Bearer ${token}` };
        const all: object[] = await json(`${url}/api/genes/search?symbol=BRCA1&taxonId=9606`, headers);
        const named = (records: object[]) =>
          records.filter((record) => 'id' in (record as { remoteUser: object }).remoteUser);
        expect(named(all).length).toBeGreaterThan(named(open as object[]).length);
      }
    }
  });

  test('is public about who it is: its description names its own address', async () => {
    for (const { url } of network.registries) expect((await json(`${url}/api`)).servers).toEqual([{ url }]);
  });
});

describe('what is different between them', () => {
  test('AARS1 goes by its old symbol in FjordNet', async () => {
    const statuses = ['AARS1', 'AARS'].map((symbol) =>
      Promise.all(
        network.registries.map(
          async ({ url }) => (await fetch(`${url}/api/genes/search?symbol=${symbol}&taxonId=9606`)).status,
        ),
      ),
    );
    expect(await Promise.all(statuses)).toEqual([
      [200, 404, 200],
      [404, 200, 404],
    ]);
  });

  test('a term is known to one, two or none', async () => {
    const known = async (termId: string) => {
      const terms = `/api/ontologies/hp/terms?ontologyTermIds=${termId}`;
      const answers = await Promise.all(network.registries.map(({ url }) => fetch(url + terms)));
      return Promise.all(
        answers.map(async (answer) => (answer.status === 200 ? (await answer.json()).length : answer.status)),
      );
    };
    expect(await known('HP:0001250')).toEqual([1, 404, 1]);
    expect(await known('HP:0000733')).toEqual([1, 404, 0]);
  });
});

const be = (mood: string) => fetch(`${network.pampanet.url}/demo/mood?be=${mood}`, { method: 'POST' });

describe('PampaNet', () => {
  test('is slow, down and well when somebody sets it so', async () => {
    const stats = `${network.pampanet.url}/api/stats`;
    await be('slow');
    const startedAt = performance.now();
    await json(stats);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99);
    await be('down');
    await expect(fetch(stats)).rejects.toThrow('fetch failed');
    expect(await (await fetch(`${network.pampanet.url}/demo/mood`)).text()).toBe('down\n');
    await be('well');
    await json(stats);
  });

  test('is in a mood for some seconds only, where somebody sets it so', async () => {
    const answer = await fetch(`${network.pampanet.url}/demo/mood?be=late&for=1`, { method: 'POST' });
    expect(await answer.text()).toBe('late\n');
    await vi.waitFor(async () => {
      expect(await (await fetch(`${network.pampanet.url}/demo/mood`)).text()).toBe('well\n');
    }, PATIENT);
    const refused = await fetch(`${network.pampanet.url}/demo/mood?be=late&for=soon`, { method: 'POST' });
    expect([refused.status, await refused.text()]).toEqual([400, 'for must be a number of seconds from 1 to 3600.\n']);
  });

  test('refuses a mood that it does not know, and the others have none', async () => {
    const refused = await be('sad');
    expect([refused.status, await refused.text()]).toEqual([400, 'be must be one of well, slow, late, down.\n']);
    for (const { url } of [network.demonet, network.fjordnet]) {
      expect((await fetch(`${url}/demo/mood`)).status).toBe(404);
    }
  });
});

describe('the screen', () => {
  test('names every registry with its address and what it holds', async () => {
    const shownNow = screen(await Promise.all(network.registries.map(shown)));
    for (const { url, running } of network.registries) {
      const { users, userGenes } = await running.context.registry.stats();
      expect(shownNow).toContain(`${url}  ${users} researchers and ${userGenes} genes; `);
    }
  });

  test('shows commands that do what it says of them', async () => {
    const shownNow = screen(await Promise.all(network.registries.map(shown)));
    const commands = [...shownNow.matchAll(/^ {4}curl (?<options>.*?)'(?<url>http:[^']+)'$/gm)].map(({ groups }) => ({
      options: '',
      url: '',
      ...groups,
    }));
    expect(commands.map(({ options }) => options)).toEqual([
      '',
      "-N -H 'Accept: application/x-ndjson' ",
      '-X POST ',
      '',
    ]);
    const answers: string[] = [];
    for (const { options, url } of commands) {
      const headers = { Accept: /Accept: (?<type>[^']+)/.exec(options)?.groups?.type ?? '*/*' };
      const answer = await fetch(url, { method: options.includes('POST') ? 'POST' : 'GET', headers });
      expect(answer.status, url).toBe(200);
      answers.push(await answer.text());
    }
    await fetch(`${network.pampanet.url}/demo/mood?be=well`, { method: 'POST' });
    const [plain = '', streamed = '', , down = ''] = answers;
    const states = (text: string) =>
      JSON.parse(text).origins.map(({ key, state }: Record<string, string>) => [key, state]);
    expect(states(plain).toSorted()).toEqual([
      ['fjordnet', 'answered'],
      ['local', 'answered'],
      ['pampanet', 'answered'],
    ]);
    const types = streamed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect(types).toEqual(['plan', 'part', 'part', 'part', 'end']);
    expect(states(down)).toContainEqual(['pampanet', 'unreachable']);
    expect(JSON.parse(down)).toMatchObject({ complete: false, summary: expect.stringContaining('PampaNet') });
  });
});

describe('the start page', () => {
  const start = async () => readHtml(await (await fetch(network.demonet.url)).text());

  test('offers four things to try, at the first registry alone', async () => {
    const page = await start();
    expect(page.mistakes).toEqual([]);
    const offered = elementsOf(page, 'ul', 'aria-labelledby', 'trials-title')[0]?.text ?? '';
    for (const { title } of Object.values(en.start.trialKinds)) expect(offered).toContain(title);
    for (const { url } of [network.fjordnet, network.pampanet]) {
      expect(await (await fetch(url)).text()).not.toContain('trials-title');
      expect((await fetch(`${url}/try/slow`, { method: 'POST' })).status).toBe(404);
    }
  });

  test.each([
    ['slow', 'slow', 'SCN2A', 'answered'],
    ['down', 'down', 'SHH', 'unreachable'],
  ])('shows what is to be seen: %s', async (kind, mood, symbol, state) => {
    const led = await fetch(`${network.demonet.url}/try/${kind}?lang=fr`, { method: 'POST', redirect: 'manual' });
    expect([led.status, led.headers.get('location')]).toEqual([303, `../search?symbol=${symbol}&taxonId=9606&lang=fr`]);
    expect(await (await fetch(`${network.pampanet.url}/demo/mood`)).text()).toBe(`${mood}\n`);
    const { origins } = await json(`${network.demonet.url}/api/federated/genes/search?symbol=${symbol}&taxonId=9606`);
    expect(origins.find(({ key }: { key: string }) => key === 'pampanet').state).toBe(state);
    await be('well');
  });

  test('changes nothing by a link, or for another website', async () => {
    expect((await fetch(`${network.demonet.url}/try/slow`)).status).toBe(405);
    const init = { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } };
    expect((await fetch(`${network.demonet.url}/try/slow`, init)).status).toBe(403);
    expect((await fetch(`${network.demonet.url}/try/withheld`, { method: 'POST' })).status).toBe(404);
  });

  test('leads to somebody whose name is withheld, and to a list of genes', async () => {
    const search = `${network.demonet.url}/api/federated/genes/search?symbol=BRCA1&taxonId=9606`;
    const { content } = await json(search);
    expect(content.some((record: object) => 'anonymousId' in record)).toBe(true);
    const page = await start();
    const list = elementsOf(page, 'input', 'name', 'text').find(
      ({ attributes }) => attributes.get('type') === 'hidden',
    );
    const body = new URLSearchParams({ text: list?.attributes.get('value') ?? '' });
    const answer = await fetch(`${network.demonet.url}/genes`, { method: 'POST', body });
    expect([answer.status, (await answer.text()).includes('STXBP1')]).toEqual([200, true]);
  });
});
