/** One entry of the partners, as an address or a map: what is read from it, what is refused and in which words. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PartnerEntry, readPartners } from '../../src/config/partners.ts';

const defaults = {
  token: 'search-token',
  connectTimeoutMs: 1000,
  readTimeoutMs: 3000,
  timeoutMs: 5000,
  maxConcurrency: 4,
};

function read(...entries: readonly (string | PartnerEntry)[]) {
  return readPartners(entries, {
    defaults,
    nameOf: (at) => `apis[${at}]`,
    ownUrls: ['https://own.example.org/registry'],
  });
}

function partner(entry: string | PartnerEntry) {
  const { partners, problems } = read(entry);
  expect(problems).toEqual([]);
  return partners[0];
}

describe('an address alone', () => {
  it('is a partner with everything that is set for all', () => {
    expect(partner('https://b.example.org')).toStrictEqual({
      key: 'b.example.org',
      name: 'b.example.org',
      type: 'rdp',
      url: 'https://b.example.org',
      query: '',
      token: 'search-token',
      connectTimeoutMs: 1000,
      readTimeoutMs: 3000,
      timeoutMs: 5000,
      maxConcurrency: 4,
      staleMinutes: undefined,
      disclaimer: undefined,
      terms: undefined,
      contact: undefined,
    });
  });

  it.each([
    ['https://B.Example.org:443/', 'b.example.org', 'https://b.example.org'],
    ['https://b.example.org:8443//rgr///', 'b.example.org:8443', 'https://b.example.org:8443/rgr'],
    ['http://127.0.0.1:8081', '127.0.0.1:8081', 'http://127.0.0.1:8081'],
    ['http://localhost/a/b/', 'localhost', 'http://localhost/a/b'],
  ])('%s is written in one way, and its host is the key', (address, key, url) => {
    expect(partner(address)).toMatchObject({ key, url });
  });

  it.each([
    ['?noauth', undefined, ''],
    ['?noauth=1', undefined, ''],
    ['?auth=its-own', 'its-own', ''],
    ['?auth=a+b/c==', 'a+b/c==', ''],
    ['?auth=a%2Cb%25c%23', 'a,b%c#', ''],
    ['?x=1&auth=its-own&y=2', 'its-own', 'x=1&y=2'],
    ['?author=x&noauthor', 'search-token', 'author=x&noauthor'],
    ['?', 'search-token', ''],
  ])('with %s sends the token %s', (search, token, query) => {
    const read = partner(`https://b.example.org/rgr${search}`);
    expect(read).toMatchObject({ query, url: 'https://b.example.org/rgr' });
    expect(read?.token).toBe(token);
  });
});

describe('a map', () => {
  it('says what differs for one partner', () => {
    const entry = {
      url: 'http://b.example.org/rgr/',
      key: 'b',
      name: 'Registry B',
      token: 'its-own',
      'connect-timeout': 1,
      'read-timeout': 2,
      'partner-timeout': 9,
      'max-concurrency': 3,
      'stale-minutes': 30,
      disclaimer: 'For research only.',
      terms: 'https://b.example.org/terms',
      contact: 'registry@b.example.org',
      insecure: true,
    };
    expect(partner(entry)).toStrictEqual({
      key: 'b',
      name: 'Registry B',
      type: 'rdp',
      url: 'http://b.example.org/rgr',
      query: '',
      token: 'its-own',
      connectTimeoutMs: 1,
      readTimeoutMs: 2,
      timeoutMs: 9,
      maxConcurrency: 3,
      staleMinutes: 30,
      disclaimer: 'For research only.',
      terms: 'https://b.example.org/terms',
      contact: 'registry@b.example.org',
    });
  });

  it('gives a partner that may be silent for longer as much more time for everything', () => {
    const url = 'https://b.example.org';
    expect(partner({ url, 'read-timeout': 9000 })).toMatchObject({ readTimeoutMs: 9000, timeoutMs: 11_000 });
    expect(partner({ url, 'read-timeout': 2000 })).toMatchObject({ readTimeoutMs: 2000, timeoutMs: 5000 });
  });

  it('may hold an address with an instruction', () => {
    expect(partner({ url: 'https://b.example.org?noauth', key: 'b' })?.token).toBeUndefined();
  });
});

describe('what is refused of a list of partners', () => {
  it.each<[string, string | PartnerEntry, string]>([
    ['no scheme', 'b.example.org', 'a text that is no absolute address (not shown)'],
    ['another scheme', 'ftp://b.example.org', 'a text that is no absolute address (not shown)'],
    ['one slash', 'https:/b.example.org', 'a text that is no absolute address (not shown)'],
    ['a user name', 'https://b@b.example.org', 'an address with a user name or password'],
    ['http', 'http://b.example.org', 'an address that starts with http://'],
    ['http to a host that only looks near', 'http://127.example.org', 'an address that starts with http://'],
    [
      'insecure said to be false',
      { url: 'http://b.example.org', insecure: false },
      'an address that starts with http://',
    ],
    ['a fragment', 'https://b.example.org?auth=a#b', 'an address with a #'],
    ['no token behind auth', 'https://b.example.org?auth=', 'an address with no token behind ?auth='],
    ['auth alone', 'https://b.example.org?auth', 'an address with no token behind ?auth='],
    ['a broken escape', 'https://b.example.org?auth=a%2', 'an address with no token behind ?auth='],
    ['a blank in the token', 'https://b.example.org?auth=a%20b', 'an address with no token behind ?auth='],
    ['two tokens', 'https://b.example.org?auth=a&auth=b', 'a partner with more than one of ?auth=, ?noauth and token'],
    [
      'a token twice',
      { url: 'https://b.example.org?auth=a', token: 'a' },
      'a partner with more than one of ?auth=, ?noauth and token',
    ],
    [
      'a token and none',
      { url: 'https://b.example.org?noauth', token: 'a' },
      'a partner with more than one of ?auth=, ?noauth and token',
    ],
    ['the key of this registry', { url: 'https://b.example.org', key: 'local' }, 'a partner with the key local'],
    ['an address without a usable key', 'http://[::1]:8081', 'an address whose host cannot be a key'],
    ['this registry itself', 'https://own.example.org:443', 'the address of this registry itself'],
    ['this registry under another path', 'https://OWN.example.org/b', 'the address of this registry itself'],
  ])('is %s', (_, entry, found) => {
    const { partners, problems } = read('https://first.example.org', entry);
    expect(problems).toEqual([expect.stringMatching(/^apis\[1\] is .+, but must be .+\.$/)]);
    expect(problems[0]).toContain(`apis[1] is ${found}, but must be `);
    expect(partners.length).toBeLessThanOrEqual(2);
  });

  it('are two partners at one host and port, or of one key', () => {
    const entries = [
      'http://localhost:8081',
      { url: 'https://localhost:8081/other', key: 'other' },
      { url: 'https://c.example.org', key: 'localhost:8081' },
    ];
    expect(read(...entries).problems).toEqual([
      'apis[1] is at the same host and port as apis[0], but must be at another.',
      'apis[2] is a partner with the key of apis[0], but must be one with another key.',
    ]);
  });

  it('is everything that is wrong, each at its place', () => {
    const { problems } = read('b.example.org', 'https://b.example.org', 'https://c.example.org/#');
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['apis[0]', 'apis[2]']);
  });
});

it('any token of visible characters comes through an address unchanged', () => {
  const token = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
  });
  fc.assert(
    fc.property(token, (text) => {
      expect(partner(`https://b.example.org?auth=${encodeURIComponent(text)}`)?.token).toBe(text);
    }),
  );
});
