/** A table of people in a registry: who is added, changed, left alone and removed, and what is refused with every reason. */

import { describe, expect, test } from 'vitest';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { faultSentence } from '../../../src/domain/tables/faults.ts';
import type { Sheet } from '../../../src/domain/tables/table.ts';
import { importPeople } from '../../../src/registry/import/import-people.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { aGene, anOntology, aTerm, aUser, HUMAN, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exported, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const ILSE = 'ilse.varga@example.org';

function registry(changes: Parameters<typeof smallSnapshot>[0] = {}) {
  return openTemporaryStore(
    smallSnapshot({
      genes: [
        aGene(672, 'BRCA1', { name: 'BRCA1 DNA repair associated', aliases: 'IRIS|PSCP' }),
        aGene(7157, 'TP53', { aliases: 'P53|LFS1' }),
        aGene(1, 'SAME', { name: 'first', aliases: 'LFS1' }),
        aGene(2, 'SAME', { name: 'second' }),
        aGene(12189, 'Brca1', { taxonId: MOUSE }),
      ],
      ontologies: [
        anOntology('hp', [aTerm('HP:0001250', { name: 'Seizure, any', synonyms: ['Fits'] })]),
        anOntology('techniques', [aTerm('T:1', { name: 'Fits' }), aTerm('HP:0001250')]),
      ],
      ...changes,
    }),
  );
}

/** Rows whose cells are separated by bars, headings first. */
function table(...lines: string[]): Sheet[] {
  return [sheet(null, ...lines)];
}

function sheet(name: string | null, ...lines: string[]): Sheet {
  return { name, rows: lines.map((line) => line.split('|').map((cell) => cell.trim())) };
}

function importInto(store: Store, sheets: readonly Sheet[], removesMissing = false) {
  return importPeople({ store, sheets, removesMissing, remoteSearchUserId: undefined, now: new Date() });
}

/** What an import that must succeed says of everybody, by e-mail. */
function planOf(store: Store, sheets: readonly Sheet[], removesMissing = false) {
  const done = importInto(store, sheets, removesMissing);
  if (done.outcome !== 'imported') throw new Error(JSON.stringify(faultsOf(done)));
  const { added, changed, unchanged, missing, permanent } = done.plan;
  const emails = (users: readonly { email: string }[]) => users.map(({ email }) => email);
  return {
    added: emails(added),
    changed: changed.map(({ user, what }) => `${user.email}: ${what.join(', ')}`),
    unchanged: emails(unchanged),
    missing: emails(missing),
    permanent: emails(permanent),
    notes: done.notes,
  };
}

function faultsOf(done: ReturnType<typeof importInto>): readonly string[] {
  return done.outcome === 'refused' ? done.faults.map(faultSentence) : [done.outcome];
}

function userOf(store: Store, email: string): SnapshotUser | undefined {
  return exported(store).users.find((user) => user.email === email);
}

