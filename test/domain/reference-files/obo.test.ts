/** Ontologies in OBO 1.2 and 1.4 (rdp-protocol 9.3): every form in which real files write a term. */

import { describe, expect, test } from 'vitest';
import type { SkippedLine } from '../../../src/domain/reference-files/line-parser.ts';
import { type OboFile, type OboTerm, oboParser } from '../../../src/domain/reference-files/obo.ts';
import { parseText } from '../../support/reference-files/parse-text.ts';

function parse(text: string): { file: OboFile; skipped: SkippedLine[] } {
  const parser = oboParser();
  const { skipped } = parseText(parser, text);
  return { file: parser.file(), skipped };
}

const EMPTY: OboTerm = {
  termId: 'X:1',
  name: null,
  definition: null,
  namespace: null,
  diseaseIds: [],
  synonyms: [],
  broadSynonyms: [],
  altTermIds: [],
  isA: [],
  partOf: [],
  obsolete: false,
  replacedBy: [],
  consider: [],
};

/** The term X:1 with these lines, in a file that has X:2 and X:3 too; nothing in it is skipped. */
function termWith(...lines: string[]): OboTerm {
  const { file, skipped } = parse(['[Term]', 'id: X:1', ...lines, OTHERS].join('\n'));
  expect(skipped).toEqual([]);
  return file.terms[0] as OboTerm;
}

const OTHERS = '\n[Term]\nid: X:2\n\n[Term]\nid: X:3\nalt_id: X:30\n';

/** What is reported of these lines of the term X:1, which begin in the third line of the file, and the term itself. */
function readTerm(...lines: string[]): { term: OboTerm; skipped: SkippedLine[] } {
  const { file, skipped } = parse(['[Term]', 'id: X:1', ...lines].join('\n'));
  return { term: file.terms[0] as OboTerm, skipped };
}

const WHOLE = `format-version: 1.2
data-version: hp/releases/2025-01-16
ontology: hp.obo

[Term]
id: HP:0000001
name: All

[Term]
id: HP:0000003
name: Multicystic kidney dysplasia
alt_id: HP:0004715
def: "Cysts of varying size [in the kidney]." [https://example.org/a, PMID:1]
comment: [Term] is no stanza here
synonym: "Multicystic kidneys" EXACT []
synonym: "MCDK" EXACT abbreviation []
xref: UMLS:C3714581
is_a: HP:0000001 ! All
relationship: part_of HP:0000001 ! All
property_value: terms:creator https://example.org/a
creation_date: 2008-02-27T02:20:00Z

[Typedef]
id: part_of
name: part of
is_a: HP:0000001

[Instance]
id: HP:0000099
name: an instance
`;

const WHOLE_FILE: OboFile = {
  ontology: 'hp.obo',
  dataVersion: 'hp/releases/2025-01-16',
  terms: [
    { ...EMPTY, termId: 'HP:0000001', name: 'All' },
    {
      ...EMPTY,
      termId: 'HP:0000003',
      name: 'Multicystic kidney dysplasia',
      altTermIds: ['HP:0004715'],
      definition: 'Cysts of varying size [in the kidney].',
      synonyms: ['Multicystic kidneys', 'MCDK'],
      isA: ['HP:0000001'],
      partOf: ['HP:0000001'],
    },
  ],
};

