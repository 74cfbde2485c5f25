/** Mail settings: all that a message needs or none of it, unencrypted to this machine alone, and no secret shown. */

import { describe, expect, it } from 'vitest';
import { load, refusal } from '../support/registry/load-config.ts';

const WHOLE = { host: 'mail.example.org', from: 'registry@example.org', to: ['admin@example.org'] };
const M = 'app.settings.mail';

function yamlOf(mail: object): string {
  // JSON is YAML.
  return JSON.stringify({ app: { settings: { mail } } });
}

describe('mail', () => {
  it('is sent nowhere unless a host is named', () => {
    expect(load({}).app.settings.mail).toMatchObject({ host: undefined, port: 587, security: 'starttls', to: [] });
  });

  it.each([
    [WHOLE],
    [{ ...WHOLE, user: 'registry', password: 'p w' }],
    [{ ...WHOLE, host: 'localhost', security: 'none', port: 25 }],
    [{ ...WHOLE, host: '127.0.0.2', security: 'none' }],
    [{ ...WHOLE, host: '::1', security: 'none' }],
    [{ ...WHOLE, security: 'tls', port: 465 }],
    [{ port: 25, security: 'none' }],
  ])('may be %j', (mail) => {
    expect(load({ yaml: yamlOf(mail) }).app.settings.mail).toMatchObject(mail);
  });

  it('is needed by a partner whose contact is to be written to', () => {
    const apis = [{ url: 'https://b.example.org' }, { url: 'https://c.example.org', contact: 'c@example.org' }];
    const yaml = (mail: object) => JSON.stringify({ app: { settings: { mail, isearch: { apis } } } });
    expect(load({ yaml: yaml(WHOLE) }).app.settings.isearch.partners[1]?.contact).toBe('c@example.org');
    const place = 'registry.yaml: app.settings.isearch.apis[1].contact';
    expect(refusal({ yaml: yaml({}) })).toEqual([
      `${place} is set, but must be set together with ${M}.host or not at all.`,
    ]);
    for (const contact of [
      'Cy <c@example.org>',
      'c@example.org, d@example.org',
      'nobody',
      'c@example.org\nBcc: d@example.org',
    ]) {
      const [, partner] = apis;
      const wrong = { app: { settings: { mail: WHOLE, isearch: { apis: [apis[0], { ...partner, contact }] } } } };
      expect(refusal({ yaml: JSON.stringify(wrong) })).toEqual([
        `${place} is a text (not shown), but must be an e-mail address.`,
      ]);
    }
  });

  it.each([
    [
      { host: 'mail.example.org' },
      [`${M}.host is set, but must be set together with ${M}.from and ${M}.to or not at all.`],
    ],
    [{ ...WHOLE, to: [] }, [`${M}.host is set, but must be set together with ${M}.to or not at all.`]],
    [{ to: WHOLE.to }, [`${M}.to is set, but must be set together with ${M}.host or not at all.`]],
    [{ ...WHOLE, user: 'registry' }, [`${M}.user is set, but must be set together with ${M}.password or not at all.`]],
    [{ ...WHOLE, password: 'x' }, [`${M}.password is set, but must be set together with ${M}.user or not at all.`]],
    ...['mail.example.org', '128.0.0.1', '::2', 'localhost.example.org', '127.example.org'].map(
      (host) =>
        [
          { ...WHOLE, host, security: 'none' },
          [
            `${M}.security is the text "none", but must be one of starttls, tls, unless ${M}.host is this machine: localhost, 127.0.0.1, ::1.`,
          ],
        ] as const,
    ),
    [
      { ...WHOLE, host: 'mail.example.org:25' },
      [
        `${M}.host is the text "mail.example.org:25", but must be the name or address of a mail server, such as mail.example.org.`,
      ],
    ],
    [
      { ...WHOLE, to: ['a@example.org', 'Ada <a@example.org>'] },
      [`${M}.to[1] is the text "Ada <a@example.org>", but must be an e-mail address.`],
    ],
  ] as const)('may not be %j', (mail, problems) => {
    expect(refusal({ yaml: yamlOf(mail) })).toEqual(problems.map((problem) => `registry.yaml: ${problem}`));
  });

  it('takes its password from a file, and several addresses from one variable', () => {
    const { mail } = load({
      yaml: yamlOf({ ...WHOLE, user: 'registry' }),
      secretFile: 'correct horse\n',
      env: { APP_SETTINGS_MAIL_PASSWORD_FILE: '<secret file>', APP_SETTINGS_MAIL_TO: 'a@example.org, b@example.org' },
    }).app.settings;
    expect([mail.password, mail.to]).toEqual(['correct horse', ['a@example.org', 'b@example.org']]);
  });

  it.each([
    [{ ...WHOLE, password: 'swordfish' }],
    [{ ...WHOLE, user: 'u', password: ['swordfish'] }],
    [{ ...WHOLE, pasword: 'swordfish' }],
    [{ ...WHOLE, user: 'u', password: { swordfish: 'swordfish' } }],
  ])('is refused without its password in the sentence: %j', (mail) => {
    const problems = refusal({ yaml: yamlOf(mail) });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join()).not.toContain('swordfish');
  });
});

describe('a trusted proxy', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.0/8',
    '192.0.2.1/32',
    '::1',
    '2001:db8::/32',
    '::ffff:10.0.0.0/104',
    'loopback',
    'linklocal',
    'uniquelocal',
  ])('may be %s', async (entry) => {
    const { server } = load({ yaml: JSON.stringify({ server: { 'trusted-proxies': [entry] } }) });
    expect(server.trustedProxies).toEqual([entry]);
    // The one that has to understand it.
    const { default: express } = await import('express');
    expect(() => express().set('trust proxy', server.trustedProxies)).not.toThrow();
  });

  it.each([
    'localhost',
    'proxy.example.org',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/255.0.0.0',
    '10.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/08',
    'fe80::1%eth0',
    'true',
    '1',
    'Loopback',
  ])('may not be %s', (entry) => {
    expect(refusal({ env: { SERVER_TRUSTED_PROXIES: `loopback,${entry}` } })).toEqual([
      `SERVER_TRUSTED_PROXIES: server.trusted-proxies[1] is the text "${entry}", but must be an address such as 127.0.0.1, a network such as 10.0.0.0/8, or one of loopback, linklocal, uniquelocal.`,
    ]);
  });
});