describe('somebody new', () => {
  test('has what the table says, is private without a level, and gives no consent unasked', () => {
    using file = registry();
    const { store } = file;
    const sheets = table('e-mail | name | last name', `${ILSE} | Ilse | Varga`);
    expect(planOf(store, sheets)).toMatchObject({ added: [ILSE], changed: [], missing: ['user.2@example.org'] });
    const names = { name: 'Ilse', lastName: 'Varga', privacyLevel: 0, shared: false, roles: ['ROLE_USER'] };
    expect(userOf(store, ILSE)).toEqual({ ...aUser(3), email: ILSE, ...names });
  });

  test('has every column, in any order, letter case and language', () => {
    using file = registry();
    const headings =
      'GENES | Organes | termes | Catégories | poste | Masquer la liste de gènes | partagé | Niveau | url | Tel | research | dépt | Université | NOM | Prénom | E_Mail';
    const genes = 'brca1 Homo sapiens tier 1 public; NCBIGene:7157 2; brca1 mouse T3 privé';
    const cells = `${genes} | Brain | hp: Fits; seizure, any | in vivo, Autre | PI | oui | x | partagé | https://v.example.org | 02 555 | DNA | Genetics | Uni | Varga | Ilse | mailto:${ILSE}`;
    expect(planOf(file.store, table(headings.replace('dépt', 'dept'), cells)).added).toEqual([ILSE]);
    expect(userOf(file.store, ILSE)).toMatchObject({
      ...{ name: 'Ilse', lastName: 'Varga', organization: 'Uni', department: 'Genetics', description: 'DNA' },
      ...{ phone: '02 555', website: 'https://v.example.org', privacyLevel: 1, shared: true, hideGenelist: true },
      researcherPosition: 'PRINCIPAL_INVESTIGATOR',
      researcherCategories: ['IN_VIVO', 'OTHER'],
      organs: ['UBERON:0000955'],
      ontologyTerms: [{ ontology: 'hp', termId: 'HP:0001250', name: 'Seizure, any' }],
      genes: [
        { geneId: 672, tier: 'TIER1', privacyLevel: 2 },
        { geneId: 7157, tier: 'TIER2', privacyLevel: null },
        { geneId: 12189, tier: 'TIER3', privacyLevel: 0 },
      ],
    });
  });

  test('has the active one of terms and organs that read the same', () => {
    const [fog, inactive] = [aTerm('HP:1', { name: 'Fog' }), aTerm('HP:2', { name: 'Fog', active: false })];
    const organs = smallSnapshot().organs;
    using file = registry({
      organs: [...organs.map((brain) => ({ ...brain, uberonId: 'UBERON:1', active: false })), ...organs],
      ontologies: [anOntology('old', [fog], { active: false }), anOntology('hp', [inactive, fog])],
    });
    planOf(file.store, table('e-mail|name|organs|terms', `${ILSE}|I|brain;UBERON:1|fog`));
    expect(userOf(file.store, ILSE)).toMatchObject({
      organs: ['UBERON:0000955', 'UBERON:1'],
      ontologyTerms: [{ ontology: 'hp', termId: 'HP:1' }],
    });
    const named = importInto(file.store, table('e-mail|terms', `${ILSE}|old: fog; HP:2`));
    expect(faultsOf(named)).toEqual([
      "row 2, column B (terms): 'old: fog' means the term old: HP:1 (Fog), which is inactive; allowed: a term in use, by which people are found.",
      "row 2, column B (terms): 'HP:2' means the term hp: HP:2 (Fog), which is inactive; allowed: a term in use, by which people are found.",
    ]);
  });

  test('has the one term that replaces an obsolete or inactive one, which is reported; of several, none is taken', () => {
    const terms = [
      aTerm('HP:1', { name: 'Old fog', obsolete: true }),
      aTerm('HP:2', { name: 'Fog', altTermIds: ['HP:1', 'HP:3'] }),
      aTerm('HP:3', { name: 'Mist', active: false }),
      aTerm('HP:4', { obsolete: true, active: false }),
      aTerm('HP:5', { altTermIds: ['HP:4'] }),
      aTerm('HP:6', { altTermIds: ['HP:4'] }),
      aTerm('HP:7', { altTermIds: ['HP:4'], active: false }),
    ];
    using file = registry({ ontologies: [anOntology('hp', terms)] });
    const { notes } = planOf(file.store, table('e-mail|name|terms', `${ILSE}|I|HP:1; HP:2; hp: mist`));
    expect(notes).toEqual([
      "row 2, column C (terms): 'HP:1' means the term hp: HP:1 (Old fog), which is obsolete; hp: HP:2 (Fog) was taken, which replaces it.",
      "row 2, column C (terms): 'hp: mist' means the term hp: HP:3 (Mist), which is inactive; hp: HP:2 (Fog) was taken, which replaces it.",
    ]);
    expect(userOf(file.store, ILSE)?.ontologyTerms).toEqual([{ ontology: 'hp', termId: 'HP:2', name: 'Fog' }]);
    expect(faultsOf(importInto(file.store, table('e-mail|terms', `${ILSE}|HP:4`)))).toEqual([
      "row 2, column B (terms): 'HP:4' means the term hp: HP:4 (term HP:4), which is obsolete; allowed: hp: HP:5, hp: HP:6.",
    ]);
  });

  test('may stand in several rows, or in a second sheet for genes', () => {
    const genes = [
      { geneId: 672, tier: 'TIER1', privacyLevel: null },
      { geneId: 7157, tier: 'TIER2', privacyLevel: 0 },
    ];
    const rows = table(
      'e-mail | last name | organs | gene | taxon | tier | gene level',
      `${ILSE} | Varga | brain | BRCA1 | 9606 | TIER1 |`,
      '# a comment | | | nothing',
      `${ILSE} | | | | | |`,
      '',
      `${ILSE.toUpperCase()} | | | TP53 | human | 2 | private`,
      `${ILSE} | Varga | | TP53 | human | 2 | private`,
    );
    const sheets = [
      sheet('people', 'e-mail | last name | organs', `${ILSE} | Varga | brain`),
      sheet('genes', 'level | tier | taxon | gene | e-mail', `| 1 | human | BRCA1 | ${ILSE}`, `0|2|9606|TP53|${ILSE}`),
      sheet('help', '# anything | goes'),
    ];
    for (const given of [rows, sheets]) {
      using file = registry();
      expect(planOf(file.store, given)).toMatchObject({ added: [ILSE], notes: [] });
      expect(userOf(file.store, ILSE)).toMatchObject({
        lastName: 'Varga',
        organs: ['UBERON:0000955'],
        privacyLevel: 0,
        genes,
      });
    }
  });

  test('never gets the id of somebody who was removed', () => {
    using file = registry();
    const { store } = file;
    const heading = 'e-mail | name';
    planOf(store, table(heading, 'a@example.org | A', 'b@example.org | B'));
    planOf(store, table(heading, 'a@example.org | A'), true);
    planOf(store, table(heading, 'a@example.org | A', 'c@example.org | C'));
    expect(userOf(store, 'c@example.org')?.id).toBe(5);
  });
});

