/** Messages about requests for access: what reaches the mail server, what is tried again, and what the log may know. */

import { setTimeout } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MailConfig } from '../../src/config/keys-together.ts';
import { type Mail, type MailTrouble, openMail } from '../../src/operations/mail.ts';
import { PATIENT } from '../support/machine/patience.ts';
import {
  inTurn,
  type ScriptedMailServer,
  says,
  silence,
  startScriptedMailServer,
} from '../support/machine/scripted-mail-server.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { testCertificate } from '../support/machine/test-certificate.ts';

/** Its sender has confirmed the address. */
const REQUEST = {
  id: 7,
  reference: 'K7QM-4XRT',
  name: 'Ada Roe',
  organisation: 'Example Clinic',
  contact: 'ada@clinic.example.org',
  language: 'en' as const,
  confirmBy: '2026-02-07T12:00:00.000Z' as string | null,
  confirmedAt: '2026-01-31T13:00:00.000Z' as string | null,
  pageKey: '7-AAAAAAAAAAAAAAAAAAAAAA',
  reason: 'A family with a variant.\nMay we write?',
  receivedAt: '2026-01-31T12:00:00.000Z',
  symbol: 'BRCA1',
};
const PASSWORD = 'correct-horse-battery';
const PEOPLE = /ada@|Roe|Clinic|family|registry@|first@|second@|correct-horse|mailer/;

type Opened = AsyncDisposable & { mail: Mail; troubles: MailTrouble[]; sent: number[] };

function openTo(
  port: number,
  config: Partial<MailConfig> = {},
  waitsMs = [20, 40],
  timeoutMs = 300,
  isDue: (id: number, sent: readonly number[]) => boolean = () => true,
): Opened {
  const troubles: MailTrouble[] = [];
  const sent: number[] = [];
  const mail = openMail({
    config: {
      ...{ host: '127.0.0.1', port, security: 'none', user: undefined, password: undefined },
      ...{ from: 'registry@example.org', to: ['first@example.org', 'second@example.org'], ...config },
    },
    about: { shortname: 'ExR', fullname: 'Example Registry', registryUrl: 'https://registry.example.org' },
    report: (trouble) => troubles.push(trouble),
    isDue: async (id) => isDue(id, sent),
    noteSent: async (id) => void sent.push(id),
    waitsMs,
    timeoutMs,
  });
  return { mail, troubles, sent, [Symbol.asyncDispose]: () => mail[Symbol.asyncDispose]() };
}

async function taken(server: ScriptedMailServer, count = 1): Promise<void> {
  await vi.waitUntil(() => server.messages.length === count, { ...PATIENT, interval: 5 });
}

async function untilReported({ troubles }: Opened, count: number): Promise<void> {
  await vi.waitUntil(() => troubles.length === count, { ...PATIENT, interval: 5 });
}

test('a message names the registry, the moment, the gene, the reason and the contact, and is answered to the contact', async () => {
  await using server = await startScriptedMailServer();
  await using open = openTo(server.port);
  open.mail.announce(REQUEST);
  await taken(server);
  const [{ from, to, headers, text } = { headers: new Map() } as never] = server.messages;
  expect([from, to]).toEqual(['registry@example.org', ['first@example.org', 'second@example.org']]);
  expect(headers.get('subject')).toEqual(['Request for access K7QM-4XRT: ExR']);
  expect(headers.get('from')).toEqual(['registry@example.org']);
  expect(headers.get('reply-to')).toEqual([REQUEST.contact]);
  expect(headers.get('auto-submitted')).toEqual(['auto-generated']);
  expect(headers.get('content-type')).toEqual(['text/plain; charset=utf-8']);
  expect(text).toBe(`Someone requests access to an anonymised record of Example Registry (ExR).

Reference: K7QM-4XRT
Received: 2026-01-31T12:00:00.000Z
Record: a researcher's gene, BRCA1
Name: Ada Roe
Organisation: Example Clinic
Contact: ada@clinic.example.org

Reason:
> A family with a variant.
> May we write?

Only administrators can see whom the request is about. Open this page to answer it:
https://registry.example.org/admin

Your reply to this message goes to the contact.`);
  expect(open.troubles).toEqual([]);
});

