/** Snapshots: what is unsound is reported by path, found and allowed; what is sound comes out as it went in. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { presentSnapshot, type SnapshotVersion1 } from '../../../src/domain/record/snapshot-versions.ts';
import { compileCheck, problemSentence } from '../../../src/lib/schema-check.ts';
import { snapshotChecker } from '../../../src/registry/import/snapshot-check.ts';
import { anyText } from '../../support/machine/any-text.ts';
import { sampledCount } from '../../support/machine/sample.ts';
import { channelSnapshot } from '../../support/registry/channel-snapshot.ts';
import { LARGEST_ID, oddSnapshot } from '../../support/registry/odd-snapshot.ts';
import { aGene, anOntology, aTerm, aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exported, exportedText, importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const check = snapshotChecker((schema) => compileCheck(schema, { allErrors: true }));

function sentences(value: unknown): string[] {
  return check(value).problems.map(problemSentence);
}

/** Of version 1. */
function recorded(name: string): SnapshotVersion1 {
  const url = new URL(`../../contract/recorded/${name}.snapshot.json.gz`, import.meta.url);
  return JSON.parse(gunzipSync(readFileSync(url)).toString()) as SnapshotVersion1;
}

/** Nothing and anything where the format says otherwise. */
// biome-ignore lint/suspicious/noExplicitAny: a snapshot that is unsound is of no type
const wrong = (value: unknown): any => value;

const OMIM_1 = { diseaseId: 'OMIM:1', name: 'a disease', otherNames: [] };
const aKnownIdentity = oddSnapshot().genes.find(({ identity }) => identity !== null)?.identity;