describe('somebody of the registry', () => {
  const before = aUser(2, {
    ...{ name: 'Old', lastName: 'Name', description: 'Kept.', privacyLevel: 2, shared: true },
    genes: [
      { geneId: 7157, tier: 'TIER1', privacyLevel: null },
      { geneId: 672, tier: 'TIER2', privacyLevel: null },
    ],
    accessTokens: [{ token: 'a-token-of-user-two', expiresAt: '2099-01-01T00:00:00Z' }],
  });
  const users = [aUser(1, { roles: ['ROLE_ADMIN'] }), before, aUser(3, { roles: ['ROLE_SERVICE_ACCOUNT'] }), aUser(4)];

  test('is known by e-mail in any letter case, and keeps what the table has no column for', () => {
    using file = registry({ users });
    const { store } = file;
    const tokens = store.query<[number, string]>('SELECT user_id, expires_at FROM access_token');
    const tokensBefore = store.read((tx) => tokens.all(tx));
    const sheets = table(
      'E-Mail | name | level | genes',
      'USER.2@example.org | New | | TP53 human TIER2; NCBIGene:1 TIER1',
    );
    expect(planOf(store, sheets)).toMatchObject({
      added: [],
      changed: ['user.2@example.org: name, level, genes (+1, −1, 1 changed)'],
    });
    const { accessTokens: _, ...kept } = before;
    expect(userOf(store, 'user.2@example.org')).toEqual({
      ...kept,
      ...{ name: 'New', privacyLevel: 0, accessTokens: [] },
      genes: [
        { geneId: 7157, tier: 'TIER2', privacyLevel: null },
        { geneId: 1, tier: 'TIER1', privacyLevel: null },
      ],
    });
    expect(store.read((tx) => tokens.all(tx))).toEqual(tokensBefore);
  });

  test.each(['\u202a', '\u200e', '\u00ad', '\u200d', '\u2069'])(
    'is known whatever sign that nobody sees is in the address: %j',
    (sign) => {
      using file = registry();
      const lines = ['e-mail|name|level', `${sign}user.2@exam${sign}ple.org${sign}|New|private`];
      expect(planOf(file.store, table(...lines))).toMatchObject({ added: [] });
      expect(userOf(file.store, 'user.2@example.org')?.privacyLevel).toBe(0);
    },
  );

  test('is known however accents of the address are encoded', () => {
    using file = registry({ users: [aUser(2, { email: 'zoé@example.org' })] });
    expect(planOf(file.store, table('e-mail | name', 'zoe\u0301@example.org | New'))).toMatchObject({
      changed: ['zoé@example.org: name'],
    });
  });

  test('is unchanged by a table that says the same, in whatever order, and nothing is written', () => {
    using file = registry({ users });
    const { store } = file;
    using again = file.openAgain();
    const moment = () => again.read((tx) => [tx.generation(), tx.usersRevision()]);
    const first = table('e-mail | name | genes', 'user.2@example.org | New | BRCA1 human 2, TP53 human 1');
    expect(planOf(store, first).changed).toEqual(['user.2@example.org: name']);
    const before = moment();
    expect(planOf(store, first)).toMatchObject({ changed: [], unchanged: ['user.2@example.org'] });
    expect(moment()).toEqual(before);
    const second = table('genes | name | e-mail', 'TP53 9606 TIER1; 672 TIER2 | New | User.2@Example.Org');
    expect(planOf(store, second)).toMatchObject({ changed: [], unchanged: ['user.2@example.org'] });
    expect(moment()).toEqual(before);
  });

  test('stays when a table lacks them, until removal is asked for; administrators and services stay always', () => {
    using file = registry({ users });
    const { store } = file;
    const sheets = table('e-mail | name', `${ILSE} | Ilse`);
    const missing = ['user.2@example.org', 'user.4@example.org'];
    const permanent = ['user.1@example.org', 'user.3@example.org'];
    expect(planOf(store, sheets)).toMatchObject({ added: [ILSE], missing, permanent });
    expect(exported(store).users).toHaveLength(5);
    expect(planOf(store, sheets, true)).toMatchObject({ unchanged: [ILSE], missing, permanent });
    expect(exported(store).users.map(({ id }) => id)).toEqual([1, 3, 5]);
    expect(planOf(store, sheets, true)).toMatchObject({ unchanged: [ILSE], missing: [], permanent });
  });

  test('stays when partners search as them', () => {
    using file = registry({ users, remoteSearchUserId: 4 });
    const { missing, permanent } = planOf(file.store, table('e-mail', 'user.2@example.org'), true);
    expect([missing, permanent]).toEqual([[], ['user.1@example.org', 'user.3@example.org', 'user.4@example.org']]);
  });

  test('has one role, however many rows state it', () => {
    using file = registry({ users });
    const rows = ['user.4@example.org | admin | BRCA1 | human | 1', 'user.4@example.org | admin | TP53 | human | 1'];
    const { changed } = planOf(file.store, table('e-mail | role | gene | taxon | tier', ...rows));
    expect(changed).toEqual(['user.4@example.org: role, genes (+2)']);
  });

  test('is disabled as before', () => {
    using file = registry({ users: [aUser(2, { enabled: false })] });
    const { notes } = planOf(file.store, table('e-mail | name', 'user.2@example.org | New'));
    expect(userOf(file.store, 'user.2@example.org')).toMatchObject({ name: 'New', enabled: false });
    expect(notes).toEqual(['user.2@example.org: the account is disabled, and stays so.']);
  });
});

