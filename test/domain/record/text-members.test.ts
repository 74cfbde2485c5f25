/** The table of texts of a researcher fits what is stored and what is shown. */

import { expect, test } from 'vitest';
import { PROFILE } from '../../../src/api/people.ts';
import { anonymizedUser } from '../../../src/domain/record/anonymize.ts';
import { TEXT_COLUMNS, TEXT_MEMBERS } from '../../../src/domain/record/text-members.ts';
import { read } from '../../support/docs/read-markdown.ts';

test('the columns stand in the table of users, one behind the other and in this order', () => {
  const schema = read('src/registry/store/sqlite-schema.ts');
  const [, columns = ''] = /CREATE TABLE user \(\n([^;]*)\) STRICT/.exec(schema) ?? [];
  const names = columns.split('\n').map((line) => line.trim().split(' ')[0]);
  const first = names.indexOf(TEXT_COLUMNS[0] ?? '');
  expect(names.slice(first, first + TEXT_COLUMNS.length)).toEqual(TEXT_COLUMNS);
});

test('the members stand in a record one behind the other and in this order', () => {
  const members = Object.keys(PROFILE);
  const first = members.indexOf(TEXT_MEMBERS[0] ?? '');
  expect(members.slice(first, first + TEXT_MEMBERS.length)).toEqual(TEXT_MEMBERS);
});

test('an anonymised record has none of them but the placeholder of the name, and the members of a full one', () => {
  const shown = { researcherCategories: [], userOrgans: {} };
  const signature = { origin: 'A', originUrl: 'https://a.example.org' };
  const { anonymousId, ...record } = anonymizedUser(shown, { anonymousId: 'x', name: 'A User' }, signature);
  const { orcid: _orcid, ror: _ror, ...profile } = PROFILE;
  expect(anonymousId).toBe('x');
  expect(Object.keys(record)).toEqual(Object.keys(profile));
  for (const member of TEXT_MEMBERS)
    expect([member, record[member]]).toEqual([member, member === 'name' ? 'A User' : null]);
});
