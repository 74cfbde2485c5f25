/** What people may type, drawn from the whole reference data of a registry, with what each of it means. */

import type { DatabaseSync } from 'node:sqlite';
import { aliasesOf } from '../../../../src/domain/query/gene-names.ts';
import type { SeededRandom } from '../invented/seeded-random.ts';

export const INPUT_KINDS = [
  'symbol',
  'identifier',
  'alias',
  'symbol of another organism',
  'gene name',
  'disease name',
  'phenotype name',
  'phenotype id',
  'one edit away',
] as const;
export type InputKind = (typeof INPUT_KINDS)[number];

/** `meant`: `gene 3785`, `disease ORPHA:33069`, `term HP:0001250`; any of several of one name. */
export type DrawnInput = { kind: InputKind; text: string; meant: string[] };

const HUMAN = 'taxon_id = 9606';
const IN_USE = "kind = 'protein-coding' AND nomenclature_status = 'official'";
const TERMS = 'SELECT term_id AS id, name FROM term WHERE obsolete = 0';
type Term = { id: string; name: string };
const GENES = 'FROM gene JOIN gene_identity ON gene_id = id WHERE symbol IS NOT NULL';

/** So many of each kind. */
export function drawInputs(database: DatabaseSync, perKind: number, random: SeededRandom): DrawnInput[] {
  const rows = <Row>(sql: string) => database.prepare(sql).all() as Row[];
  const draw = <Row>(sql: string) => random.sample(rows<Row>(sql), perKind);
  const symbols = new Set(
    rows<{ symbol: string }>('SELECT DISTINCT symbol_folded AS symbol FROM gene').map((one) => one.symbol),
  );
  const aliases = rows<{ alias: string }>('SELECT DISTINCT alias_folded AS alias FROM gene_alias');
  const taken = new Set([...symbols, ...aliases.map(({ alias }) => alias)]);

  type Gene = { id: number; symbol: string; name: string; aliases: string };
  const gene = (kind: InputKind, text: string, id: number) => ({ kind, text, meant: [`gene ${id}`] });
  const edited = rows<Gene>(`SELECT id, symbol ${GENES} AND ${HUMAN} AND ${IN_USE}`).flatMap(({ id, symbol }) => {
    const text = editedText(symbol, random);
    // What is the name of another gene is no slip that anybody could see.
    return symbol.length < 3 || taken.has(text.toLowerCase()) ? [] : [gene('one edit away', text, id)];
  });
  return [
    ...draw<Gene>(`SELECT id, symbol ${GENES} AND ${HUMAN}`).map((one, index) => {
      return gene('symbol', index % 2 === 0 ? one.symbol : one.symbol.toLowerCase(), one.id);
    }),
    ...identifiers(database, perKind, random),
    ...draw<Gene>(`SELECT id, aliases ${GENES} AND ${HUMAN} AND ${IN_USE} AND aliases NOT IN ('', '-')`).map((one) => {
      return gene('alias', random.pick(aliasesOf(one.aliases)), one.id);
    }),
    ...draw<Gene>(`SELECT id, symbol ${GENES} AND NOT ${HUMAN}`).map((one) => {
      return gene('symbol of another organism', one.symbol, one.id);
    }),
    ...draw<Gene>(`SELECT id, name ${GENES} AND ${HUMAN} AND ${IN_USE}`).map((one) =>
      gene('gene name', one.name, one.id),
    ),
    ...draw<{ id: string; name: string }>('SELECT id, name FROM disease WHERE name IS NOT NULL').map(({ id, name }) => {
      return { kind: 'disease name' as const, text: name, meant: [`disease ${id}`] };
    }),
    ...draw<Term>(TERMS).map(({ id, name }) => ({
      kind: 'phenotype name' as const,
      text: name,
      meant: [`term ${id}`],
    })),
    ...draw<Term>(TERMS).map(({ id }) => ({ kind: 'phenotype id' as const, text: id, meant: [`term ${id}`] })),
    ...random.sample(edited, perKind),
  ];
}

function identifiers(database: DatabaseSync, perKind: number, random: SeededRandom): DrawnInput[] {
  const rows = database
    .prepare(`SELECT id, hgnc_id AS hgnc, ensembl_ids AS ensembl, omim_ids AS omim ${GENES} AND ${HUMAN} AND ${IN_USE}`)
    .all();
  const all = rows.map(({ id, hgnc, ensembl, omim }) => {
    const [omimId] = JSON.parse(String(omim)) as string[];
    const texts = [`NCBIGene:${id}`, String(id), hgnc as string, ...(JSON.parse(String(ensembl)) as string[])];
    return { id: Number(id), texts: [...texts, ...(omimId === undefined ? [] : [`OMIM:${omimId}`])] };
  });
  return random.sample(all, perKind).map(({ id, texts }, index) => {
    return { kind: 'identifier', text: texts[index % texts.length] as string, meant: [`gene ${id}`] };
  });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

/** One letter left out, added, replaced by one of its kind, or swapped with its neighbour. */
export function editedText(text: string, random: SeededRandom): string {
  const place = random.below(text.length);
  const before = text.slice(0, place);
  const [letter = '', next = ''] = text.slice(place);
  const behind = text.slice(place + 1);
  const alphabet = /\d/.test(letter) ? DIGITS : LETTERS;
  const other = random.pick([...alphabet]);
  const edits = [before + behind, before + letter + other + behind, before + other + behind];
  if (next !== '' && next !== letter) edits.push(before + next + letter + behind.slice(1));
  return random.pick(edits);
}
