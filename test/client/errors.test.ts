/** What the client makes of refusals, and of answers that are none. */

import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { ClientError } from '../../src/client/fetch-json.ts';
import { answer, collected, type Script, startScriptedRegistry, stream } from './scripted-registry.ts';

const BRCA1 = { symbol: 'BRCA1', taxonId: 9606 };
const PROBLEM = {
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: "There is no registry 'nope' here. Allowed: local.",
  code: 'unknown-origin',
};
const DOCUMENT = {
  timestamp: 'now',
  status: 400,
  error: 'Bad Request',
  path: '/api/users/abc',
  message: 'No integer.',
};

const ANSWERS: [name: string, script: Script, error: Partial<ClientError>][] = [
  [
    'a problem document',
    answer(PROBLEM, 'application/problem+json', 400),
    { status: 400, code: 'unknown-origin', detail: PROBLEM.detail },
  ],
  [
    'a problem document without a detail',
    answer({ title: 'Too much', code: 'busy' }, 'application/problem+json;charset=utf-8', 429),
    { status: 429, code: 'busy', detail: 'Too much' },
  ],
  [
    'the error document of the registry API',
    answer(DOCUMENT, 'application/json', 400),
    { status: 400, code: 'http-400', detail: 'No integer.' },
  ],
  [
    'a sentence of plain text',
    answer('Unknown gene with symbol: NOPE.', 'text/plain', 404),
    { status: 404, code: 'http-404', detail: 'Unknown gene with symbol: NOPE.' },
  ],
  [
    'a page of a proxy',
    answer('<h1>Bad Gateway</h1>', 'text/html', 502),
    { status: 502, code: 'http-502', detail: 'The registry answered with the status 502.' },
  ],
  ['nothing', answer('', 'text/plain', 503), { status: 503, code: 'http-503' }],
  ['broken JSON', answer('{"code":', 'application/json', 500), { status: 500, code: 'http-500' }],
  ['odd JSON', answer('[1]', 'application/json', 500), { status: 500, code: 'http-500' }],
  ['members that are no text', answer({ code: 7, detail: {} }, 'application/json', 500), { code: 'http-500' }],
  [
    'a page to log in instead of an answer',
    answer('<form>', 'text/html; charset=utf-8'),
    { status: 200, code: 'unreadable', detail: expect.stringContaining('is text/html, but must be application/') },
  ],
  ['no type', (_req, res) => void res.end('{}'), { code: 'unreadable', detail: expect.stringContaining('of no type') }],
  ['no answer', (_req, res) => void res.destroy(), { status: undefined, code: 'unreachable' }],
];

test.each(ANSWERS)('%s is an error that says so, at once and streamed', async (_name, script, error) => {
  await using registry = await startScriptedRegistry(script);
  const { federated } = createClient({ baseUrl: registry.url, token: 'secret-1' });
  const errors = [
    await federated.searchGenes(BRCA1).catch((one: unknown) => one),
    await collected(federated.streamGenes(BRCA1)).catch((one: unknown) => one),
  ];
  for (const one of errors) {
    expect(one).toBeInstanceOf(ClientError);
    expect(one).toMatchObject(error);
    expect((one as ClientError).message).toBe((one as ClientError).detail);
    expect(String((one as ClientError).stack) + String((one as ClientError).cause)).not.toContain('secret-1');
  }
});

test('a body that breaks off is a cut answer', async () => {
  await using registry = await startScriptedRegistry((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
    res.write('[{"id":', () => res.destroy());
  });
  const client = createClient({ baseUrl: registry.url });
  await expect(client.ontologies()).rejects.toMatchObject({ status: 200, code: 'cut' });
});

test('an answer that is no JSON after all is unreadable', async () => {
  await using registry = await startScriptedRegistry(answer('[{"id":', 'application/json'));
  const client = createClient({ baseUrl: registry.url });
  await expect(client.ontologies()).rejects.toMatchObject({ status: 200, code: 'unreadable' });
});

test('plain JSON in place of a stream is unreadable, not a stream of one', async () => {
  await using registry = await startScriptedRegistry(answer({ type: 'end' }));
  const lines = createClient({ baseUrl: registry.url }).federated.streamStats();
  await expect(collected(lines)).rejects.toMatchObject({
    code: 'unreadable',
    detail: 'The answer is application/json, but must be application/x-ndjson.',
  });
});

test('a long complaint is quoted in part', async () => {
  await using registry = await startScriptedRegistry(answer('x'.repeat(100_000), 'text/plain', 400));
  const error = await createClient({ baseUrl: registry.url })
    .stats()
    .catch((one: unknown) => one);
  expect((error as ClientError).detail).toHaveLength(500);
});

test('whoever ends a call gets their own reason, not an error of the registry', async () => {
  const waiting: Script = () => {};
  await using registry = await startScriptedRegistry(waiting);
  const client = createClient({ baseUrl: registry.url });
  const leaving = new AbortController();
  const calls = [
    client.stats({ signal: leaving.signal }),
    client.searchGenes(BRCA1, { signal: leaving.signal }),
    client.federated.listUsers({ size: 5, signal: leaving.signal }),
    client.federated.user(7, { origin: 'local', signal: leaving.signal }),
    collected(client.federated.streamUsers({ descriptionLike: 'eye' }, { signal: leaving.signal })),
  ];
  const ended = Promise.allSettled(calls);
  await expect.poll(() => registry.requests.length).toBe(calls.length);
  leaving.abort(new Error('the page was closed'));
  for (const call of await ended) {
    expect(call).toMatchObject({ status: 'rejected', reason: { message: 'the page was closed' } });
  }
  await registry.left;
});

test('a call may have a time limit', async () => {
  await using registry = await startScriptedRegistry(stream([], 'wait'));
  const lines = createClient({ baseUrl: registry.url }).federated.streamStats({ signal: AbortSignal.timeout(20) });
  await expect(collected(lines)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test.each([
  ['7', 7],
  [new Date(Date.now() - 90_000).toUTCString(), 0],
  [new Date(Date.now() + 3_600_000).toUTCString(), 3600],
  ['soon', undefined],
  [undefined, undefined],
])('a refusal with Retry-After %s says when to ask again', async (header, seconds) => {
  await using registry = await startScriptedRegistry((_req, res) => {
    res.writeHead(429, { 'Content-Type': 'text/plain', ...(header === undefined ? {} : { 'Retry-After': header }) });
    res.end('Slowly.');
  });
  const error = await createClient({ baseUrl: registry.url })
    .stats()
    .catch((refusal: unknown) => refusal as ClientError);
  const { retryAfterSeconds } = error as ClientError;
  if (seconds === 3600) expect(Math.abs((retryAfterSeconds ?? 0) - seconds)).toBeLessThanOrEqual(60);
  else expect(retryAfterSeconds).toBe(seconds);
});