describe('a file', () => {
  test.each([
    ['is read whole, but for stanzas that are no terms', WHOLE],
    ['may be of version 1.4', WHOLE.replace('1.2', '1.4 ! the newest')],
    ['may have CRLF and a byte order mark', `\ufeff${WHOLE.replaceAll('\n', '\r\n')}`],
    ['may lack the line end and the empty line at its end', WHOLE.trimEnd()],
    ['may have no empty lines between its stanzas', WHOLE.replaceAll('\n\n', '\n')],
    ['may have stanzas of unknown kinds', `${WHOLE}\n[Annotation]\nsubject: HP:0000001\nno tag here\n`],
    ['may have comments in lines of their own', WHOLE.replaceAll('\n\n', '\n! comment: id: X\n')],
    ['may have no blank behind the colons', WHOLE.replaceAll('name: ', 'name:').replace('alt_id: ', 'alt_id:')],
    ['may have a comment behind the kind of a stanza', WHOLE.replaceAll('[Term]\n', '[Term] ! a term\n')],
  ])('%s', (_, text) => {
    expect(parse(text)).toEqual({ file: WHOLE_FILE, skipped: [] });
  });

  test.each([
    ['ontology: nbo/nbo-base', 'nbo/nbo-base'],
    ['ontology: go ! the GO', 'go'],
    ['ontology:', null],
    ['date: 05:10:2010 12:00', null],
  ])('with %j in its header is of the ontology %j', (line, ontology) => {
    expect(parse(`format-version: 1.2\n${line}\n${OTHERS}`).file.ontology).toBe(ontology);
  });

  test('may have headers of thousands of characters with escaped line ends', () => {
    const axioms = `owl-axioms: ${'Declaration(Class(<https://example.org/X_1>))\\n[Term]\\nid: X:9\\n'.repeat(500)}`;
    const { file, skipped } = parse(`format-version: 1.2\n${axioms}\nontology: x\n${OTHERS}`);
    expect({ ...file, skipped }).toMatchObject({
      ontology: 'x',
      terms: [{ termId: 'X:2' }, { termId: 'X:3' }],
      skipped: [],
    });
  });

  test('gives its namespace to the terms that do not say theirs', () => {
    const terms = '[Term]\nid: X:1\n\n[Term]\nid: X:2\nnamespace: own\n';
    const { file } = parse(`format-version: 1.2\ndefault-namespace: human_phenotype\n\n${terms}`);
    expect(file.terms.map(({ namespace }) => namespace)).toEqual(['human_phenotype', 'own']);
  });

  test('keeps terms of other ontologies', () => {
    expect(parse(`${WHOLE}${OTHERS}`).file.terms.map(({ termId }) => termId)).toContain('X:2');
  });

  test.each([
    ['<!DOCTYPE html>\n<p>', 'is not OBO: it begins with "<!DOCTYPE html>", but OBO with format-version:'],
    ['#tax_id\tGeneID\n', 'is not OBO: it begins with "#tax_id\\tGeneID", but OBO with format-version:'],
    ['', 'holds no term: OBO has one in each stanza that begins with the line [Term]'],
    ['name: John\n', 'holds no term: OBO has one in each stanza that begins with the line [Term]'],
    [
      'format-version: 1.2\n\n[Typedef]\nid: a\n\n[Term]\nname: no id\n',
      'holds no term: OBO has one in each stanza that begins with the line [Term]',
    ],
    ['format-version: 1.0\n', 'is in the format-version "1.0"; OBO 1.2 and 1.4 can be read'],
    ['format-version: 2.0\n', 'is in the format-version "2.0"; OBO 1.2 and 1.4 can be read'],
  ])('that is %j is refused', (text, problem) => {
    expect(() => parse(text)).toThrow(`The file ${problem}.`);
  });
});

