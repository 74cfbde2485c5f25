/** Keys with dots, as people copy them from the properties of Spring: the same keys as nested ones. */

import { describe, expect, it } from 'vitest';
import { load, refusal } from '../support/registry/load-config.ts';

const TOKENS = 'app.settings.isearch.auth-tokens';

describe('a key with dots in the file', () => {
  it.each([
    `${TOKENS}: [remote-token-alpha]\napp.settings.isearch.user-id: 7\napp.site.host: https://a.example.org`,
    `app.settings:\n  isearch.auth-tokens: remote-token-alpha\n  isearch: {user-id: 7}\napp.site: {host: https://a.example.org}`,
    `app:\n  site.host: https://a.example.org\n  settings: {isearch.user-id: 7}\n${TOKENS}: [remote-token-alpha]`,
  ])('is the nested one: %j', (yaml) => {
    expect(load({ yaml })).toStrictEqual(
      load({
        yaml: `app: {site: {host: 'https://a.example.org'}, settings: {isearch: {auth-tokens: [remote-token-alpha], user-id: 7}}}`,
      }),
    );
  });

  it.each([
    ['server.port: 9\nserver: {port: 9}'],
    ['server.port: 9\nserver:\n'],
    ['server.port: 9\nserver: {port: }'],
    ['server: {port: 9}\nserver.port:'],
  ])('may be given twice alike: %j', (yaml) => {
    expect(load({ yaml }).server.port).toBe(9);
  });

  it.each([
    ['server.port: 8\nserver: {port: 9}', 'server.port and server: port'],
    [
      'app:\n  site.host: https://a.example.org\n  site: {host: https://b.example.org}',
      'app: site.host and app: site: host',
    ],
    [
      `${TOKENS}: [remote-token-alpha]\napp.settings: {isearch.auth-tokens: [remote-token-gamma]}`,
      `${TOKENS} and app.settings: isearch.auth-tokens`,
    ],
  ])('that differs from the nested one is refused, naming both: %j', (yaml, both) => {
    expect(refusal({ yaml })).toEqual([`registry.yaml: ${both} are the same key, but differ; give one of them.`]);
  });

  it.each([
    ['server.prot: 9', 'registry.yaml: server.prot is an unknown key, .*the nearest known key is server\\.port\\.'],
    ['sever.port: 9', 'registry.yaml: \\["sever\\.port"\\] is a key with a dot in it, .*'],
    ['server.port.x: 9', 'registry.yaml: server\\["port\\.x"\\] is a key with a dot in it, .*'],
    ['app.site.host: 5', 'registry.yaml: app\\.site\\.host is the number 5, but must be .*'],
  ])('that is none is refused: %j', (yaml, sentence) => {
    expect(refusal({ yaml })).toEqual([expect.stringMatching(new RegExp(`^${sentence}$`))]);
  });
});

describe('a key with dots in the environment', () => {
  it('is the key, beside its name there', () => {
    const { server, app } = load({ env: { 'server.port': '9', SERVER_PORT: '9', [TOKENS]: 'remote-token-alpha' } });
    expect(server.port).toBe(9);
    expect(app.settings.isearch).toStrictEqual(
      load({ env: { APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'remote-token-alpha' } }).app.settings.isearch,
    );
  });

  it.each([
    [
      { 'server.port': '8', SERVER_PORT: '9' },
      'SERVER_PORT and server.port are the same key, but differ; give one of them.',
    ],
    [{ 'server.port': 'x' }, 'server.port: server.port is the text "x", but must be a whole number from 0 to 65535.'],
    [
      { [TOKENS]: 'remote-token-alpha', APP_SETTINGS_ISEARCH_AUTH_TOKENS_FILE: '/no/such/file' },
      `${TOKENS} and APP_SETTINGS_ISEARCH_AUTH_TOKENS_FILE are both given, but only one of them may be.`,
    ],
  ])('is refused when it says %j', (env, sentence) => {
    expect(refusal({ env })).toEqual([sentence]);
  });
});