describe('what is not taken over as written is reported:', () => {
  test('aliases, websites that a page could not offer, sheets without e-mail addresses', () => {
    using file = registry();
    const sheets = [
      sheet('read me', 'about | this'),
      sheet('list', 'e-mail | name | website | genes', `${ILSE} | Ilse | javascript:alert(1) | p53 human 1`),
      sheet('remarks', 'who | what'),
    ];
    expect(planOf(file.store, sheets).notes).toEqual([
      "sheet 'read me' was not read: it has no heading for e-mail addresses.",
      "sheet 'remarks' was not read: it has no heading for e-mail addresses.",
      "sheet 'list', row 2, column C (website): the address has the scheme 'javascript', allowed: http, https; it was left out.",
      "sheet 'list', row 2, column D (genes): 'p53' was taken for TP53 (NCBIGene:7157), of which it is an alias.",
    ]);
    expect(userOf(file.store, ILSE)).toMatchObject({ website: null, genes: [{ geneId: 7157 }] });
  });
});

describe('a table with faults changes nothing, and all of them are reported at once', () => {
  test('with row, column, what was found and what is allowed', () => {
    using file = registry();
    const { store } = file;
    const before = exported(store);
    const headings =
      'e-mail | name | level | shared | position | categories | organs | terms | gene | taxon | tier | gene level';
    const done = importInto(
      store,
      table(
        headings,
        `${ILSE} | Ilse | secret | maybe | postdoc | on paper | liver | Fits | same | human | TIER1 |`,
        'ilse(at)example.org | | | | | | | HP:0001250 | BRCA9 | human | 4 | closed',
        '| | | | | | | | 2-Sep | human | 1 |',
        `${ILSE} | Else | | | | | | | LFS1 | rat | 1 |`,
        `${ILSE} | | | | | | | | LFS1 | human | 1 |`,
        `${ILSE} | | | | | | | | 672 | mouse | 1 |`,
        `${ILSE} | | | | | | | | BRCA1 | | 1 |`,
        `${ILSE} | | | | | | | | BRCA1 | human | 1 |`,
        `${ILSE} | #REF! | | | | | | | BRCA1 | human | 2 |`,
        `new@example.org | | | | | | | | | | 1 | | stray`,
      ),
    );
    expect(done).toMatchObject({ outcome: 'refused', faultCount: 23 });
    expect([...faultsOf(done)].map((line) => line.replace(/; allowed: .*/, ''))).toEqual([
      "row 2, column C (level): 'secret' is not known",
      "row 2, column D (shared): 'maybe' is not known",
      "row 2, column E (position): 'postdoc' is not known",
      "row 2, column F (categories): 'on paper' is no category",
      "row 2, column G (organs): there is no organ 'liver' here",
      "row 2, column I (gene): 'same' may mean 2 genes of human (9606)",
      "row 3, column A (e-mail): 'ilse(at)example.org' is no e-mail address",
      "row 3, column H (terms): 'HP:0001250' may mean 2 terms",
      "row 3, column K (tier): '4' is no tier",
      "row 3, column L (gene level): 'closed' is no level",
      "row 3, column I (gene): there is no gene 'BRCA9' of human (9606) here",
      'row 4, column A (e-mail): there is no e-mail address',
      "row 4, column I (gene): there is no gene '2-Sep' of human (9606) here",
      "row 5, column B (name): 'Else', where row 2, column B (name) has 'Ilse' for ilse.varga@example.org",
      "row 5, column J (taxon): 'rat' is no organism here",
      "row 6, column I (gene): 'LFS1' may mean 2 genes of human (9606)",
      'row 7, column J (taxon): NCBIGene:672 (BRCA1) is no gene of mouse (10090)',
      "row 8, column J (taxon): 'BRCA1' has no organism beside it",
      "row 10, column B (name): '#REF!' is what a formula gives that has no value",
      'row 10, column I (gene): NCBIGene:672, which row 9, column I (gene) has with another tier or level',
    ]);
    expect(exported(store)).toEqual(before);
  });

  test.each([
    [
      'gene|taxon',
      '|human',
      "row 2, column C (taxon): 'human' stands beside no gene; allowed: a gene in the same row.",
    ],
    ['genes|gene level', 'BRCA1|', /^row 2, column B \(genes\): 'BRCA1' is no symbol with an organism and a tier; /],
    [
      'genes|gene level',
      'BRCA1 human 1 public|private',
      "row 2, column C (gene level): 'private', where row 2, column B (genes) has 'BRCA1 human 1 public'; allowed: the same level in both, or in one of them.",
    ],
    ['gene|taxon|tier', 'BRCA1|human|', /^row 2, column D \(tier\): the gene 'BRCA1' has no tier; allowed: TIER1, /],
  ])('a gene that is not whole, below %s: %s', (headings, cells, sentence) => {
    using file = registry();
    const done = importInto(file.store, table(`e-mail|${headings}`, `user.2@example.org|${cells}`));
    expect(faultsOf(done)[0]).toEqual(sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence);
  });

  test.each([
    ['same', 'NCBIGene:1 SAME (first), NCBIGene:2 SAME (second)'],
    ['LFS1', 'NCBIGene:1 SAME (first), NCBIGene:7157 TP53'],
    ['2-Sep', /; a spreadsheet makes dates of symbols such as SEPT2, unless the column is formatted as text$/],
    ['2. Sep', /, unless the column is formatted as text$/],
    ['01. Mrz', /, unless the column is formatted as text$/],
    ['01/03/2026', /, unless the column is formatted as text$/],
    ['2026-09-02', /, unless the column is formatted as text$/],
    ['BRCA9', 'a symbol, an alias or former symbol, or an identifier such as NCBIGene:672 or HGNC:1100'],
  ])('which gene %s may be is listed', (symbol, allowed) => {
    using file = registry();
    const done = importInto(file.store, table('e-mail|name|genes', `${ILSE}|Ilse|${symbol} human 1`));
    expect(done).toMatchObject({
      faults: [{ allowed: allowed instanceof RegExp ? expect.stringMatching(allowed) : allowed }],
    });
  });

  test('organs, organisms and ontologies to choose from are listed', () => {
    using file = registry();
    const done = importInto(file.store, table('e-mail|name|organs|terms|genes', `${ILSE}|I|heart|fog|BRCA1 rat 1`));
    expect(faultsOf(done).map((line) => line.replace(/^.*; allowed: /, ''))).toEqual([
      'brain.',
      'an id or a name of a term of hp, techniques.',
      'human (9606), mouse (10090).',
    ]);
  });

  test('headings that are unknown, that mean the same, that are missing, and values without any', () => {
    using file = registry();
    const sheets = [
      sheet('people', 'e-mail | age | courriel | | name', `${ILSE} | 50 | | x | Ilse`),
      sheet('Gènes', 'who | gene | taxon | tier', `${ILSE} | BRCA1 | human | 1`),
    ];
    const lines = faultsOf(importInto(file.store, sheets)).map((line) => line.replace(/e-mail, name, .*/, '…'));
    expect(lines).toEqual([
      "sheet 'people', row 1, column C (courriel): the heading means the same as that of column A ('e-mail'); allowed: one column for e-mail.",
      "sheet 'people', row 1: the heading of column B ('age') is not known; allowed: …",
      "sheet 'people', row 2, column D: 'x' stands in a column without a heading; allowed: a heading above every value.",
      "sheet 'Gènes', row 1: the heading of column A ('who') is not known; allowed: …",
      "sheet 'Gènes', row 1: there is no heading for e-mail addresses, by which people are known; allowed: …",
    ]);
  });

  test('a new person without a name, as a mistyped address would be', () => {
    using file = registry();
    const sheets = table('e-mail | genes', 'user.2@example.org | BRCA1 human 1', 'user.22@example.org | BRCA1 human 1');
    expect(faultsOf(importInto(file.store, sheets))).toEqual([
      "row 3, column A (e-mail): 'user.22@example.org' is nobody's yet, and has no name; allowed: an address of the registry, or a name beside it.",
    ]);
  });

  test('an address that differs from several in letter case alone; who is written as in the table is meant', () => {
    const twins = [aUser(1, { email: 'Same@example.org' }), aUser(2, { email: 'same@example.org' })];
    using file = registry({ users: twins });
    expect(faultsOf(importInto(file.store, table('e-mail', 'SAME@example.org')))).toEqual([
      "row 2, column A (e-mail): 'SAME@example.org' may mean several accounts; allowed: Same@example.org, same@example.org.",
    ]);
    expect(planOf(file.store, table('e-mail | name', 'same@example.org | New'))).toMatchObject({
      changed: ['same@example.org: name'],
      missing: ['Same@example.org'],
    });
  });

  test('a new address of somebody who is there, by the ORCID iD, in the registry or in the table', () => {
    const orcid = '0000-0002-1825-0097';
    using file = registry({ users: [aUser(1, { privacyLevel: 0, orcid })] });
    const other = '0000-0002-1694-233X';
    const rows = [`${ILSE}|I|${orcid}|public`, `a@example.org|A|${other}|`, `b@example.org|B|${other}|public`];
    expect(faultsOf(importInto(file.store, table('e-mail|name|orcid|level', ...rows)))).toEqual([
      `row 2, column A (e-mail): '${ILSE}' is nobody's yet, and has the ORCID iD ${orcid} of user.1@example.org; allowed: user.1@example.org, or to give that account the new address first (isearch-proxy account rename).`,
      `row 4, column A (e-mail): 'b@example.org' is nobody's yet, and has the ORCID iD ${other} of a@example.org; allowed: a@example.org, or to give that account the new address first (isearch-proxy account rename).`,
    ]);
    const same = table('e-mail|name|orcid', `user.1@example.org|I|${orcid}`, `a@example.org|A|${other}`);
    expect(planOf(file.store, same)).toMatchObject({ added: ['a@example.org'], changed: ['user.1@example.org: name'] });
  });

  test.each(['2?', '-1', '-2', '(2)', '1/2', '2.0', 'public?', '?public', 'public, later', '#2'])(
    'a level that is not plain: %j',
    (level) => {
      using file = registry();
      const done = importInto(file.store, table('e-mail|level', `user.2@example.org|${level}`));
      expect(faultsOf(done)[0]).toMatch(
        /^row 2, column B \(level\): .* is not known; allowed: private, shared or public /,
      );
    },
  );

  test.each(['yes?', '-1', 'no?', '?'])('yes or no that is not plain: %j', (text) => {
    using file = registry();
    const sheets = table('e-mail|shared|hide gene list', `user.2@example.org|${text}|${text}`);
    expect(importInto(file.store, sheets)).toMatchObject({ outcome: 'refused', faultCount: 2 });
  });

  test.each(['admin?', '-admin', '(admin)', 'service, later'])('a role that is not plain: %j', (role) => {
    using file = registry();
    const done = importInto(file.store, table('e-mail|role', `user.2@example.org|${role}`));
    expect(faultsOf(done)[0]).toMatch(/^row 2, column B \(role\): .* is not known; allowed: user, service or admin /);
  });

  test.each(['1?', '-1', '(1)', 'TIER1?', '3/1'])('a tier that is not plain: %j', (tier) => {
    using file = registry();
    const done = importInto(file.store, table('e-mail|gene|taxon|tier', `user.2@example.org|672|human|${tier}`));
    expect(faultsOf(done)[0]).toMatch(/^row 2, column D \(tier\): .* is no tier; allowed: TIER1, TIER2 or TIER3 /);
  });

  test.each(['TIER1', 'tier 1', 'Tier-1', 't1', '1'])('but the tier %j is plain', (tier) => {
    using file = registry();
    planOf(file.store, table('e-mail|gene|taxon|tier', `user.2@example.org|672|human|${tier}`));
    expect(userOf(file.store, 'user.2@example.org')?.genes).toMatchObject([{ geneId: 672, tier: 'TIER1' }]);
  });

  test.each([
    ['a title above its headings', ['Our people, 2026', 'e-mail | level', `user.2@example.org | private`]],
    ['a level, and no heading for e-mail addresses', ['address of mail | level', `user.2@example.org | private`]],
    ['what shows more, and no heading for e-mail addresses', ['who | hide gene list', `user.2@example.org | yes`]],
  ])('a sheet with %s, of which a withdrawal would be lost', (_, lines) => {
    using file = registry();
    const genes = sheet('genes', 'e-mail | gene | taxon | tier | level', 'user.2@example.org|672|human|1|public');
    const faults = faultsOf(importInto(file.store, [sheet('people', ...lines), genes]));
    expect(faults).toContainEqual(
      expect.stringMatching(
        /^sheet 'people', row 1: there is no heading for e-mail addresses, by which people are known;/,
      ),
    );
  });

  test.each([
    ['Privé', 0],
    ['privé(e)', 0],
    ['privé·e', 0],
    [' PUBLIC ', 2],
    ['partagée', 1],
    ['1', 1],
  ])('but %j is plain', (level, stored) => {
    using file = registry();
    planOf(file.store, table('e-mail|level', `user.2@example.org|${level}`));
    expect(userOf(file.store, 'user.2@example.org')?.privacyLevel).toBe(stored);
  });

  test.each([[['e-mail | name']], [['e-mail | name', '# only | comments', '']]])('nobody at all: %j', (lines) => {
    using file = registry();
    const done = importInto(file.store, table(...lines), true);
    expect(faultsOf(done)).toEqual(['row 1: nobody stands in the table; allowed: one person at least.']);
    expect(exported(file.store).users).toHaveLength(2);
  });

  test('of thousands the first twenty, and how many there are', () => {
    using file = registry();
    const rows = Array.from({ length: 3000 }, () => 'x | BRCA9 human 1');
    const done = importInto(file.store, table('e-mail | genes', ...rows));
    expect(done).toMatchObject({ outcome: 'refused', faultCount: 6000 });
    expect(faultsOf(done)).toHaveLength(20);
  });

  test.each([
    ['genes', 'BRCA1 human 1', 'isearch-proxy load genes FILE'],
    ['organs', 'brain', 'isearch-proxy load organs FILE'],
    ['terms', 'Fits', 'isearch-proxy load ontology FILE'],
  ])('once, where the registry has no %s', (column, value, command) => {
    using file = registry({ genes: [], orthologs: [], organs: [], ontologies: [], users: [] });
    const done = importInto(
      file.store,
      table(`e-mail|name|${column}`, `${ILSE}|I|${value}`, `b@example.org|B|${value}`),
    );
    expect(faultsOf(done)).toEqual([
      `row 2, column C (${column}): the registry holds no ${column} yet in which to look it up; allowed: none, until they are loaded (${command}) or a snapshot is imported.`,
    ]);
  });
});

