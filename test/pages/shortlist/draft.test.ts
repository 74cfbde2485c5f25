/** A message says whom it is for, where they were found and what is asked, in the reader's language. */

import { describe, expect, test } from 'vitest';
import { mailtoAddress } from '../../../src/domain/mail-address.ts';
import { draftTo, draftToAll, wholeBody } from '../../../src/pages/shortlist/draft.ts';
import { en } from '../../../src/pages/words/en.ts';
import { LANGUAGES } from '../../../src/pages/words/languages.ts';

const ADA = { name: 'Ada Lovelace', registry: 'FjordNet', gene: 'Kcnq2', organism: 'mouse' };
const SEARCH = { gene: 'KCNQ2', address: 'https://registry.example.org/search?symbol=KCNQ2&taxonId=9606' };

describe('a draft', () => {
  test('names the person, the registry, the gene and its organism, and leads to the search', () => {
    expect(draftTo(ADA, SEARCH, en)).toEqual({
      subject: 'Question about Kcnq2 (mouse)',
      body: [
        'Dear Ada Lovelace,',
        '',
        'I found you in FjordNet, where you are listed with Kcnq2 (mouse). I am looking for someone who works on KCNQ2. [What would you like to ask?]',
        '',
        'My search: https://registry.example.org/search?symbol=KCNQ2&taxonId=9606',
        '',
        'Kind regards,',
        '',
      ].join('\n'),
    });
  });

  test('of somebody found without a gene speaks of none', () => {
    const none = { gene: '', organism: '' };
    const { subject, body } = draftTo({ ...ADA, ...none }, { ...SEARCH, gene: '' }, en);
    expect(subject).toBe('Question about your research');
    expect(body).toContain('I found you in FjordNet. [What would you like to ask?]');
  });

  test('for several has the same text for all, and greets each by their own name', () => {
    const { body } = draftToAll(SEARCH, en);
    expect(body).not.toContain('Ada');
    const [one, other] = [ADA, { ...ADA, name: 'Emmy Noether' }].map((person) => wholeBody(person, body, en));
    expect(one).toBe(draftTo(ADA, SEARCH, en).body);
    expect(other).toMatch(/^Dear Emmy Noether,/);
    expect(other).not.toContain('Ada');
  });

  test('for several whom different searches found names to each their own search, and no other', () => {
    const { body } = draftToAll({ gene: '', address: undefined }, en);
    expect(body).not.toContain('My search');
    expect(wholeBody(ADA, body, en, SEARCH.address)).toBe(
      [
        'Dear Ada Lovelace,',
        'I found you in FjordNet, where you are listed with Kcnq2 (mouse). My search: https://registry.example.org/search?symbol=KCNQ2&taxonId=9606',
        '[What would you like to ask?]',
        'Kind regards,\n',
      ].join('\n\n'),
    );
  });

  test.each(LANGUAGES)('can be opened in $language by a mail program', (words) => {
    const draft = draftTo({ ...ADA, name: 'Ægir Þórsson-Żółć', organism: words.taxa[7955] ?? '' }, SEARCH, words);
    expect(draft.body).toContain(words.message.wish);
    expect(mailtoAddress({ to: 'ada@example.org', ...draft })).toBeDefined();
  });
});
