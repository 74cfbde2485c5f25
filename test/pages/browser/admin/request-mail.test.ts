/** The messages that an administrator begins: whoever asked learns nothing of whom they asked about. */

import { expect, test } from 'vitest';
import { LONGEST_MAILTO } from '../../../../src/domain/mail-address.ts';
import { type AboutRequest, answerAddress, forwardAddress } from '../../../../src/pages/browser/admin/request-mail.ts';
import { en } from '../../../../src/pages/words/en.ts';

const REQUEST: AboutRequest = {
  reference: 'R-7K2M',
  receivedAt: '2026-03-04T05:06:07.000Z',
  contact: 'clinician@example.org',
  reason: 'A patient with a variant & fits?',
  user: { email: 'withheld@example.org' },
  gene: { symbol: 'KCNQ2' },
};

function read(address: string | undefined) {
  const url = new URL(address ?? '');
  return { to: url.pathname, subject: url.searchParams.get('subject'), body: url.searchParams.get('body') ?? '' };
}

test('the answer goes to whoever asked, with the reference, the gene and the registry', () => {
  const address = answerAddress(REQUEST, 'ExR', en);
  const { to, subject, body } = read(address);
  expect([to, subject]).toEqual(['clinician@example.org', 'Your request for access R-7K2M (ExR)']);
  expect(body).toContain('about KCNQ2 of ExR');
  expect(decodeURIComponent(address ?? '')).not.toContain('withheld@example.org');
});

test('a contact that is no single address has no link', () => {
  for (const contact of ['+1 555 0100', 'a@example.org, b@example.org', 'a@example.org?bcc=b@example.org'])
    expect(answerAddress({ ...REQUEST, contact }, 'ExR', en)).toBeUndefined();
});

test('the request goes to whom it is about, with its whole reason and whom to write to', () => {
  const { to, body } = read(forwardAddress(REQUEST, 'ExR', en));
  expect(to).toBe('withheld@example.org');
  expect(body).toContain('\r\n\r\nA patient with a variant & fits?\r\n\r\n');
  expect(body).toContain('please write to clinician@example.org');
});

test('where the administrator does not see the address, there is no link', () => {
  expect(forwardAddress({ ...REQUEST, user: { email: null } }, 'ExR', en)).toBeUndefined();
});

test('a reason that is too long for an address is cut, and shows it', () => {
  const address = forwardAddress({ ...REQUEST, reason: 'é'.repeat(1000) }, 'ExR', en);
  expect(address?.length).toBeLessThanOrEqual(LONGEST_MAILTO);
  expect(read(address).body).toContain(`${'é'.repeat(150)} …`);
});

test('a request about a person, from before there were references, is shown without either', () => {
  const { subject, body } = read(answerAddress({ ...REQUEST, reference: null, gene: null }, 'ExR', en));
  expect(subject).toBe('Your request for access (ExR)');
  expect(body).toContain('a record of ExR');
});
