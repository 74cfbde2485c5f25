/** How the list of partners comes into a configuration, and what is refused before its entries are read. */

import { describe, expect, it } from 'vitest';
import { type Given, load, refusal } from '../support/registry/load-config.ts';

describe('the partners of a configuration', () => {
  const apis = 'APP_SETTINGS_ISEARCH_APIS';
  const urls = (given: Given) => load(given).app.settings.isearch.partners.map(({ url }) => url);
  const written = (list: string, beside = '') => `app: {settings: {isearch: {apis: ${list}${beside}}}}`;

  const NAMED = '# ours\n- url: https://b.example.org\n  name: Registry B\n- https://c.example.org\n';

  it.each([
    ['a list', { yaml: written('[https://b.example.org, {url: "https://c.example.org", token: }]') }],
    ['one text', { yaml: written('"https://b.example.org, https://c.example.org"') }],
    ['a variable', { env: { [apis]: 'https://b.example.org,\nhttps://c.example.org' } }],
    ['a secret file of YAML', { secretFile: NAMED, env: { [`${apis}_FILE`]: '<secret file>' } }],
    ['one that says so', { secretFile: `---\n${NAMED}`, env: { [`${apis}_FILE`]: '<secret file>' } }],
    [
      'a secret file',
      { secretFile: 'https://b.example.org\nhttps://c.example.org\n', env: { [`${apis}_FILE`]: '<secret file>' } },
    ],
    [
      'a variable over the file',
      { yaml: written('[no address]'), env: { [apis]: 'https://b.example.org,https://c.example.org' } },
    ],
  ])('may be %s', (_, given) => {
    expect(urls(given)).toEqual(['https://b.example.org', 'https://c.example.org']);
  });

  it('have the names that a secret file gives them, and their hosts for names where it gives none', () => {
    const { partners } = load({ secretFile: NAMED, env: { [`${apis}_FILE`]: '<secret file>' } }).app.settings.isearch;
    expect(partners.map(({ name }) => name)).toEqual(['Registry B', 'c.example.org']);
  });

  it('have what is set beside the list, unless an entry says otherwise', () => {
    const yaml = written(
      '[https://b.example.org, {url: "https://c.example.org", read-timeout: 9}]',
      ', read-timeout: 7',
    );
    const { partners } = load({ yaml, env: { APP_SETTINGS_ISEARCH_SEARCH_TOKEN: 'of-all' } }).app.settings.isearch;
    expect(partners.map(({ readTimeoutMs }) => readTimeoutMs)).toEqual([7, 9]);
    expect(partners.map(({ token }) => token)).toEqual(['of-all', 'of-all']);
    expect([partners, ...partners].every(Object.isFrozen)).toBe(true);
  });

  it.each([
    ['as partners know it', 'https://own.example.org', 'app: {site: {host: "https://own.example.org/registry"}}'],
    ['as it listens', 'http://127.0.0.1:9090', 'server: {port: 9090}'],
    [
      'as it listens, with a public address',
      'http://127.0.0.5:9090',
      'server: {host: 127.0.0.5, port: 9090}\napp: {site: {host: "https://own.example.org"}}',
    ],
  ])('are never this registry itself, %s', (_, address, yaml) => {
    expect(refusal({ yaml, env: { [apis]: address } })).toContain(
      'APP_SETTINGS_ISEARCH_APIS: app.settings.isearch.apis[0] is the address of this registry itself, but must be the address of another one.',
    );
  });

  it.each([
    [
      '[7]',
      '[0] is a number (not shown), but must be the address of a partner, such as https://registry.example.org, or a map with url.',
    ],
    ['[{key: b}]', '[0].url is missing, but must be the address of a partner, such as https://registry.example.org.'],
    [
      '[{url: "https://b.example.org", key: B}]',
      '[0].key is a text (not shown), but must be text of small letters, digits and . _ : - that starts with a letter or digit.',
    ],
    [
      '[{url: "https://b.example.org", read-timeout: 0}]',
      '[0].read-timeout is a number (not shown), but must be a whole number from 1 to 60000.',
    ],
    [
      '[{url: "https://b.example.org", tokn: x}]',
      '[0].tokn is an unknown key, but must be one of url, key, name, type, token, connect-timeout, read-timeout, partner-timeout, max-concurrency, stale-minutes, disclaimer, terms, contact, insecure; the nearest known key is app.settings.isearch.apis[0].token.',
    ],
    [
      '[{"https://b.example.org": x}]',
      '[0] is a map with an unknown key, but must be one of url, key, name, type, token, connect-timeout, read-timeout, partner-timeout, max-concurrency, stale-minutes, disclaimer, terms, contact, insecure.',
    ],
  ])('are refused when the list is %s', (list, sentence) => {
    expect(refusal({ yaml: written(list) })).toContain(`registry.yaml: app.settings.isearch.apis${sentence}`);
  });
});
