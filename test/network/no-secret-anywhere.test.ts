/** After a long session with partners in every mood, no token is found in anything that anybody can read. */

import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ORIGIN_STATES } from '../../src/domain/federation/origin.ts';
import { signer } from '../../src/federation/signer.ts';
import { CALLER_SETTINGS, CALLER_TOKENS, CALLERS, callersSnapshot } from '../support/network/network-callers.ts';
import {
  askEverything,
  cursorIn,
  DEFAULT_TOKEN,
  PARTNER_KEYS,
  SEARCH_TOKENS,
  type SecretPartners,
  type SeenAnswer,
  startSecretPartners,
} from '../support/partners/secret-partners.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { samplesOf } from '../support/server/read-metrics.ts';

const TOKENS = [...SEARCH_TOKENS, ...CALLER_TOKENS, 'token-of-nobody'];
const ID_KEY = '5a'.repeat(32);
const SETTINGS = {
  ...CALLER_SETTINGS,
  APP_SETTINGS_ISEARCH_SEARCH_TOKEN: DEFAULT_TOKEN,
  APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: ID_KEY,
  AUDIT_LOG_KEEP_DAYS: '30',
  AUDIT_LOG_WITH_TEXT: 'true',
};

/** The tokens in a text, however they may be written there. */
function tokensIn(text: string): string[] {
  const forms = (token: string) => [
    token,
    encodeURIComponent(token),
    JSON.stringify(token).slice(1, -1),
    ...['base64', 'base64url', 'hex'].map((coding) => Buffer.from(token).toString(coding as BufferEncoding)),
  ];
  return TOKENS.filter((token) => forms(token).some((form) => text.includes(form.replace(/=+$/, ''))));
}

describe('what anybody can read', () => {
  let partners: SecretPartners;
  let registry: TestRegistry;
  let samples: SeenAnswer[];
  const kept: { keys: string[]; values: string[] } = { keys: [], values: [] };
  beforeAll(async () => {
    const { set } = LRUCache.prototype;
    vi.spyOn(LRUCache.prototype, 'set').mockImplementation(function (this: LRUCache<string, object>, key, ...rest) {
      kept.keys.push(String(key));
      kept.values.push(JSON.stringify(rest[0]));
      return set.call(this, key, ...rest);
    });
    partners = await startSecretPartners();
    const settings = { ...SETTINGS, SERVER_METRICS_PORT: '0', LOG_LEVEL: 'debug' };
    registry = await startTestRegistry({ snapshot: callersSnapshot(), settings, partners: partners.entries });
    // One after the other on the same registry: what one caller got is cached for the next.
    samples = await askEverything(registry.url);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await registry[Symbol.asyncDispose]();
    await partners[Symbol.asyncDispose]();
  });

  test('the session that is looked at was a rich one', () => {
    expect(new Set(samples.map(({ status }) => status))).toEqual(
      new Set([200, 400, 401, 403, 404, 406, 501, 502, 503]),
    );
    const states = ['answered', 'empty', 'limited', 'unsupported', 'failed', 'resting', 'not-asked'];
    expect(states.filter((state) => !samples.some(({ text }) => text.includes(`"state":"${state}"`)))).toEqual([]);
    const sent = Object.values(partners.by).flatMap(({ requests }) => requests);
    const carrying = sent.filter(({ path, headers }) => tokensIn(`${path} ${headers.authorization}`).length > 0);
    expect(carrying.length).toBeGreaterThan(20);
  });

  test('no answer, streamed line, error or header of an answer holds a token', () => {
    expect(samples.filter(({ text, headers }) => tokensIn(text + headers).length > 0)).toEqual([]);
  });

  test('no cursor holds a token, read as it was written', () => {
    const cursors = samples.flatMap(({ text }) => cursorsIn(text));
    expect(cursors.length).toBeGreaterThan(10);
    const { open } = signer(createHmac('sha256', Buffer.from(ID_KEY, 'hex')).update('cursors').digest());
    for (const cursor of cursors) {
      const written = open(cursor) ?? '';
      expect(written).toMatch(/^\[4,"/);
      expect(tokensIn(cursor + written)).toEqual([]);
    }
  });

  test('neither keys nor values of the cache hold a token', () => {
    expect(kept.keys.filter((key) => / none /.test(key)).length).toBeGreaterThan(3);
    expect(kept.keys.filter((key) => tokensIn(key).length > 0)).toEqual([]);
    expect(kept.values.filter((value) => tokensIn(value).length > 0)).toEqual([]);
  });

  test('nothing is cached of what was asked with a token', () => {
    expect(kept.keys.filter((key) => / token /.test(key))).toEqual([]);
  });

  test('what was counted holds no token, address or word of a question: labels are of closed lists', async () => {
    const text = await (await fetch(registry.metricsUrl ?? '')).text();
    expect(tokensIn(text)).toEqual([]);
    const metrics = samplesOf(text).filter(({ name }) => name.startsWith('isearch_'));
    const valuesOf = (label: string) => new Set(metrics.flatMap(({ labels }) => labels[label] ?? []));
    expect([...valuesOf('origin')].toSorted()).toEqual(['local', ...PARTNER_KEYS].toSorted());
    expect([...valuesOf('state')].toSorted()).toEqual(ORIGIN_STATES.toSorted());
    expect(
      [...valuesOf('route')].filter((route) => !/^(?:\(none\)|(?:\/:?[a-z-]+(?:Id|Name)?)+)$/.test(route)),
    ).toEqual([]);
    expect([...valuesOf('token')].filter((name) => !/^token-\d$/.test(name))).toEqual([]);
    expect([...valuesOf('status_class')].toSorted()).toEqual(['2xx', '4xx', '5xx']);
    expect([...valuesOf('method')]).toEqual(['GET']);
    expect([...valuesOf('status')].toSorted()).toEqual(['hit', 'miss', 'shared', 'stale']);
    const closed = [
      'route',
      'method',
      'status_class',
      'limit',
      'outcome',
      'origin',
      'state',
      'status',
      'complete',
      'le',
      'token',
    ];
    const names = new Set(metrics.flatMap(({ labels }) => Object.keys(labels)));
    expect([...names].toSorted()).toEqual([...closed, 'version', 'api_version'].toSorted());
  });

  test('the database holds no token, and neither does the audit log in it, which records what was asked here', async () => {
    const { entries } = await registry.json(
      '/api/admin/audit-log',
      CALLERS.find(({ kind }) => kind === 'admin')?.token,
    );
    expect(entries[0].asked.text).not.toBe('');
    const files = (await readdir(registry.folder)).filter((name) => /^registry\.sqlite/.test(name));
    const bytes = await Promise.all(files.map((name) => readFile(join(registry.folder, name), 'latin1')));
    expect(bytes.join('')).toContain('SQLite format 3');
    expect(tokensIn(bytes.join(''))).toEqual([]);
  });

  test('the log holds no token, whatever happened', () => {
    const written = registry.logged();
    expect(written).toContain('/api/federated/genes/search');
    expect(written).toContain('refuses the search token configured for it');
    expect(tokensIn(written)).toEqual([]);
  });
});

function cursorsIn(text: string): string[] {
  const lines = text.startsWith('{"type"') ? text.trim().split('\n') : [text];
  return lines.flatMap((line) => cursorIn(line) ?? []);
}
