/** Somebody finds a person whose name is withheld at another registry, and asks for access without leaving this one. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { version } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { type ScriptedMailServer, startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { ACCESS_FORM, mailTo } from '../support/registry/access-form.ts';
import { ALPHA_SNAPSHOT, TOKENS } from '../support/registry/alpha-registry.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const AN_ID = '00000000-0000-4000-8000-000000000000';

let server: ScriptedMailServer;
let rdp: Awaited<ReturnType<typeof startScriptedPartner>>;
let network: Network;
let id: string;
beforeAll(async () => {
  server = await startScriptedMailServer();
  rdp = await startScriptedPartner({ '/api': version('1.5.10') });
  network = await startNetwork([
    { key: 'a', snapshot: smallSnapshot(), tokens: { b: TOKENS.partner }, partners: [{ key: 'rdp', url: rdp.url }] },
    {
      key: 'b',
      snapshot: ALPHA_SNAPSHOT,
      settings: {
        ...mailTo(server.port),
        APP_SETTINGS_ISEARCH_AUTH_TOKENS: TOKENS.partner,
        APP_SETTINGS_ISEARCH_USER_ID: '1',
      },
    },
  ]);
  const { content } = await network.at('b').json('/api/genes?size=2000');
  id = content.find((record: object) => 'anonymousId' in record).anonymousId;
});
afterAll(async () => {
  for (const opened of [network, rdp, server]) await opened?.[Symbol.asyncDispose]();
});

const pageOf = (anonymousId: string, origin = 'b') =>
  `/search/gene/by-anonymous-id/${anonymousId}/request-access?origin=${origin}`;

function send(change: object = {}, anonymousId = id): Promise<Response> {
  const body = new URLSearchParams({ ...ACCESS_FORM, ...change });
  return network.at('a').get(pageOf(anonymousId), { method: 'POST', body });
}

test('the form is at the registry of the reader, and the registry of the record writes to whoever asked', async () => {
  const form = await (await network.at('a').get(pageOf(id))).text();
  expect(form).toContain('id="access-form"');
  expect(form).toContain('Registry B');
  expect(form).toContain(`${network.line('a', 'b').url}/search/gene/by-anonymous-id/${id}/request-access`);
  const answer = await send();
  const text = await answer.text();
  expect([answer.status, text.includes('One step is left')]).toEqual([200, true]);
  await vi.waitUntil(() => server.messages.length > 0, PATIENT);
  expect(server.messages.map(({ to }) => to)).toEqual([[ACCESS_FORM.contact]]);
  const { requests } = await network.at('b').json('/api/admin/access-requests', TOKENS.admin);
  expect(requests).toMatchObject([{ state: 'unconfirmed', name: 'Ada Roe', reason: ACCESS_FORM.reason }]);
  expect(text).toContain(requests[0].reference);
  const posted = network.line('a', 'b').requests.filter(({ method }) => method === 'POST');
  expect(posted).toMatchObject([
    { path: '/api/federated/access-requests', headers: { authorization: `Bearer ${TOKENS.partner}` } },
  ]);
});

test('what is missing is said here, and nobody is asked', async () => {
  const before = network.line('a', 'b').requests.length;
  const answer = await send({ contact: 'nobody' });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('contact-problem')]);
  expect(
    network
      .line('a', 'b')
      .requests.slice(before)
      .filter(({ method }) => method === 'POST'),
  ).toEqual([]);
});

test('a reference that has ended there is reported', async () => {
  expect((await network.at('a').get(pageOf(AN_ID))).status).toBe(404);
  expect((await send({}, AN_ID)).status).toBe(404);
});

test('a registry that takes nothing just now is named with its own form, and what was written stays', async () => {
  const line = network.line('a', 'b');
  line.behave((_, response) => void response.writeHead(500).end());
  try {
    const answer = await send({ contact: 'zoe@example.org' });
    const page = await answer.text();
    expect(answer.status).toBe(502);
    expect(page).toContain('Registry B did not take the request.');
    expect(page).toContain('value="zoe@example.org"');
    expect(line.requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
  } finally {
    line.behave();
  }
});

test('a registry that runs RDP is asked at its own form, to which a link leads that lasts an hour at most', async () => {
  const answer = await network.at('a').get(`${pageOf(AN_ID, 'rdp')}&gene=BRCA1`);
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(page).toContain(
    `href="${rdp.url}/search/gene/by-anonymous-id/${AN_ID}/request-access?gene=BRCA1&amp;organism="`,
  );
  expect(page).not.toContain('id="access-form"');
  const until = /<time datetime="([^"]+)">[^<]*at the latest/.exec(page)?.[1] ?? '';
  expect(Math.abs(Date.parse(until) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  expect(rdp.requestsTo(`/api/genes/by-anonymous-id/${AN_ID}`)).toEqual([]);
});

test('a form that is sent for a registry that runs RDP goes nowhere', async () => {
  const body = new URLSearchParams(ACCESS_FORM);
  const answer = await network.at('a').get(pageOf(AN_ID, 'rdp'), { method: 'POST', body });
  expect(answer.status).toBe(502);
  expect(rdp.requestsTo('/api/federated/access-requests')).toEqual([]);
});
