/** The tables of the members of a researcher, as stored and as shown, fit each other. */

import { expect, test } from 'vitest';
import { PROFILE } from '../../../src/api/people.ts';
import { anonymizedUser, shownAnonymously } from '../../../src/domain/record/records.ts';
import { emptyUser, forEachText, RECORD_SCHEMAS } from '../../../src/domain/record/snapshot.ts';
import { compileCheck } from '../../../src/lib/schema-check.ts';

const TEXTS = Object.keys(forEachText(() => null));

test('the texts stand in a record one behind the other and in this order', () => {
  const members = Object.keys(PROFILE);
  const first = members.indexOf(TEXTS[0] ?? '');
  expect(members.slice(first, first + TEXTS.length)).toEqual(TEXTS);
});

test('somebody new is a valid person of a snapshot, whom nobody sees', () => {
  const user = emptyUser(7, 'somebody@example.org');
  expect(compileCheck(RECORD_SCHEMAS.users)(user)).toEqual([]);
  const { id, enabled, roles, privacyLevel, shared, orcid } = user;
  expect({ id, enabled, roles, privacyLevel, shared, orcid }).toEqual({
    ...{ id: 7, enabled: true, roles: ['ROLE_USER'], privacyLevel: 0, shared: false, orcid: undefined },
  });
  expect(emptyUser(8, 'another@example.org').genes).not.toBe(user.genes);
});

test('an anonymised record has the members of a full one, and of the person only what may be shown', () => {
  const signature = { origin: 'A', originUrl: 'https://a.example.org' };
  const full = Object.fromEntries(Object.keys(PROFILE).map((name) => [name, name]));
  const shown = shownAnonymously(full);
  expect(shown).toEqual({ researcherCategories: 'researcherCategories', userOrgans: 'userOrgans' });
  const { anonymousId, ...record } = anonymizedUser(shown, { anonymousId: 'x', name: 'A User' }, signature);
  const { orcid: _orcid, ror: _ror, ...profile } = PROFILE;
  expect(anonymousId).toBe('x');
  expect(Object.keys(record)).toEqual(Object.keys(profile));
  const { origin, originUrl, name, privacyLevel, ...others } = record;
  expect({ origin, originUrl, name, privacyLevel }).toEqual({ ...signature, name: 'A User', privacyLevel: 2 });
  const filled = Object.entries(others).filter(([, value]) => JSON.stringify(value)?.length > 4);
  expect(filled.map(([member]) => member)).toEqual(['researcherCategories', 'userOrgans']);
});
