/** What is missing in a request for access, or would reach somebody else. */

import { expect, test } from 'vitest';
import { readAccessForm } from '../../../src/domain/contact/access-form.ts';
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
