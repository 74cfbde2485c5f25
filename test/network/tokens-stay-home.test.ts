/** Search tokens leave for their own partner and for administrators of this registry alone; tokens of callers never do. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScriptedRequest } from '../../src/demo/partner-behaviours.ts';
import { sampleOf } from '../support/machine/sample.ts';
import {
  ADMINISTRATOR,
  CALLER_SETTINGS,
  CALLER_TOKENS,
  CALLERS,
  callersSnapshot,
} from '../support/network/network-callers.ts';
import {
  askEverything,
  PARTNER_KEYS,
  type PartnerKey,
  QUESTIONS,
  SEARCH_TOKENS,
  type SecretPartners,
  startSecretPartners,
  TOKENS,
} from '../support/partners/secret-partners.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const SETTINGS = { ...CALLER_SETTINGS, APP_SETTINGS_ISEARCH_SEARCH_TOKEN: TOKENS.default ?? '' };

/** A registry of its own for every caller, so that nothing that another one was answered is cached. */
describe.each(sampleOf(CALLERS, 2))('while $name asks everything', (caller) => {
  let partners: SecretPartners;
  let registry: TestRegistry;
  let requests: [PartnerKey, ScriptedRequest][];
  beforeAll(async () => {
    partners = await startSecretPartners();
    registry = await startTestRegistry({ snapshot: callersSnapshot(), settings: SETTINGS, partners: partners.entries });
    const answers = await askEverything(registry.url, [caller]);
    expect(answers.length).toBeGreaterThan(2 * QUESTIONS.length);
    requests = PARTNER_KEYS.flatMap((key) =>
      partners.by[key].requests.map((one): [PartnerKey, ScriptedRequest] => [key, one]),
    );
  });
  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    await partners[Symbol.asyncDispose]();
  });

  test('every partner is asked', () => {
    const asked = new Set(questions().map(([key]) => key));
    expect([...asked].sort()).toEqual([...PARTNER_KEYS].sort());
  });

  test('the token of the asker is in no request to a partner', () => {
    for (const [, request] of requests) expect(tokensIn(request, CALLER_TOKENS)).toEqual([]);
  });

  test('nothing else of the request goes on: only what this registry says of itself', () => {
    const names = new Set(requests.flatMap(([, { headers }]) => Object.keys(headers)));
    expect([...names].filter((name) => name !== 'authorization').sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'isearch-proxy-mark',
      'isearch-proxy-wants',
      'user-agent',
    ]);
  });

  test('the look at the version of a partner carries no token', () => {
    const looks = requests.filter(([, { path }]) => path === '/api');
    expect(looks.length).toBeGreaterThanOrEqual(PARTNER_KEYS.length);
    for (const [, look] of looks) expect(tokensIn(look, SEARCH_TOKENS)).toEqual([]);
  });

  test('a partner that redirects elsewhere takes nobody there', () => {
    expect(partners.by.astray.requests.length).toBeGreaterThan(1);
    expect(partners.elsewhere.requests).toEqual([]);
  });

  if (caller.token !== ADMINISTRATOR) {
    test('no search token leaves', () => {
      for (const [, request] of requests) {
        expect(tokensIn(request, SEARCH_TOKENS)).toEqual([]);
        expect([request.headers.authorization, request.params.has('auth')]).toEqual([undefined, false]);
      }
    });
    return;
  }

  test('each partner gets its own token and no other, and one that is to have none gets none', () => {
    const sent = new Map(PARTNER_KEYS.map((key) => [key, new Set<string>()]));
    for (const [key, request] of questions())
      for (const token of tokensIn(request, SEARCH_TOKENS)) sent.get(key)?.add(token);
    expect(Object.fromEntries([...sent].map(([key, tokens]) => [key, [...tokens]]))).toEqual(
      Object.fromEntries(PARTNER_KEYS.map((key) => [key, TOKENS[key] === undefined ? [] : [TOKENS[key]]])),
    );
  });

  test.each<PartnerKey>(['p15', 'p14', 'unknown', 'refuses', 'default'])(
    'it stands in the header, and in no address, towards %s',
    (key) => {
      const carrying = questions().filter(([to, request]) => to === key && tokensIn(request, SEARCH_TOKENS).length > 0);
      expect(carrying.length).toBeGreaterThan(0);
      for (const [, { headers, path }] of carrying) {
        expect(headers.authorization).toBe(`Bearer ${TOKENS[key]}`);
        expect(path).not.toContain('auth=');
      }
    },
  );

  test.each<PartnerKey>(['p13', 'fails', 'astray'])('it stands in the address, and in no header, towards %s', (key) => {
    const asked = questions().filter(([to]) => to === key);
    expect(asked.length).toBeGreaterThan(0);
    for (const [, { headers, params }] of asked) {
      expect([headers.authorization, params.get('auth')]).toEqual([undefined, TOKENS[key]]);
    }
  });

  test('a partner that refuses it is asked once more without it, and is not shown it again for a while', () => {
    const asked = questions().flatMap(([key, one]) =>
      key === 'refuses' ? [one.headers.authorization !== undefined] : [],
    );
    expect(asked.slice(0, 2)).toEqual([true, false]);
    expect(asked.slice(2)).toEqual(asked.slice(2).map(() => false));
  });

  function questions(): [PartnerKey, ScriptedRequest][] {
    return requests.filter(([, { path }]) => path !== '/api');
  }
});

/** Which of the tokens stand in a request, as they are or encoded. */
function tokensIn({ path, headers }: ScriptedRequest, tokens: readonly string[]): string[] {
  const text = [path, ...Object.values(headers)].join('\n');
  return tokens.filter((token) => text.includes(token) || text.includes(encodeURIComponent(token)));
}