test('to whoever asks goes the way to the page of the request, in their language, and nothing that was typed but the address', async () => {
  await using server = await startScriptedMailServer();
  await using open = openTo(server.port);
  const toConfirm = { ...REQUEST, confirmedAt: null };
  for (const language of ['en', 'fr'] as const) open.mail.announce({ ...toConfirm, language });
  await taken(server, 2);
  await vi.waitUntil(() => open.sent.length === 2, PATIENT);
  expect(open.sent).toEqual([7, 7]);
  for (const [at, language] of ['en', 'fr'].entries()) {
    const { to, headers, text = '', source = '' } = server.messages[at] ?? {};
    const address = `https://registry.example.org/requests/${REQUEST.pageKey}?lang=${language}`;
    expect(to).toEqual([REQUEST.contact]);
    expect(headers?.get('message-id')).toEqual(['<confirm-k7qm-4xrt-7@registry.example.org>']);
    expect(headers?.has('reply-to')).toBe(false);
    expect(text).toContain(`\n${address}\n`);
    expect(text).toContain(`<a href="${address}">${address}</a>`);
    expect(text).toContain('2026-02-07');
    for (const typed of ['Roe', 'Example Clinic', 'family', 'BRCA1']) expect(source + text).not.toContain(typed);
  }
  expect(server.messages.map(({ text }) => /<html lang="(..)"/.exec(text)?.[1])).toEqual(['en', 'fr']);
  expect(server.messages[1]?.text).toContain('Bonjour,');
});

test('an address that the mail server refuses for good is not written to again, and one that waits is noted when it is sent', async () => {
  await using server = await startScriptedMailServer({ RCPT: inTurn(says('550 5.1.1 nobody'), says('250 fine')) });
  await using open = openTo(server.port);
  open.mail.announce({ ...REQUEST, confirmedAt: null });
  await untilReported(open, 1);
  expect(open.troubles).toEqual([
    {
      what: 'The mail server refused the address of whoever asks; the request is stored.',
      code: 'EENVELOPE',
      reply: 550,
    },
  ]);
  await vi.waitUntil(() => open.sent.length === 1, PATIENT);
  expect([server.messages, JSON.stringify(open.troubles).match(PEOPLE)]).toEqual([[], null]);
});

test.each([
  ['the contact', { contact: 'ada@example.org\r\nBcc: thief@example.org' }],
  ['the contact, as a list', { contact: 'ada@example.org, thief@example.org' }],
  ['the reason', { reason: 'Please\r\n\r\n.\r\nMAIL FROM:<thief@example.org>\r\nBcc: thief@example.org' }],
  ['the symbol', { symbol: 'BRCA1\r\nBcc: thief@example.org' }],
  ['the name', { name: 'Ada\r\nBcc: thief@example.org' }],
  ['the organisation', { organisation: 'Clinic\r\n.\r\nMAIL FROM:<thief@example.org>' }],
])('%s adds no header, no recipient and no command', async (_, change) => {
  await using server = await startScriptedMailServer();
  await using open = openTo(server.port);
  open.mail.announce({ ...REQUEST, ...change });
  await taken(server);
  const [message] = server.messages;
  expect(message?.to).toEqual(['first@example.org', 'second@example.org']);
  expect([...(message?.headers.keys() ?? [])].toSorted()).toEqual(
    [
      ...['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from', 'message-id', 'mime-version'],
      ...['subject', 'to', ...('contact' in change ? [] : ['reply-to'])],
    ].toSorted(),
  );
  expect(server.commands.filter((command) => /^(MAIL|RCPT|DATA)/.test(command))).toHaveLength(4);
});

test.each([
  ["o'neil+x@clinic.example.org", ["o'neil+x@clinic.example.org"], 'Your reply to this message goes to the contact.'],
  ['ada@klinik-größe.example.org', ['ada@xn--klinik-gre-e4a9y.example.org'], 'Your reply to this message goes'],
  ['Ada@Clinic.Example.ORG', ['Ada@clinic.example.org'], 'Your reply to this message goes to the contact.'],
  ['jürgen@clinic.example.org', undefined, 'Please write to the contact.'],
  ['=?utf-8?q?eve=40example.org?=@example.org', undefined, 'Please write to the contact.'],
])(
  'an answer goes to %s as far as headers can hold it, and the text shows the same',
  async (contact, header, sentence) => {
    await using server = await startScriptedMailServer();
    await using open = openTo(server.port);
    open.mail.announce({ ...REQUEST, contact });
    await taken(server);
    expect(server.messages[0]?.headers.get('reply-to')).toEqual(header);
    expect(server.messages[0]?.text).toContain(`Contact: ${header?.[0] ?? contact}\n`);
    expect(server.messages[0]?.text).toContain(sentence);
  },
);