describe('what is unsound is reported with its path, what was found and what is allowed:', () => {
  const withUser = (changes: Partial<SnapshotUser>) => smallSnapshot({ users: [aUser(1), aUser(2, changes)] });
  const withDiseases = (changes: object) =>
    smallSnapshot({
      diseases: { source: 'HPO', release: null, diseases: [OMIM_1], geneDiseases: [], phenotypeGenes: [], ...changes },
    });
  const { ontologies, taxa } = smallSnapshot();
  const [hp = wrong(undefined)] = ontologies;

  test.each<[string, unknown, string | RegExp]>([
    ['no object', [], 'snapshot is a list of 0 entries, but must be a map.'],
    ['null', null, 'snapshot is null, but must be a map.'],
    [
      'another format',
      { ...smallSnapshot(), format: 'backup' },
      'snapshot.format is the text "backup", but must be "registry-snapshot".',
    ],
    [
      'another version, whatever else it holds',
      { format: 'registry-snapshot', version: 6, people: [] },
      'snapshot.version is the number 6, but must be one of 1, 2, 3, 4, 5.',
    ],
    ['a missing list', { ...smallSnapshot(), taxa: undefined }, /^snapshot\.taxa is .*, but must be a list\.$/],
    [
      'an unknown member',
      { ...smallSnapshot(), user: [] },
      /^snapshot\.user is an unknown key, but must be one of .*; the nearest known key is snapshot\.users\.$/,
    ],
    [
      'a text for a number',
      smallSnapshot({ taxa: [...taxa, { ...taxa[0], id: wrong('9606') }] as Snapshot['taxa'] }),
      'taxa[2].id is the text "9606", but must be a whole number from 0 to 2147483647.',
    ],
    [
      'an id that partners cannot read',
      smallSnapshot({ genes: [aGene(LARGEST_ID + 1, 'X')] }),
      'genes[0].geneId is the number 2147483648, but must be a whole number from 0 to 2147483647.',
    ],
    [
      'a number the database could not give back',
      smallSnapshot({ taxa: [{ ...wrong(taxa[0]), ordering: 1e18 }] }),
      'taxa[0].ordering is the number 1000000000000000000, but must be a whole number from -2147483648 to 2147483647 or null.',
    ],
    [
      'a pair of one',
      smallSnapshot({ orthologs: [wrong([672])] }),
      /^orthologs\[0\] is a list of 1 entry, but must be a pair/,
    ],
    [
      'a text that is too long',
      withUser({ email: 'x'.repeat(256) }),
      /^users\[1\]\.email is the text "x+…", but must be text from 1 to 255 characters\.$/,
    ],
    [
      'an empty id',
      withUser({ email: '' }),
      'users[1].email is the text "", but must be text from 1 to 255 characters.',
    ],
    [
      'a level there is not',
      withUser({ privacyLevel: wrong(3) }),
      'users[1].privacyLevel is the number 3, but must be 0 (private), 1 (shared), 2 (public) or null.',
    ],
    [
      'a role there is not',
      withUser({ roles: [wrong('ROLE_MANAGER')] }),
      'users[1].roles[0] is the text "ROLE_MANAGER", but must be one of ROLE_ADMIN, ROLE_USER, ROLE_SERVICE_ACCOUNT.',
    ],
    [
      'a tier there is not',
      withUser({ genes: [{ geneId: 672, tier: wrong('TIER4'), privacyLevel: null }] }),
      /^users\[1\]\.genes\[0\]\.tier is the text "TIER4", but must be one of TIER1, TIER2, TIER3 or null\.$/,
    ],
    [
      'a missing member',
      {
        ...smallSnapshot(),
        users: [{ ...aUser(1), phone: undefined }].map((user) => JSON.parse(JSON.stringify(user))),
      },
      /^users\[0\]\.phone is missing, but must be text of at most \d+ characters or null\.$/,
    ],
    [
      'an id used twice',
      smallSnapshot({ users: [aUser(1), aUser(1, { email: 'other@example.org' })] }),
      'users[1].id is 1 again, but must be in one record only.',
    ],
    [
      'an e-mail used twice, letter case aside',
      smallSnapshot({ users: [aUser(1), aUser(3, { email: 'User.1@example.org' })] }),
      'users[1].email is "User.1@example.org" again, but must be in one record only.',
    ],
    [
      'a term twice in its ontology',
      smallSnapshot({ ontologies: [{ ...hp, terms: [aTerm('A'), aTerm('a')] }] }),
      'ontologies[0].terms[1].termId is "a" again, but must be in one record only.',
    ],
    [
      'an ontology twice',
      smallSnapshot({ ontologies: [hp, { ...hp, name: 'HP' }] }),
      'ontologies[1].name is "HP" again, but must be in one record only.',
    ],
    [
      'a gene of an unknown taxon',
      smallSnapshot({ genes: [...smallSnapshot().genes, aGene(5, 'X', { taxonId: 77 })] }),
      'genes[3].taxonId is 77, but must be the id of one of taxa.',
    ],
    [
      'an ortholog of an unknown gene',
      smallSnapshot({ orthologs: [[672, 5]] }),
      'orthologs[0][1] is 5, but must be the geneId of one of genes.',
    ],
    [
      'an annotation of an unknown gene',
      smallSnapshot({ annotations: [[5, 'GO:0006281']] }),
      'annotations[0][0] is 5, but must be the geneId of one of genes.',
    ],
    [
      'an annotation that is no pair',
      smallSnapshot({ annotations: [wrong([672, 6281])] }),
      /^annotations\[0\]\[1\] is the number 6281, but must be text from 1 to 64 characters\.$/,
    ],
    [
      'a disease of an unknown gene',
      withDiseases({ geneDiseases: [[5, 'OMIM:1']] }),
      'diseases.geneDiseases[0][0] is 5, but must be the geneId of one of genes.',
    ],
    [
      'a tie of gene and disease that is none',
      withDiseases({ geneDiseases: [wrong([672])] }),
      /^snapshot\.diseases\.geneDiseases\[0\] is a list of 1 entry, but must be .*\[gene id, disease id\] or \[gene id, disease id, kind of association\] or \[gene id, disease id, kind of association or null, source, its release or null\]\.$/,
    ],
    [
      'an unknown disease of a gene',
      withDiseases({ geneDiseases: [[672, 'omim:1']] }),
      'diseases.geneDiseases[0][1] is "omim:1", but must be the diseaseId of one of diseases.',
    ],
    [
      'a disease twice',
      withDiseases({ phenotypeGenes: [['HP:1', [672, 5]]] }),
      'diseases.phenotypeGenes[0][1] is 5, but must be geneIds of genes.',
    ],
    [
      'the same phenotype twice',
      withDiseases({
        phenotypeGenes: [
          ['HP:1', []],
          ['hp:1', []],
        ],
      }),
      'diseases.phenotypeGenes[1].0 is "hp:1" again, but must be in one record only.',
    ],
    [
      'the same disease twice',
      withDiseases({ diseases: ['OMIM:1', 'omim:1'].map((diseaseId) => ({ diseaseId, name: null, otherNames: [] })) }),
      'diseases.diseases[1].diseaseId is "omim:1" again, but must be in one record only.',
    ],
    [
      'a status of a symbol that there is not',
      smallSnapshot({
        genes: [aGene(1, 'X', { identity: { ...wrong(aKnownIdentity), nomenclatureStatus: 'O' } })],
        orthologs: [],
        users: [],
      }),
      'genes[0].identity.nomenclatureStatus is the text "O", but must be one of official, interim or null.',
    ],
    [
      'a child term of nowhere',
      smallSnapshot({ ontologies: [{ ...hp, terms: [aTerm('A', { subTermIds: ['B'] })] }] }),
      'ontologies[0].terms[0].subTermIds[0] is "B", but must be the termId of a term of the same ontology.',
    ],
    [
      'a gene nobody knows',
      withUser({ genes: [{ geneId: 5, tier: null, privacyLevel: null }] }),
      'users[1].genes[0].geneId is 5, but must be the geneId of one of genes.',
    ],
    [
      'a gene registered twice',
      withUser({ genes: [1, 2].map(() => ({ geneId: 672, tier: null, privacyLevel: null })) }),
      'users[1].genes[1].geneId is 672 again, but must be in one record only.',
    ],
    [
      'an organ nobody knows',
      withUser({ organs: ['UBERON:1'] }),
      'users[1].organs[0] is "UBERON:1", but must be the uberonId of one of organs.',
    ],
    [
      'an ontology nobody knows',
      withUser({ ontologyTerms: [{ ontology: 'go', termId: 'x', name: null }] }),
      'users[1].ontologyTerms[0].ontology is "go", but must be the name of one of ontologies.',
    ],
    [
      'an unknown account for partners',
      smallSnapshot({ remoteSearchUserId: 99 }),
      'remoteSearchUserId is 99, but must be the id of one of users.',
    ],
    [
      'a time that is none',
      withUser({ accessTokens: [{ token: 'x', expiresAt: 'next year' }] }),
      'users[1].accessTokens[0].expiresAt is "next year", but must be an ISO 8601 time with its zone, such as 2099-12-31T23:59:59Z.',
    ],
    [
      'a time that depends on the machine',
      withUser({ accessTokens: [{ token: 'x', expiresAt: '2099-01-01T00:00:00' }] }),
      /^users\[1\]\.accessTokens\[0\]\.expiresAt is "2099-01-01T00:00:00", but must be an ISO 8601 time with its zone/,
    ],
    [
      'half a character',
      withUser({ description: 'half \ud83e' }),
      'users[1] is text with half a surrogate pair, but must be text of whole characters.',
    ],
  ])('%s', (_, snapshot, expected) => {
    const problems = sentences(snapshot);
    expect(problems).toHaveLength(1);
    if (typeof expected === 'string') expect(problems[0]).toBe(expected);
    else expect(problems[0]).toMatch(expected);
  });

  test('a secret is not shown, and reported where it appears twice', () => {
    const secret = (token: unknown) => ({ accessTokens: [{ token: wrong(token), expiresAt: '2099-01-01' }] });
    const twice = smallSnapshot({ users: [aUser(1, secret('deep-secret')), aUser(2, secret('deep-secret'))] });
    expect(sentences(twice)).toEqual([
      'users[1].accessTokens[0].token is a token (not shown) again, but must be in one place only.',
    ]);
    const tooLong = smallSnapshot({ users: [aUser(1, secret('deep-secret'.repeat(30)))] });
    expect(sentences(tooLong).join()).toMatch(/token is a text \(not shown\), but must be /);
  });

  test('everything that is wrong with a record at once, the first twenty, and how many there are', () => {
    const three = sentences(withUser({ email: '', phone: wrong(1), enabled: wrong('yes') }));
    expect(three).toHaveLength(3);
    const many = check(smallSnapshot({ users: Array.from({ length: 50 }, () => aUser(1)) }));
    expect(many.problems).toHaveLength(20);
    expect(many.problemCount).toBe(98);
  });
});

