/** A request for access is mailed to the administrators; when that fails, the page, the request and its reader do not notice. */

import { expect, test, vi } from 'vitest';
import { PATIENT } from '../../support/machine/patience.ts';
import { silence, startScriptedMailServer } from '../../support/machine/scripted-mail-server.ts';
import { stopwatch } from '../../support/machine/stopwatch.ts';
import { ANONYMISING, startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';

const CONTACT = 'ada@clinic.example.org';
const REASON = 'We have a family with a variant in this gene.';
const PASSWORD = 'correct-horse-battery';

function mailTo(port: number): Record<string, string> {
  return {
    ...ANONYMISING,
    APP_SETTINGS_MAIL_HOST: '127.0.0.1',
    APP_SETTINGS_MAIL_PORT: String(port),
    APP_SETTINGS_MAIL_SECURITY: 'none',
    APP_SETTINGS_MAIL_USER: 'mailer',
    APP_SETTINGS_MAIL_PASSWORD: PASSWORD,
    APP_SETTINGS_MAIL_FROM: 'registry@alpha.example.org',
    APP_SETTINGS_MAIL_TO: 'first@alpha.example.org,second@alpha.example.org',
  };
}

/** Asks for access to somebody anonymised, and answers what the page says. */
async function askForAccess(url: string): Promise<string> {
  const listed = await fetch(`${url}/api/genes?size=2000`);
  const { content } = (await listed.json()) as { content: { anonymousId?: string }[] };
  const id = content.find(({ anonymousId }) => anonymousId !== undefined)?.anonymousId;
  const body = new URLSearchParams({ contact: CONTACT, reason: REASON });
  const answer = await fetch(`${url}/search/gene/by-anonymous-id/${id}/request-access`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  return await answer.text();
}

type StoredRequest = { reference: string; reason: string; user: { fullName: string; email: string } };

async function stored(url: string) {
  const headers = { Authorization: `Bearer ${TOKENS.admin}` };
  const answer = await fetch(`${url}/api/admin/access-requests`, { headers });
  return ((await answer.json()) as { requests: StoredRequest[] }).requests;
}

test('a request for access reaches the administrators by mail, with what was written, the gene and the way to the page, and without the hidden person', async () => {
  await using server = await startScriptedMailServer();
  await using registry = await startAlpha(mailTo(server.port));
  expect(await askForAccess(registry.url)).toContain('Your request was sent to the administrators of ');
  await vi.waitUntil(() => server.messages.length > 0, PATIENT);
  const [{ to, headers, text, source } = {} as never] = server.messages;
  expect(to).toEqual(['first@alpha.example.org', 'second@alpha.example.org']);
  for (const told of [`> ${REASON}`, CONTACT, 'https://alpha.example.org/admin', "a researcher's gene, "]) {
    expect(text).toContain(told);
  }
  const [request] = await stored(registry.url);
  expect(request?.reason).toBe(REASON);
  const subject = `Request for access ${request?.reference}: AlphaNet`;
  expect([headers.get('subject'), headers.get('reply-to')]).toEqual([[subject], [CONTACT]]);
  const names = request?.user.fullName.split(' ') ?? [];
  expect(names).toHaveLength(2);
  for (const secret of [request?.user.email ?? '?', ...names]) expect(source + text).not.toContain(secret);
});

test.each([
  ['is not there', undefined, 'ECONNREFUSED'],
  ['never says a word', { GREETING: silence }, undefined],
])('when the mail server %s, only the log knows, and it knows no person and no password', async (_, script, code) => {
  const server = await startScriptedMailServer(script);
  if (script === undefined) await server[Symbol.asyncDispose]();
  await using registry = await startAlpha({ ...mailTo(server.port), LOG_LEVEL: 'info' });
  const tookMs = stopwatch();
  expect(await askForAccess(registry.url)).toContain('Your request was sent to the administrators of ');
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

test('of eleven in an hour from one address ten are mailed, and the log says that the eleventh is stored', async () => {
  await using server = await startScriptedMailServer();
  await using registry = await startAlpha({ ...mailTo(server.port), LOG_LEVEL: 'info' });
  for (let count = 0; count < 11; count++) await askForAccess(registry.url);
  expect(await stored(registry.url)).toHaveLength(11);
  await vi.waitUntil(() => server.messages.length === 10, PATIENT);
  const what =
    'A message about a request for access is not sent, as too many came within an hour; the request is stored.';
  await vi.waitUntil(() => registry.logged().includes(what), PATIENT);
  expect(server.messages).toHaveLength(10);
});