test('what is in another script, and lines of any length, arrive as they were written', async () => {
  await using server = await startScriptedMailServer();
  await using open = openTo(server.port);
  const reason = `Гены и ${'x'.repeat(1200)}\n.\nFrom here`;
  open.mail.announce({ ...REQUEST, reason, symbol: undefined });
  await taken(server);
  expect(server.messages[0]?.text).toContain(`Reason:\n> Гены и ${'x'.repeat(1200)}\n> .\n> From here\n`);
  expect(server.messages[0]?.text).toContain('Record: a researcher\n');
  expect(Math.max(...(server.messages[0]?.source.split('\r\n').map(({ length }) => length) ?? []))).toBeLessThan(999);
});

test('what the server does not take yet is sent when it takes it', async () => {
  await using server = await startScriptedMailServer({
    RCPT: inTurn(says('451 4.3.0 <first@example.org> later'), says('450 4.2.0 later'), says('250 2.1.5 fine')),
  });
  await using open = openTo(server.port);
  open.mail.announce(REQUEST);
  await taken(server);
  expect(server.connections()).toBe(2);
  expect(open.troubles).toEqual([
    {
      what: 'A message about a request for access could not be sent, and is tried again in 0.02 s.',
      code: 'EENVELOPE',
      reply: expect.any(Number),
    },
  ]);
});

test('what is announced again while it waits for a slow mail server is sent once', async () => {
  await using server = await startScriptedMailServer({ MAIL: inTurn(says('451 later'), says('250 fine')) });
  await using open = openTo(server.port, {}, [20, 40], 300, (id, sent) => !sent.includes(id));
  for (let count = 0; count < 3; count++) open.mail.announce(REQUEST);
  open.mail.announce({ ...REQUEST, id: 8, symbol: 'TP53' });
  await vi.waitUntil(() => open.sent.length === 2, PATIENT);
  await setTimeout(100);
  expect([server.messages.length, open.sent]).toEqual([2, [7, 8]]);
});

test('a mail server that refuses this registry says nothing of the address that was typed: it is tried again', async () => {
  await using server = await startScriptedMailServer({
    MAIL: inTurn(says('550 5.7.1 sender not allowed'), says('250 fine')),
  });
  await using open = openTo(server.port);
  open.mail.announce({ ...REQUEST, confirmedAt: null });
  await taken(server);
  expect(open.troubles).toEqual([
    {
      what: 'A message about a request for access could not be sent, and is tried again in 0.02 s.',
      code: 'EENVELOPE',
      reply: 550,
    },
  ]);
});

test('messages that are not sent because too many came are reported once an hour, with their number', async () => {
  const troubles: MailTrouble[] = [];
  let nowMs = 0;
  await using mail = openMail({
    config: {
      ...{ host: '127.0.0.1', port: 9, security: 'none', user: undefined, password: undefined },
      ...{ from: 'registry@example.org', to: ['first@example.org'] },
    },
    about: { shortname: 'ExR', fullname: 'Example Registry', registryUrl: 'https://registry.example.org' },
    report: (trouble) => troubles.push(trouble),
    isDue: async () => true,
    noteSent: async () => {},
    nowMs: () => nowMs,
  });
  for (; nowMs < 2 * 3_600_000; nowMs += 60_000) mail.announce({ ...REQUEST, confirmBy: null });
  const sentence =
    'A message about a request for access is not sent, as too many came within an hour; the request is stored';
  expect(troubles).toEqual([
    { what: `${sentence}.` },
    { what: `${sentence}; nor were 59 since this was last reported.` },
  ]);
});

test('an address that is refused for good does not keep the message from the others', async () => {
  await using server = await startScriptedMailServer({ RCPT: inTurn(says('550 5.1.1 nobody'), says('250 fine')) });
  await using open = openTo(server.port);
  open.mail.announce(REQUEST);
  await taken(server);
  await untilReported(open, 1);
  expect(server.messages[0]?.to).toEqual(['second@example.org']);
  expect(open.troubles).toEqual([{ what: 'The mail server refused 1 of 2 addresses in app.settings.mail.to.' }]);
});