describe('a term', () => {
  test('needs nothing but its id', () => {
    expect(termWith()).toEqual(EMPTY);
  });

  test.each<[string, Partial<OboTerm>]>([
    ['name: Kidney {source="a", comment="b"} ! comment', { name: 'Kidney' }],
    ['name: Kidney ! comment {source="a"}', { name: 'Kidney' }],
    ['name: 1\\,2-dichloroethane \\{solvent\\}', { name: '1,2-dichloroethane {solvent}' }],
    ['name: response to {2}', { name: 'response to {2}' }],
    ['name: Wow! That', { name: 'Wow! That' }],
    ['name:', { name: null }],
    ['namespace: biological_process ! one of three', { namespace: 'biological_process' }],
    ['def: "plain"', { definition: 'plain' }],
    ['def: "one [a] two [b]" [c, "d" e] {f="g"} ! h', { definition: 'one [a] two [b]' }],
    ['def: "before" [] {source="GO:jic"}', { definition: 'before' }],
    ['def: "she \\"has to\\" do it" []', { definition: 'she "has to" do it' }],
    ['def: "ends with a backslash\\\\" []', { definition: 'ends with a backslash\\' }],
    ['def: "one\\ntwo\\tthree\\Wfour" []', { definition: 'one\ntwo\tthree four' }],
    ['def: "no \\: colon" [http\\://example.org/a_"b"]', { definition: 'no : colon' }],
    ['def: "" []', { definition: null }],
    ['xref: OMIM:607208 {source="MONDO:equivalentTo", source="NCIT:C1"}', { diseaseIds: ['OMIM:607208'] }],
    ['xref: Orphanet:33069 {source="MONDO:equivalentTo"} ! Dravet', { diseaseIds: ['ORPHA:33069'] }],
    ['xref: ORPHA:33069', { diseaseIds: ['ORPHA:33069'] }],
    ['xref: OMIM:607208 {source="MONDO:relatedTo"}', { diseaseIds: [] }],
    ['xref: OMIMPS:607208', { diseaseIds: [] }],
    ['xref: UMLS:C0751122 "text"', { diseaseIds: [] }],
    ['synonym: "A" EXACT ABBREVIATION [PMID:1]', { synonyms: ['A'] }],
    ['synonym: "A" EXACT OMO:0003005 []', { synonyms: ['A'] }],
    ['synonym: "A" RELATED [BTO:0002107] {source="b"}', { synonyms: ['A'] }],
    ['synonym: "A" BROAD', { synonyms: ['A'], broadSynonyms: ['A'] }],
    ['synonym: "A" []', { synonyms: ['A'] }],
    ['synonym: "A"', { synonyms: ['A'] }],
    ['synonym: "the \\"A\\" [b]" EXACT []', { synonyms: ['the "A" [b]'] }],
    ['exact_synonym: "A" []', { synonyms: ['A'] }],
    ['alt_id: X:9 ! before', { altTermIds: ['X:9'] }],
    ['is_a: X:2 {source="cjm"} ! two', { isA: ['X:2'] }],
    ['is_a: X:2 ! two {source="cjm"}', { isA: ['X:2'] }],
    ['is_a: X:30', { isA: ['X:3'] }],
    ['is_a: GO:0000001 ! of another ontology', { isA: [] }],
    ['is_a: _:genid1', { isA: [] }],
    ['is_a: X:1', { isA: [] }],
    ['relationship: part_of X:2 {all_some="true"} ! two', { partOf: ['X:2'] }],
    ['relationship: part_of X:99', { partOf: [] }],
    ['relationship: regulates X:2', { partOf: [] }],
    ['relationship: depicted_by https://example.org/a.png', { partOf: [] }],
    ['intersection_of: part_of X:2', { partOf: [] }],
    ['is_obsolete: true', { obsolete: true }],
    ['is_obsolete: true ! gone', { obsolete: true }],
    ['is_obsolete: false', { obsolete: false }],
    ['replaced_by: X:2 ! two', { replacedBy: ['X:2'] }],
    ['replaced_by: Y:5', { replacedBy: ['Y:5'] }],
    ['consider: X:2', { consider: ['X:2'] }],
    ['constructor: Object', {}],
    ['__proto__: null', {}],
  ])('with %j', (line, expected) => {
    expect(termWith(line)).toEqual({ ...EMPTY, ...expected });
  });

  test('that is obsolete is taken over, with what replaced it and what may be considered', () => {
    const term = termWith(
      'name: obsolete A',
      'is_obsolete: true',
      'replaced_by: X:2',
      'replaced_by: X:3',
      'consider: X:9',
    );
    expect(term).toEqual({
      ...EMPTY,
      name: 'obsolete A',
      obsolete: true,
      replacedBy: ['X:2', 'X:3'],
      consider: ['X:9'],
    });
  });

  test('names each synonym, alternative id and parent once', () => {
    const repeated = ['synonym: "A" EXACT []', 'synonym: "A" RELATED [b]', 'alt_id: X:9', 'alt_id: X:9'];
    const term = termWith(...repeated, 'is_a: X:3', 'is_a: X:30', 'is_a: X:2', 'is_a: X:3');
    expect(term).toEqual({ ...EMPTY, synonyms: ['A'], altTermIds: ['X:9'], isA: ['X:3', 'X:2'] });
  });

  test('may name parents that come later, and is found under its own id before another term has it', () => {
    const text = '[Term]\nid: X:1\nis_a: X:2\n[Term]\nid: X:3\nalt_id: X:2\n[Term]\nid: X:2\n';
    expect(parse(text).file.terms[0]?.isA).toEqual(['X:2']);
  });
});

