/** What is missing in a request for access, or would reach somebody else, and what is read of the receipt of another registry. */

import { describe, expect, test } from 'vitest';
import { readAccessForm, readReceipt } from '../../../src/domain/contact/access-form.ts';
import { ACCESS_FORM } from '../../support/registry/access-form.ts';

test.each([
  ['nothing', {}, []],
  ['no reason', { reason: '' }, ['reason-missing']],
  ['hardly a reason', { reason: ' because \n  ' }, ['reason-missing']],
  [
    'the reason that the page began',
    { reason: 'I look for him, because ', begun: 'I look for him, because' },
    ['reason-missing'],
  ],
  ['a reason that nobody would read', { reason: 'x'.repeat(4001) }, ['reason-too-long']],
  ['no name', { name: ' \u200b' }, ['name-missing']],
  ['a name without a sign', { name: ' \u200e' }, ['name-missing']],
])('with %s in the form: %j is wrong', (_, change, problems) => {
  expect(readAccessForm({ ...ACCESS_FORM, ...change }).problems).toEqual(problems);
});

test.each([
  '',
  'ada at example',
  'root@localhost',
  'ada\u202egro.elpmaxe@example.org',
  'ada\u200b@example.org',
  'ada@exam\u2060ple.org',
  'ada@example.org?bcc=eve',
  'a@example.org, b@example.org',
  '=?utf-8?q?eve=40x.org?=@example.org',
  `${'a'.repeat(65)}@example.org`,
  'ada..b@example.org',
  'ada@example.org\nBcc: b@example.org',
  'ada@example.org\r\nBcc: b@example.org',
])('nobody is answered at %j', (contact) => {
  expect(readAccessForm({ ...ACCESS_FORM, contact }).problems).toEqual(['contact-invalid']);
});

describe('a receipt of another registry', () => {
  const RECEIVED = '2026-03-01T10:00:00.000Z';
  const PAGE = 'https://beta.example.org/requests/1-x';
  const LONG = RECEIVED.replace('Z', `${'0'.repeat(17)}Z`);
  const AT = 'https://beta.example.org/registry';
  const RECEIPT = { reference: 'K7QM-4XRT', receivedAt: RECEIVED, confirmBy: '2026-03-08T11:00:00+01:00', page: PAGE };

  test.each<[string, object]>([
    ['is shown as it came, with moments in UTC', {}],
    ['may lead nowhere and ask for nothing', { confirmBy: null, page: null }],
    ['has no moment that is none', { confirmBy: 'soon' }],
    ['has no moment that is too long', { confirmBy: LONG }],
    ['leads to no other host', { page: 'https://beta.example.org.example.net/requests/1-x' }],
    ['leads to no other scheme of its host', { page: 'http://beta.example.org/requests/1-x' }],
    ['leads to no page that is an address of something else', { page: `blob:${PAGE}` }],
    ['leads to no page with an address of more than 500 characters', { page: PAGE.padEnd(501, 'x') }],
    ['leads to no page without a host', { page: '/requests/1-x' }],
    ['leads to no page that is no text', { page: [PAGE] }],
  ])('%s', (_, change) => {
    const isWhole = Object.keys(change).length === 0;
    const page = isWhole || !('page' in change) ? PAGE : null;
    const confirmBy = 'confirmBy' in change ? null : '2026-03-08T10:00:00.000Z';
    expect(readReceipt({ ...RECEIPT, ...change }, AT)).toEqual({ ...RECEIPT, confirmBy, page });
  });

  test('may have the longest address that is taken', () => {
    const page = PAGE.padEnd(500, 'x');
    expect(readReceipt({ ...RECEIPT, page }, AT)).toMatchObject({ page });
  });

  test.each([
    ...[null, undefined, 'K7QM-4XRT', {}],
    ...[{ reference: 7 }, { reference: '' }, { reference: '<b>' }, { reference: 'K'.repeat(33) }],
    ...[{ receivedAt: undefined }, { receivedAt: 'now' }, { receivedAt: LONG }],
  ])('is none: %j', (body) => {
    const isWhole = body === null || typeof body !== 'object' || Object.keys(body).length === 0;
    expect(readReceipt(isWhole ? body : { ...RECEIPT, ...body }, AT)).toBeUndefined();
  });
});
