/** A request for access is mailed to the administrators; when that fails, the page, the request and its reader do not notice. */

import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PATIENT } from '../support/machine/patience.ts';
import { says, silence, startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import {
  ACCESS_FORM,
  askForAccess,
  choose,
  linkIn,
  mailTo,
  requestByMail,
  sendingAccess,
} from '../support/registry/access-form.ts';
import { startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';

const CONTACT = 'ada@clinic.example.org';
const REASON = ACCESS_FORM.reason;
const ACCOUNT = { APP_SETTINGS_MAIL_USER: 'mailer', APP_SETTINGS_MAIL_PASSWORD: 'correct-horse-battery' };
const WAITS = 'One step is left: a message is on its way to ada@clinic.example.org.';

type StoredRequest = { reference: string; reason: string; user: { fullName: string; email: string } };

async function stored(url: string) {
  const headers = { Authorization: `Bearer ${TOKENS.admin}` };
  const answer = await fetch(`${url}/api/admin/access-requests`, { headers });
  return ((await answer.json()) as { requests: StoredRequest[] }).requests;
}

test('a request for access reaches the administrators by mail once its sender has confirmed the address, with what was written, the gene and the way to the page, and without the hidden person', async () => {
  await using server = await startScriptedMailServer();
  await using registry = await startAlpha({ ...mailTo(server.port), ...ACCOUNT });
  const page = await requestByMail(registry.url, server, { contact: CONTACT });
  expect(server.messages.map(({ to }) => to)).toEqual([[CONTACT]]);
  const answers = await Promise.all([1, 2, 3].map(() => choose(registry.url, page, 'mine')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await vi.waitUntil(() => server.messages.length > 1, PATIENT);
  const { to, headers, text, source } = server.messages[1] ?? (server.messages[0] as never);
  expect(to).toEqual(['first@alpha.example.org', 'second@alpha.example.org']);
  for (const expected of [`> ${REASON}`, CONTACT, 'Ada Roe', 'Example Hospital', 'https://alpha.example.org/admin']) {
    expect(text).toContain(expected);
  }
  expect(text).toContain("a researcher's gene, ");
  const [request] = await stored(registry.url);
  expect(request?.reason).toBe(REASON);
  const subject = `Request for access ${request?.reference}: AlphaNet`;
  expect([headers.get('subject'), headers.get('reply-to')]).toEqual([[subject], [CONTACT]]);
  const names = request?.user.fullName.split(' ') ?? [];
  expect(names).toHaveLength(2);
  for (const secret of [request?.user.email ?? '?', ...names]) {
    for (const message of server.messages) expect(message.source + message.text).not.toContain(secret);
    expect(source).not.toContain(secret);
  }
  // Whatever is due has been sent.
  expect(await registry.context.registry.accessRequests.claimDue()).toEqual([]);
  expect(server.messages).toHaveLength(2);
});

test.each([
  ['is not there', undefined, 'ECONNREFUSED'],
  ['never says a word', { GREETING: silence }, undefined],
])('when the mail server %s, only the log knows, and it knows no person and no password', async (_, script, code) => {
  const server = await startScriptedMailServer(script);
  if (script === undefined) await server[Symbol.asyncDispose]();
  await using registry = await startAlpha({ ...mailTo(server.port), ...ACCOUNT, LOG_LEVEL: 'info' });
  const send = await sendingAccess(registry.url, { contact: CONTACT });
  const tookMs = stopwatch();
  // A form that comes again, beside the first or after it, is no other message.
  const answers = [...(await Promise.all([send(), send()])), await send()];
  for (const answer of answers) expect(await answer.text()).toContain(WAITS);
  expect(tookMs()).toBeLessThan(3000);
  expect(await stored(registry.url)).toMatchObject([{ reason: REASON }]);
  await vi.waitUntil(() => code === undefined || registry.logged().includes(code), PATIENT);
  if (script !== undefined) await vi.waitUntil(() => server.connections() === 1, PATIENT);
  await registry[Symbol.asyncDispose]();
  const lines = registry
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"mail"'));
  const tried = { code, what: 'A message about a request for access could not be sent, and is tried again in 60 s.' };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    ...(code === undefined ? [] : [{ level: 50, ...tried }]),
    { level: 50, what: '1 message not sent; the request is stored' },
  ]);
  expect(registry.logged()).not.toMatch(/ada@|clinic|family|first@|second@|mailer|correct-horse/);
  if (script !== undefined) await server[Symbol.asyncDispose]();
});

test('of eleven in an hour from one network ten are to be confirmed, and the log says that the eleventh is stored', async () => {
  await using server = await startScriptedMailServer();
  await using registry = await startAlpha({ ...mailTo(server.port), LOG_LEVEL: 'info' });
  const said = [];
  for (let count = 0; count < 11; count++) {
    said.push(await (await askForAccess(registry.url, { contact: `ada${count}@example.org` })).text());
  }
  expect(said.map((page) => page.includes('One step is left'))).toEqual([...Array(10).fill(true), false]);
  expect(await stored(registry.url)).toHaveLength(11);
  await vi.waitUntil(() => server.messages.length === 10, PATIENT);
  const what =
    'A message about a request for access is not sent, as too many came within an hour; the request is stored.';
  await vi.waitUntil(() => registry.logged().includes(what), PATIENT);
  expect(server.messages).toHaveLength(10);
});

test('nobody fills the mailbox of somebody else: three wait to be confirmed, and the fourth is refused', async () => {
  await using server = await startScriptedMailServer();
  await using registry = await startAlpha(mailTo(server.port));
  const pages = [];
  for (let count = 0; count < 3; count++) pages.push(await requestByMail(registry.url, server));
  const refused = await askForAccess(registry.url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400']);
  expect(await refused.text()).toContain('Too many requests came with this address.');
  expect((await choose(registry.url, pages[0] ?? '', 'not-mine')).status).toBe(200);
  expect((await askForAccess(registry.url)).status).toBe(200);
});

test('a message that a process could not send is sent by the next one, once, under the same number', async () => {
  await using server = await startScriptedMailServer({ GREETING: silence });
  const folder = mkdtempDisposableSync(join(tmpdir(), 'unsent-'));
  onTestFinished(() => folder.remove());
  const settings = { ...mailTo(server.port), DATABASE_FILE: join(folder.path, 'registry.sqlite') };
  {
    await using registry = await startAlpha(settings);
    expect((await askForAccess(registry.url)).status).toBe(200);
    await vi.waitUntil(() => server.connections() > 0, PATIENT);
  }
  server.play({ GREETING: says('220 here again') });
  {
    using database = new DatabaseSync(settings.DATABASE_FILE);
    database.exec("UPDATE access_request SET message_due_at = '2026-01-01T00:00:00.000Z'");
  }
  await using registry = await startAlpha(settings);
  await vi.waitUntil(() => server.messages.length > 0, PATIENT);
  expect((await registry.get(linkIn(server.messages[0] ?? { text: '' }))).status).toBe(200);
  expect(await registry.context.registry.accessRequests.claimDue()).toEqual([]);
  expect(server.messages).toHaveLength(1);
});