describe('a sound snapshot', () => {
  test.each(['alpha', 'alpha-plain'])('as recorded (%s) has nothing wrong', (name) => {
    expect(sentences(recorded(name))).toEqual([]);
  });

  test.each([
    ['recorded', presentSnapshot(recorded('alpha'))],
    ['odd', oddSnapshot()],
    ['small', smallSnapshot()],
    [
      'empty',
      { ...smallSnapshot(), comment: null, taxa: [], genes: [], orthologs: [], organs: [], ontologies: [], users: [] },
    ],
  ])('is the same after import and export, and byte by byte after once more: %s', (_, snapshot) => {
    expect(sentences(snapshot)).toEqual([]);
    using first = openTemporaryStore(snapshot);
    const text = exportedText(first.store);
    expect(sorted(JSON.parse(text))).toEqual(sorted(withoutTokens(snapshot)));
    using second = openTemporaryStore(JSON.parse(text) as Snapshot);
    expect(exportedText(second.store)).toBe(text);
    importInto(first.store, exported(second.store));
    expect(exportedText(first.store)).toBe(text);
  });

  test('of version 1 is read, and what only version 2 has is reported', () => {
    const old = recorded('alpha');
    const gene = (changes: object) => ({ ...old, genes: [{ ...old.genes[0], ...changes }], orthologs: [], users: [] });
    const allowed = 'but must be one of geneId, taxonId, symbol, name, aliases, modificationDate';
    expect(sentences(gene({ identity: null }))).toEqual([
      expect.stringContaining(`genes[0].identity is an unknown key, ${allowed}`),
    ]);
    expect(sentences({ ...old, version: 2 })).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^snapshot\.annotations is missing, but must be a list\.$/),
        expect.stringMatching(/^snapshot\.diseases is missing, but must be a map/),
      ]),
    );
  });

  test('of version 2 is read, and what only version 3 has is reported', () => {
    const terms = smallSnapshot().ontologies[0]?.terms.map(({ diseaseIds: _, ...term }) => term);
    const { phenotypeGenes: _, ...present } = withDisease().diseases ?? wrong(null);
    const diseases = { ...present, diseases: [withoutOtherNames(OMIM_1)] };
    const { highestUserId: __, ...known } = smallSnapshot();
    const old = { ...known, version: 2, diseases, ontologies: [{ ...wrong(hp()), terms }] };
    expect(sentences(old)).toEqual([]);
    expect(sentences({ ...old, version: 3 })).toEqual(
      expect.arrayContaining([expect.stringMatching(/^snapshot\.diseases\.phenotypeGenes is missing/)]),
    );
    using database = openTemporaryStore(wrong(old));
    expect(exported(database.store)).toEqual(withoutTokens(withDisease()));
  });

  test('of version 3 is read, and what only version 4 has is reported', () => {
    const { highestUserId: _, ...known } = smallSnapshot();
    expect(sentences({ ...known, version: 3 })).toEqual([]);
    expect(sentences(known)).toEqual([expect.stringContaining('snapshot.highestUserId is missing')]);
    using database = openTemporaryStore(wrong({ ...known, version: 3 }));
    expect(exported(database.store)).toEqual(withoutTokens(smallSnapshot()));
  });

  test('of version 4 is read, and what only version 5 has is reported', () => {
    const { diseases, ...whole } = withDisease();
    const [gene] = channelSnapshot().genes;
    const { authoritySymbol: _, ...identity } = gene?.identity ?? wrong(null);
    const genes = [...whole.genes, { ...gene, identity }];
    const old = { ...whole, version: 4, genes, diseases: { ...diseases, diseases: [withoutOtherNames(OMIM_1)] } };
    expect(sentences(old)).toEqual([]);
    expect(sentences({ ...old, version: 5 })).toContainEqual(
      expect.stringContaining('diseases.diseases[0].otherNames is missing'),
    );
    expect(sentences({ ...whole, genes, diseases })).toContainEqual(
      expect.stringContaining('genes[3].identity.authoritySymbol is missing'),
    );
    using database = openTemporaryStore(wrong(old));
    const present = withoutTokens({ ...withDisease(), genes: wrong([...whole.genes, gene]) });
    expect(sorted(exported(database.store))).toEqual(sorted(present));
  });

  test('keeps any text whatsoever', () => {
    using database = openTemporaryStore();
    const text = anyText({ maxLength: 30 });
    const texts = fc.record({ name: text, lastName: text, description: fc.option(text), phone: text });
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), text, (people, termId) => {
        const users = people.map((changes, index) => aUser(index, changes));
        const terms = [aTerm(`x${termId}`, { name: termId, synonyms: [termId], subTermIds: [`x${termId}`] })];
        const snapshot = smallSnapshot({ users, comment: termId, ontologies: [anOntology('hp', terms)] });
        importInto(database.store, snapshot);
        // There were others before.
        expect({ ...exported(database.store), highestUserId: null }).toEqual(snapshot);
      }),
      { numRuns: sampledCount(15, 60) },
    );
  });

  test('keeps the order in which a person registered genes, and in which a term names its children', () => {
    const genes = [7157, 12189, 672].map((geneId) => ({ geneId, tier: null, privacyLevel: null }));
    const terms = [aTerm('A', { subTermIds: ['C', 'B', 'C'] }), aTerm('B'), aTerm('C')];
    using database = openTemporaryStore(
      smallSnapshot({ users: [aUser(1, { genes })], ontologies: [anOntology('hp', terms)] }),
    );
    const { users, ontologies } = exported(database.store);
    expect(users[0]?.genes).toEqual(genes);
    expect(ontologies[0]?.terms[0]?.subTermIds).toEqual(['C', 'B', 'C']);
  });
});

function hp() {
  return smallSnapshot().ontologies[0];
}

function withoutOtherNames({ otherNames: _, ...disease }: typeof OMIM_1) {
  return disease;
}

function withDisease(): Snapshot {
  const diseases = { source: 'HPO', release: null, diseases: [OMIM_1], phenotypeGenes: [] };
  return smallSnapshot({ diseases: { ...diseases, geneDiseases: [[672, 'OMIM:1']] } });
}

function withoutTokens(snapshot: Snapshot): Snapshot {
  return { ...snapshot, users: snapshot.users.map((user) => ({ ...user, accessTokens: [] })) };
}

/** Lists that are sets, in one order. */
function sorted(snapshot: Snapshot): Snapshot {
  return {
    ...snapshot,
    taxa: snapshot.taxa.toSorted((a, b) => a.id - b.id),
    genes: snapshot.genes.toSorted((a, b) => a.geneId - b.geneId),
    orthologs: snapshot.orthologs.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]),
    users: snapshot.users.toSorted((a, b) => a.id - b.id),
  };
}
