/** What of a partner's researcher goes out: known members only, no link that is none, our name for the partner. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyWebAddress } from '../../support/machine/any-text.ts';
import {
  ANONYMOUS_ID,
  anonymisedUser,
  gene,
  HUMAN,
  LEGACY_USER,
  SIGNATURE,
  shown,
  user,
  userGene,
} from './example-partner-records.ts';

describe('a full record', () => {
  test('goes out as 1.5 has it, with our name for its origin at every place', () => {
    const [entry] = user().userOntologyTerms as [{ ontology: object }];
    expect(shown('user', user())).toStrictEqual({
      ...user(),
      ...SIGNATURE,
      userOntologyTerms: [{ ...entry, ontology: { ...entry.ontology, ...SIGNATURE } }],
    });
  });

  test('of 1.4 loses what 1.5 does not have, above all an e-mail that nobody verified', () => {
    const legacy = user({
      ...LEGACY_USER,
      anonymousId: null,
      publications: [{ id: 5, pmid: 123, title: null }],
      userTerms: [{ goId: 'GO:1', taxon: { ...HUMAN, ordering: 3 }, owner: { present: true }, obsolete: false }],
    });
    expect(shown('user', legacy)).toStrictEqual({
      ...shown('user', user()),
      userTerms: [{ goId: 'GO:1', taxon: HUMAN }],
    });
  });

  test('does not grow members that the partner did not send, but its origin', () => {
    expect(shown('user', { id: 7 })).toStrictEqual({ id: 7, ...SIGNATURE });
  });

  test('loses the nulls of its lists and maps', () => {
    const record = user({ publications: [null, { pmid: 1 }], researcherCategories: [null, 'OTHER'], userGenes: null });
    const { publications, researcherCategories, userGenes, userOrgans } = shown('user', {
      ...record,
      userOrgans: { a: null, b: { uberonId: 'b', shape: 'round' } },
    });
    expect(publications).toStrictEqual([{ pmid: 1 }]);
    expect(researcherCategories).toStrictEqual(['OTHER']);
    expect(userGenes).toBeUndefined();
    expect(userOrgans).toStrictEqual({ b: { uberonId: 'b' } });
  });
});

describe('the website', () => {
  test.each(['https://ada.example.org', 'http://ada.example.org/~ada?x=1#y', 'HTTPS://ADA.EXAMPLE.ORG'])(
    '%s stays as it was sent',
    (website) => {
      expect(shown('user', user({ website })).website).toBe(website);
    },
  );

  test.each<[unknown]>([
    ['javascript:alert(1)'],
    ['java\nscript:alert(1)'],
    [' javascript:alert(1)//https://x'],
    ['data:text/html,<b>'],
    ['ftp://ada.example.org'],
    ['//ada.example.org'],
    ['ada.example.org'],
    ['https://'],
    ['https://university.example.org@ada.example.org/'],
    ['https://ada.example.org/a b'],
    ['https://ada.example.org/\n'],
    ['https://ada.example.org/\u202etxt'],
    ['https://ada.example.org\\@other.example.org'],
    ['https://[::bad'],
    ['not a url'],
    [''],
    [null],
    [5],
    [{ href: 'https://ada.example.org' }],
    [`https://ada.example.org/${'x'.repeat(2_000)}`],
  ])('%j becomes null, and the record stays', (website) => {
    const record = shown('user', user({ website }));
    expect(record.website).toBeNull();
    expect(record.id).toBe(7);
  });

  test('is http(s) or nothing, whatever a partner thinks of', () => {
    const anything = fc.oneof(
      fc.string(),
      anyWebAddress(),
      fc
        .tuple(fc.constantFrom('javascript:', ' https:', 'vbscript://', 'https://', 'http:\\\\'), fc.string())
        .map(String),
    );
    fc.assert(
      fc.property(anything, (website) => {
        const kept = shown('user', { id: 1, website }).website;
        if (kept === null) return;
        expect(kept).toBe(website);
        expect(new URL(website).protocol).toMatch(/^https?:$/);
      }),
    );
  });
});

test('the gene list that a researcher of 1.4 hides is hidden from the public, as 1.5 hides it', () => {
  expect(shown('user', user({ hideGenelist: true })).userGenes).toStrictEqual({});
  expect(shown('user', user({ hideGenelist: false })).userGenes).not.toStrictEqual({});
  const forAdministrators = shown('user', user({ hideGenelist: true }), { isPublicAnswer: false });
  expect(forAdministrators.userGenes).not.toStrictEqual({});
});

test('identifiers are shown in one form, or not at all where their check digits are wrong', () => {
  const orcid = '0000-0002-1825-0097';
  expect(shown('user', user({ orcid: `https://orcid.org/${orcid}`, ror: '03yrm5c26' }))).toMatchObject({
    orcid,
    ror: '03yrm5c26',
  });
  for (const wrong of ['0000-0002-1825-0098', '', null, 7, { orcid }, [orcid]]) {
    expect(shown('user', user({ orcid: wrong, ror: wrong }))).toStrictEqual(shown('user', user()));
  }
});

describe('an anonymised record', () => {
  test('loses identifiers that a partner should not have sent', () => {
    const sent = anonymisedUser({ orcid: '0000-0002-1825-0097', ror: '03yrm5c26' });
    expect(shown('user', sent)).toStrictEqual(shown('user', anonymisedUser()));
  });

  test('of 1.5 goes out as it came, but for its origin', () => {
    expect(shown('user', anonymisedUser())).toStrictEqual({ ...anonymisedUser(), ...SIGNATURE });
  });

  test('of 1.4 goes out without what 1.5 does not have, the id 0 included', () => {
    const legacy = anonymisedUser({ ...LEGACY_USER, id: 0, contactEmail: null, fullName: 'Fly User' });
    expect(shown('user', legacy)).toStrictEqual(shown('user', anonymisedUser()));
  });

  test('never carries a real id, even if the partner sent one', () => {
    expect(shown('user', anonymisedUser({ id: 7 }))).not.toHaveProperty('id');
    expect(shown('user', anonymisedUser({ id: 7 })).anonymousId).toBe(ANONYMOUS_ID);
  });
});

const shownGenes = (userGenes: object, isPublicAnswer: boolean) =>
  shown('user', user({ userGenes }), { isPublicAnswer }).userGenes;

describe('a gene in the list of a researcher (quirk 5)', () => {
  test.each<[string, { [member: string]: unknown }, toPublic: boolean, toAdministrator: boolean]>([
    ['public', { privacyLevel: 2 }, true, true],
    ['shared with registered users', { privacyLevel: 1 }, false, true],
    ['private', { privacyLevel: 0 }, false, true],
    ['of an unknown level', { privacyLevel: null }, false, true],
    ['of a version without levels', { privacyLevel: undefined }, true, true],
    ['of tier 2', { tier: 'TIER2' }, true, true],
    ['of tier 3', { tier: 'TIER3' }, false, false],
    ['of tier 3 in other letters', { tier: 'tier3' }, false, false],
    ['of no tier', { tier: null }, false, false],
    ['of an absent tier', { tier: undefined }, false, false],
  ])('%s', (_, more, toPublic, toAdministrator) => {
    const genes = { '672': userGene(more), '7157': userGene({ geneId: 7157 }) };
    expect(Object.keys(shownGenes(genes, true) as object)).toEqual(toPublic ? ['672', '7157'] : ['7157']);
    expect(Object.keys(shownGenes(genes, false) as object)).toEqual(toAdministrator ? ['672', '7157'] : ['7157']);
  });

  test('loses dates, its empty owner and all that 1.5 does not have', () => {
    const legacy = userGene({
      modificationDate: 1_580_083_200_000,
      remoteUser: null,
      anonymousId: null,
      taxon: { ...HUMAN, ordering: 1 },
      owner: { id: 7, email: 'ada@example.org' },
    });
    expect(shownGenes({ '672': legacy, '1': null }, true)).toStrictEqual({ '672': userGene() });
  });

  test('is left out of the owner of a gene by the same rule', () => {
    const owner = user({ userGenes: { '1': userGene({ tier: 'TIER3' }), '2': userGene({ privacyLevel: 0 }) } });
    expect(shown('gene', gene({ remoteUser: owner })).remoteUser).toHaveProperty('userGenes', {});
  });
});