test('a registry that nothing was ever imported into takes nobody', () => {
  using file = openTemporaryStore();
  expect(importInto(file.store, table('e-mail|name', `${ILSE}|Ilse`))).toEqual({ outcome: 'registry-empty' });
});

test('the report names who becomes visible to more readers before anything is written, and a dry run writes nothing', () => {
  using file = registry({ users: [aUser(2, { privacyLevel: 0 })] });
  using again = file.openAgain();
  const reported: unknown[] = [];
  const sheets = table('e-mail|level', 'user.2@example.org|public');
  const level = () => exported(again).users[0]?.privacyLevel;
  const options = { store: file.store, sheets, removesMissing: false, remoteSearchUserId: undefined, now: new Date() };
  const onPlan = ({ plan }: { plan: { moreVisible: readonly { level?: unknown }[] } }) => {
    reported.push([plan.moreVisible.map((one) => one.level), level()]);
  };
  importPeople({ ...options, isDryRun: true, onPlan });
  expect(level()).toBe(0);
  importPeople({ ...options, onPlan });
  expect(level()).toBe(2);
  const before = [[{ from: 0, to: 2 }], 0];
  expect(reported).toEqual([before, before]);
});

test('who is imported is found, and who is removed is not', () => {
  using file = registry({ taxa: smallSnapshot().taxa, users: [] });
  const owners = () => exported(file.store).users.map(({ email, genes }) => [email, genes.length]);
  planOf(file.store, table('e-mail|name|genes', `${ILSE}|Ilse|BRCA1 ${HUMAN} 1`));
  expect(owners()).toEqual([[ILSE, 1]]);
  planOf(file.store, table('e-mail|name', 'b@example.org|B'), true);
  expect(owners()).toEqual([['b@example.org', 0]]);
});
