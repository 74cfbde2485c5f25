/** Valid answers of which one dimension at a time is pushed to its bound: length, number, keys, depth, marks, expansion, chunks. */

import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import { json } from '../../../src/demo/partner-behaviours.ts';
import type { HostileAnswer } from './hostile-answers.ts';
import { inChunks, jsonText } from './hostile-behaviours.ts';

const USERS = '/api/users/search';
const GENES = '/api/genes/search';
/** Of the text of one answer. */
const ROOM = 4_900_000;
const LONGEST_TEXT = 99_999;

/** Every text of a researcher and of a gene. */
const USER_TEXTS = ['email', 'name', 'lastName', 'description', 'organization', 'department', 'phone', 'website'];
const GENE_TEXTS = ['symbol', 'name', 'aliases'];
/** What a text may be full of. */
const SIGNS: Readonly<Record<string, string>> = {
  length: 'x',
  marks: '\u0301\u0323',
  expansion: '\ufdfa',
  blanks: ' ',
  brackets: '<',
};

type Entry = { name: string; entry: (index: number) => unknown };

const LISTS: readonly Entry[] = [
  { name: 'publications', entry: (index) => ({ pmid: index, title: 'T' }) },
  { name: 'researcherCategories', entry: (index) => `C${index}` },
  { name: 'userTerms', entry: (index) => ({ goId: `GO:${index}`, name: 'N', aspect: 'A' }) },
  { name: 'userOntologyTerms', entry: (index) => ({ ontology: { name: 'hp' }, termId: `HP:${index}`, name: 'N' }) },
];
const MAPS: readonly Entry[] = [
  { name: 'userGenes', entry: (index) => ({ geneId: index, symbol: 'S', tier: 'TIER1', taxon: { id: 9606 } }) },
  { name: 'userOrgans', entry: () => ({ uberonId: 'U', name: 'N' }) },
];

function filled(sign: string): string {
  return `A${sign.repeat(Math.floor(LONGEST_TEXT / sign.length) - 1)}`;
}

const texts = Object.entries(SIGNS).flatMap(([dimension, sign]): HostileAnswer[] => [
  ...USER_TEXTS.map((member): HostileAnswer => {
    const name = `${dimension}-of-${member.toLowerCase()}`;
    return { name, asked: 'users', script: () => ({ [USERS]: json([userRecord(1, { [member]: filled(sign) })]) }) };
  }),
  ...GENE_TEXTS.map((member): HostileAnswer => {
    const name = `${dimension}-of-gene-${member.toLowerCase()}`;
    return { name, asked: 'genes', script: () => ({ [GENES]: json([geneRecord(1, { [member]: filled(sign) })]) }) };
  }),
]);

/** In one record, as many as have room, and in as many records as have room, some. */
function numbersOf({ name, entry }: Entry, together: (entries: readonly unknown[]) => unknown): HostileAnswer[] {
  const entriesOf = (count: number) => Array.from({ length: count }, (_, index) => entry(index + 1));
  const most = Math.floor(ROOM / (JSON.stringify(together(entriesOf(100))).length / 100 + 6));
  const some = { [name]: together(entriesOf(50)) };
  const records = Math.floor(ROOM / JSON.stringify(userRecord(1, some)).length);
  const inMany = () => Array.from({ length: records }, (_, index) => userRecord(index + 1, some));
  return [
    {
      name: `number-of-${name.toLowerCase()}`,
      asked: 'users',
      script: () => ({ [USERS]: json([userRecord(1, { [name]: together(entriesOf(most)) })]) }),
    },
    { name: `records-with-${name.toLowerCase()}`, asked: 'users', script: () => ({ [USERS]: json(inMany()) }) },
  ];
}

function byNumber(entries: readonly unknown[]): unknown {
  return Object.fromEntries(entries.map((entry, index) => [String(index + 1), entry]));
}

const depths = ['publications', 'userGenes', 'unknown'].map((member): HostileAnswer => {
  const depth = 70_000;
  const nested = `[{"id":1,"${member}":${'{"a":['.repeat(depth)}${']}'.repeat(depth)}}]`;
  return { name: `depth-of-${member.toLowerCase()}`, asked: 'users', script: () => ({ [USERS]: jsonText(nested) }) };
});

const chunks = [1, 10, 100, 1_000, 10_000].map((chunkBytes): HostileAnswer => {
  const body = JSON.stringify(Array.from({ length: 900 }, (_, index) => userRecord(index + 1)));
  return { name: `chunks-of-${chunkBytes}`, asked: 'users', script: () => ({ [USERS]: inChunks(body, chunkBytes) }) };
});

export const GENERATED_ANSWERS: readonly HostileAnswer[] = [
  ...texts,
  ...LISTS.flatMap((list) => numbersOf(list, (entries) => entries)),
  ...MAPS.flatMap((map) => numbersOf(map, byNumber)),
  ...depths,
  ...chunks,
];