describe('a broken line is reported, and costs no more than itself:', () => {
  test.each([
    ['just words', 'The line is "just words", but must be one such as name: text.'],
    ['def: not quoted', 'The def is "not quoted", but must be one such as "text" [sources].'],
    ['def: "no end [a]', 'The def is "\\"no end [a]", but must be one such as "text" [sources].'],
    ['def: "a "big" one" []', 'The def is "\\"a \\"big\\" one\\" []", but must be one such as "text" [sources].'],
    ['synonym: A EXACT []', 'The synonym is "A EXACT []", but must be one such as "text" EXACT [].'],
    ['synonym: "A"B" EXACT []', 'The synonym is "\\"A\\"B\\" EXACT []", but must be one such as "text" EXACT [].'],
    ['synonym: " " EXACT []', 'The synonym is "\\" \\" EXACT []", but must be one such as "text" EXACT [].'],
    ['alt_id:', 'The alt_id is "", but must be an identifier of at most 255 characters.'],
    ['relationship: part_of', 'The part_of is "", but must be an identifier of at most 255 characters.'],
    ['is_obsolete: yes', 'The is_obsolete is "yes", but must be true or false.'],
    ['id: X:7', 'The term "X:1" has another id:, but must have one.'],
  ])('%s', (line, reason) => {
    const { term, skipped } = readTerm('name: A', line, 'synonym: "B" EXACT []');
    expect(skipped).toEqual([{ lineNumber: 4, kind: expect.any(String), reason }]);
    expect(term).toEqual({ ...EMPTY, name: 'A', synonyms: ['B'] });
  });

  test('a second name, namespace or definition', () => {
    const { term, skipped } = readTerm(
      'name: A',
      'name: B',
      'namespace: a',
      'namespace: b',
      'def: "a" []',
      'def: "b" []',
    );
    expect(skipped).toEqual([
      { lineNumber: 4, kind: 'another name', reason: 'The term "X:1" has another name; the first one counts.' },
      {
        lineNumber: 6,
        kind: 'another namespace',
        reason: 'The term "X:1" has another namespace; the first one counts.',
      },
      {
        lineNumber: 8,
        kind: 'another definition',
        reason: 'The term "X:1" has another definition; the first one counts.',
      },
    ]);
    expect(term).toEqual({ ...EMPTY, name: 'A', namespace: 'a', definition: 'a' });
  });
});

describe('a broken stanza is reported, and nothing of it goes to another term:', () => {
  test.each([
    ['[Term]\nname: no id\nid: X:5', 2, 'A term begins with "name:", but must with its id:.'],
    ['[Term]\nid:\nname: no id', 2, 'The id is "", but must be an identifier of at most 255 characters.'],
    ['[Term]\nid: _:b1\nname: B', 2, 'The id "_:b1" is anonymous; only a lasting one is taken over.'],
    ['[Term]\nid: X:1\nname: B', 2, 'The term "X:1" is in the file twice; each term may be there once.'],
    ['[Term\nid: X:5\nname: B', 1, 'The stanza begins with "[Term", but must with one such as [Term].'],
  ])('%j', (stanza, line, reason) => {
    const { file, skipped } = parse(`[Term]\nid: X:1\nname: A\n${stanza}\nsynonym: "B" EXACT []\n`);
    expect(skipped).toEqual([{ lineNumber: 3 + line, kind: expect.any(String), reason }]);
    expect(file.terms).toEqual([{ ...EMPTY, name: 'A' }]);
  });

  test('an id that is longer than any registry keeps', () => {
    const { skipped } = parse(`[Term]\nid: ${'X'.repeat(256)}\n${OTHERS}`);
    expect(skipped).toEqual([
      expect.objectContaining({ lineNumber: 2, reason: expect.stringContaining('at most 255') }),
    ]);
  });
});
