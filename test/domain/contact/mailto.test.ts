/** What a mail program opens with is what was drafted, for the one person that it is for. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_MAILTO, mailtoAddress, openAddress } from '../../../src/domain/mail-address.ts';
import { anyText } from '../../support/machine/any-text.ts';

const TO = 'ada@example.org';

/** As a mail program reads it (RFC 6068): percent signs, and no plus sign for a blank. */
function readMailto(address: string): { to: string; fields: Record<string, string> } {
  const [to = '', query = ''] = address.replace(/^mailto:/, '').split('?');
  const fields = query.split('&').map((field) => field.split('=').map(decodeURIComponent));
  return { to: decodeURIComponent(to), fields: Object.fromEntries(fields) };
}

describe('a message as the address of a mail program', () => {
  test('holds recipient, subject and body, with signs that mean something there', () => {
    const body = 'Chère Ada,\n\nKCNQ2 & kcnq2a: 100 % + 1?\nhttps://example.org/search?symbol=KCNQ2&taxonId=9606';
    const address = mailtoAddress({ to: TO, subject: 'KCNQ2 & souris: 1 + 1 = ?', body }) ?? '';
    expect(readMailto(address)).toEqual({
      to: TO,
      fields: { subject: 'KCNQ2 & souris: 1 + 1 = ?', body: body.replaceAll('\n', '\r\n') },
    });
    expect(address).toMatch(/^mailto:ada@example\.org\?subject=[^ &+]+&body=[^ &+]+$/);
  });

  test('is one that URL can read, and never adds a recipient or a header, whatever is written', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (subject, body) => {
        const address = mailtoAddress({ to: TO, subject, body });
        if (address === undefined) return;
        expect(new URL(address).pathname).toBe(TO);
        expect(Object.keys(readMailto(address).fields)).toEqual(['subject', 'body']);
        expect(readMailto(address).fields.subject).not.toMatch(/[\r\n]/);
      }),
    );
  });

  test('is none when it is too long for mail programs', () => {
    const draft = { to: TO, subject: 'KCNQ2', body: '' };
    const room = LONGEST_MAILTO - (mailtoAddress(draft)?.length ?? 0);
    expect(mailtoAddress({ ...draft, body: 'x'.repeat(room) })).toHaveLength(LONGEST_MAILTO);
    expect(mailtoAddress({ ...draft, body: 'x'.repeat(room + 1) })).toBeUndefined();
  });
});

test.each(['ada@example.org', ' ada@example.org ', 'ada+lab@example.org', "o'hara@example.org", 'jürgen@example.org'])(
  '%j can be written to',
  (email) => {
    expect(openAddress(email)).toBe(email.trim());
    expect(readMailto(mailtoAddress({ to: email, subject: '', body: '' }) ?? '').to).toBe(email.trim());
  },
);

test.each([
  null,
  undefined,
  '',
  'ada',
  'ada@example.org, eve@example.org',
  'ada@example.org?bcc=eve@example.org',
  'ada@example.org&cc=eve',
  'ada%40x@example.org',
  'Ada <ada@example.org>',
  'ada@b@example.org',
  `${'a'.repeat(250)}@example.org`,
])('%j is no address to write to', (email) => {
  expect(openAddress(email)).toBeUndefined();
  expect(mailtoAddress({ to: email ?? '', subject: '', body: '' })).toBeUndefined();
});