describe('three times it is tried, and each failure is reported without people or secrets, when the server', () => {
  test.each([
    ['says nothing', { GREETING: silence }, {}, { code: 'ETIMEDOUT' }],
    ['falls silent', { DATA: silence }, {}, { code: 'ETIMEDOUT' }],
    ['refuses the message', { MESSAGE: says('554 5.7.1 first@example.org: no') }, {}, { code: 'EMESSAGE', reply: 554 }],
    [
      'refuses the password',
      { AUTH: says('535 5.7.8 mailer is not known') },
      { user: 'mailer', password: PASSWORD },
      { code: 'EAUTH', reply: 535 },
    ],
    [
      'offers no STARTTLS',
      {},
      { security: 'starttls', user: 'mailer', password: PASSWORD },
      { code: 'ETLS', reply: 502 },
    ],
  ] as const)('%s', async (_, script, config, why) => {
    await using server = await startScriptedMailServer(script);
    await using open = openTo(server.port, config, [10, 10], 60);
    open.mail.announce(REQUEST);
    await untilReported(open, 3);
    expect(server.connections()).toBe(3);
    expect(open.troubles).toEqual([
      { what: expect.stringContaining('tried again in 0.01 s'), ...why },
      { what: expect.stringContaining('tried again in 0.01 s'), ...why },
      { what: expect.stringContaining('not tried again; the request is stored'), ...why },
    ]);
    expect(JSON.stringify(open.troubles)).not.toMatch(PEOPLE);
  });

  test('is not there', async () => {
    const server = await startScriptedMailServer();
    await server[Symbol.asyncDispose]();
    await using open = openTo(server.port, {}, [10, 10]);
    open.mail.announce(REQUEST);
    await untilReported(open, 3);
    expect(open.troubles[2]).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a password goes', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));
  const account = { user: 'mailer', password: PASSWORD };
  const certificate = testCertificate();

  test.each(['starttls', 'tls'] as const)('over a way that is secret: %s', async (security) => {
    setDefaultCACertificates([...trusted, certificate.cert]);
    await using server = await startScriptedMailServer(
      {},
      { certificate: { ...certificate, secure: security === 'tls' } },
    );
    await using open = openTo(server.port, { ...account, security });
    open.mail.announce(REQUEST);
    await taken(server);
    const login = Buffer.from(`\0mailer\0${PASSWORD}`).toString('base64');
    expect(server.commands).toContain(`AUTH PLAIN ${login}`);
    if (security === 'starttls') expect(server.commands.indexOf('STARTTLS')).toBeLessThan(server.commands.length - 5);
    expect(open.troubles).toEqual([]);
  });

  test.each(['starttls', 'tls'] as const)('to nobody whose certificate nobody vouches for: %s', async (security) => {
    await using server = await startScriptedMailServer(
      {},
      { certificate: { ...certificate, secure: security === 'tls' } },
    );
    await using open = openTo(server.port, { ...account, security }, []);
    open.mail.announce(REQUEST);
    await untilReported(open, 1);
    expect(open.troubles[0]).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(server.commands.filter((command) => /^(AUTH|MAIL)/.test(command))).toEqual([]);
  });
});

test('at most a hundred wait, and the log says once that some come later', async () => {
  await using server = await startScriptedMailServer({ GREETING: silence });
  await using open = openTo(server.port, {}, [], 50);
  for (let count = 0; count < 102; count++) open.mail.announce(REQUEST);
  expect(open.troubles).toEqual([
    {
      what: 'A message about a request for access is not sent, as 100 others are not sent yet; the request is stored.',
    },
  ]);
  expect(server.connections()).toBeLessThanOrEqual(1);
  await server[Symbol.asyncDispose]();
});

test('a stop lets what is under way end, drops what waits for its time, and says how many', async () => {
  await using server = await startScriptedMailServer({
    MAIL: inTurn(says('451 later'), says('451 later'), says('250 fine')),
  });
  const { mail, troubles } = openTo(server.port, {}, [60_000]);
  for (const symbol of ['BRCA1', 'TP53', 'SHH']) mail.announce({ ...REQUEST, symbol });
  await mail[Symbol.asyncDispose]();
  expect(server.messages.map(({ text }) => /gene, (.+)/.exec(text)?.[1])).toEqual(['SHH']);
  expect(troubles.at(-1)).toEqual({ what: '2 messages not sent; the requests are stored' });
  mail.announce(REQUEST);
  expect(troubles.at(-1)?.what).toContain('the program stops');
});

test('a stop does not wait for a server that never answers', async () => {
  await using server = await startScriptedMailServer({ GREETING: silence });
  const { mail, troubles } = openTo(server.port, {}, [60_000], 60_000);
  mail.announce(REQUEST);
  await vi.waitUntil(() => server.connections() === 1, PATIENT);
  const tookMs = stopwatch();
  await mail[Symbol.asyncDispose]();
  expect(tookMs()).toBeLessThan(1500);
  expect(troubles).toEqual([{ what: '1 message not sent; the request is stored' }]);
});
