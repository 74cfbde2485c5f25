/** Loads the terms of an ontology from OBO (rdp-protocol 9.3). */

import { foldForEquality } from '../../domain/folding.ts';
import { UnreadableFile } from '../../domain/problem.ts';
import type { SnapshotTerm, SnapshotUser } from '../../domain/record/snapshot.ts';
import { quoted } from '../../domain/reference-files/line-parser.ts';
import { type LoadTally, loadTally } from '../../domain/reference-files/load-report.ts';
import { type OboFile, oboParser } from '../../domain/reference-files/obo.ts';
import { GO_ONTOLOGY } from '../reference/gene-ontology.ts';
import { heldTerms, termWriter } from '../reference/terms.ts';
import { writeTermTexts } from '../search/suggest-terms.ts';
import { writeNameWords } from '../store/text-indexes.ts';

import {
  finishLoad,
  type LoadWork,
  mergeRecords,
  type RowFile,
  readRows,
  usersWithGoTerms,
  type WriteLoad,
} from './load-work.ts';
import { mergedTerms, type TermMarks } from './merged-terms.ts';

const LONGEST_ONTOLOGY_NAME = 255;

export type OntologyOptions = {
  /** Undefined to use the name in the file. */
  name: string | undefined;
  /** Ids of terms to activate, with all terms below them and their ontology. */
  activate: readonly string[];
  /** If given, ids may belong to other files, and those of this file are added to it. Otherwise every id must be in this file. */
  activated?: Set<string> | undefined;
};

/**
 * Reads a file for a write that adds and changes the terms of an ontology. A new ontology and its terms are not active.
 * Terms that the file lacks are removed, except the terms of researchers.
 *
 * @throws UnreadableFile
 */
export async function readOntology(
  file: RowFile,
  { name: given, activate, activated }: OntologyOptions,
): Promise<WriteLoad> {
  const read = await readObo(file);
  const name = given ?? nameOf(read.file, file.name);
  refuseOddName(name, file.name);
  return (work) => {
    const tally = loadTally('terms');
    read.reportSkipped(tally);
    const obo = eachOnce(read.file, tally);
    tally.note(`They are those of the ontology ${name}.`);
    const roots = activatedHere(obo, { activate, activated }, file.name);
    writeTerms(work, { obo, file: file.name, name, activate: roots, tally });
    noteInactive(work, obo, name, tally);
    return [tally.report()];
  };
}

export type ReadObo = { file: OboFile; reportSkipped(tally: LoadTally): void };

/** Reads an OBO file. @throws UnreadableFile */
export async function readObo(file: RowFile): Promise<ReadObo> {
  const parser = oboParser();
  const rows = await readRows(file, parser, () => false);
  return { file: parser.file(), reportSkipped: (tally) => rows.each(tally, () => {}) };
}

/** Drops repeated terms; letter case does not distinguish their ids. */
export function eachOnce(obo: OboFile, tally: LoadTally): OboFile {
  const seen = new Set<string>();
  const unique = obo.terms.filter(({ termId }) => {
    const folded = foldForEquality(termId);
    const isFirst = !seen.has(folded);
    if (!isFirst) tally.note(`Another term has the id ${termId} in other letter case, so it is skipped.`);
    seen.add(folded);
    return isFirst;
  });
  if (unique.length === obo.terms.length) return obo;
  const ids = new Set(unique.map(({ termId }) => termId));
  const isKnown = (id: string) => ids.has(id);
  return {
    ...obo,
    terms: unique.map((term) => ({ ...term, isA: term.isA.filter(isKnown), partOf: term.partOf.filter(isKnown) })),
  };
}

/** Returns the last part of the ontology's own name: `hp` of `hp.obo`, `nbo-base` of `nbo/nbo-base`. */
function nameOf({ ontology }: OboFile, file: string): string {
  const name =
    ontology
      ?.split('/')
      .at(-1)
      ?.replace(/\.(?:obo|owl)$/, '') ?? '';
  if (name === '') throw new UnreadableFile('does not say which ontology it is; give its name with --name', file);
  return name;
}

/** Refuses names with which a snapshot of the registry could not be imported again. */
function refuseOddName(name: string, file: string): void {
  if (name.trim() !== '' && name.length <= LONGEST_ONTOLOGY_NAME) return;
  const found = `names its ontology ${quoted(name)}`;
  throw new UnreadableFile(`${found}; give a name of 1 to ${LONGEST_ONTOLOGY_NAME} characters with --name`, file);
}

/** Returns the ids that the file uses for the terms to activate. @throws UnreadableFile for an id that must be in this file */
export function activatedHere(
  obo: OboFile,
  { activate, activated }: Pick<OntologyOptions, 'activate' | 'activated'>,
  file: string,
): string[] {
  return activate.flatMap((id) => {
    const root = rootOf(obo, id);
    if (root === undefined && activated === undefined) {
      throw new UnreadableFile(`has no term '${id}', which --activate names`, file);
    }
    if (root !== undefined) activated?.add(id);
    return root ?? [];
  });
}

/** Notes that an ontology is not active, because a search finds nobody by its terms. */
function noteInactive({ tx, store }: LoadWork, { terms }: OboFile, name: string, tally: LoadTally): void {
  const isActive = store.query<[number]>('SELECT active FROM ontology WHERE name_folded = ?');
  if (isActive.first(tx, foldForEquality(name))?.[0] === 1) return;
  const top = terms.find(({ isA, partOf, obsolete }) => !obsolete && isA.length + partOf.length === 0)?.termId;
  const example = top === undefined ? '' : `, such as ${top}`;
  tally.note(
    `The ontology ${name} is not active, so nobody is found by its terms: load it with --activate TERM${example}, which switches a term on with all below it.`,
  );
}

function rootOf({ terms }: OboFile, id: string): string | undefined {
  const folded = foldForEquality(id);
  const root = terms.find((term) => [term.termId, ...term.altTermIds].some((one) => foldForEquality(one) === folded));
  return root?.termId;
}

type Given = { obo: OboFile; file: string; name: string; activate: readonly string[]; tally: LoadTally };

function writeTerms(work: LoadWork, { obo, file, name, activate, tally }: Given): void {
  const { tx, store } = work;
  const ontology = heldOntology(work, name, activate.length > 0);
  if (ontology.isSwitched) tally.alsoChanged('The ontology is active now.');
  const held = new Map<string, HeldText>();
  for (const { number, term } of heldTerms(tx, store, ontology.number)) {
    const { active, group, hasIcon } = term;
    held.set(foldForEquality(term.termId), { number, active, group, hasIcon, json: JSON.stringify(term) });
  }
  const terms = mergedTerms(held, obo, { withParts: foldForEquality(name) === GO_ONTOLOGY, activate });
  refuseOtherOntology(held, terms, { file, name });
  const users = usersByTerm(work, name);
  const switched = mergeTerms(work, { number: ontology.number, held, terms, users, tally });
  reportObsolete(obo, users, tally);
  if (!tally.hasChanges()) return;
  writeTermTexts(tx, store, ontology.number);
  writeNameWords(tx, 'term');
  const concerned = ontology.isSwitched
    ? [...users.values()]
    : [...users].filter(([id]) => switched.has(id)).map(([, ids]) => ids);
  const goUsers = foldForEquality(name) === GO_ONTOLOGY ? usersWithGoTerms(work) : [];
  finishLoad(work, [...new Set([...concerned.flat(), ...goUsers])]);
}

/** Returns the stored ontology; creates it if it is missing. */
function heldOntology({ tx, store }: LoadWork, name: string, isActivated: boolean) {
  const known = store
    .query<[number, number]>('SELECT id, active FROM ontology WHERE name_folded = ?')
    .first(tx, foldForEquality(name));
  if (known === undefined) {
    tx.run(
      `INSERT INTO ontology (name, name_folded, active, available_for_gene_search) VALUES (?, ?, ?, 1)`,
      ...[name, foldForEquality(name), Number(isActivated)],
    );
    return {
      number: store.query<[number]>('SELECT last_insert_rowid()').first(tx)?.[0] as number,
      isSwitched: isActivated,
    };
  }
  const [number, active] = known;
  const isSwitched = isActivated && active === 0;
  if (isSwitched) tx.run('UPDATE ontology SET active = 1 WHERE id = ?', number);
  return { number, isSwitched };
}

/** A stored term as JSON text, which needs less memory than an object. */
type HeldText = TermMarks & { number: number; json: string };
type Held = ReadonlyMap<string, HeldText>;

/** Refuses a file that has none of the stored terms, because the write would remove them all. */
function refuseOtherOntology(
  held: Held,
  terms: readonly SnapshotTerm[],
  { file, name }: { file: string; name: string },
): void {
  if (held.size === 0 || terms.some(({ termId }) => held.has(foldForEquality(termId)))) return;
  const found = `has none of the ${held.size.toLocaleString('en')} terms that ${name} has here`;
  throw new UnreadableFile(`${found}; another ontology needs another name, given with --name`, file);
}

type Merge = { number: number; held: Held; terms: readonly SnapshotTerm[]; users: UsersByTerm; tally: LoadTally };

/**
 * Writes the terms, and removes those that are no longer given, except terms of researchers: a filter by them still finds these.
 * Returns the folded ids of terms that became active or inactive, so that filters find others.
 */
function mergeTerms({ tx, store }: LoadWork, merge: Merge): ReadonlySet<string> {
  const { number: ontology, held, terms, users, tally } = merge;
  const writer = termWriter(tx);
  let last = store.query<[number | null]>('SELECT max(id) FROM term').first(tx)?.[0] ?? 0;
  const given = new Map(terms.map((term) => [foldForEquality(term.termId), term]));
  const numbers = new Map<string, number>();
  for (const [folded, { termId }] of given) numbers.set(termId, held.get(folded)?.number ?? ++last);
  const numberOf = (termId: string) => numbers.get(termId) as number;
  const otherIds = new Map(
    terms.flatMap(({ termId, altTermIds }) => altTermIds.map((id) => [foldForEquality(id), termId])),
  );
  const switched = new Set<string>();
  const changed: SnapshotTerm[] = [];

  function change(folded: string, term: SnapshotTerm): void {
    changed.push(term);
    if ((held.get(folded)?.active ?? false) !== term.active) switched.add(folded);
  }

  function gone(folded: string, { number, json }: HeldText): void {
    const term = shown(JSON.parse(json) as SnapshotTerm);
    const successor = otherIds.get(folded);
    const now = successor === undefined ? '' : `; it is another id of ${successor} now`;
    const count = users.get(folded)?.length ?? 0;
    if (count > 0) tally.retained(`${term}, which ${chosenBy(count)}${now}`);
    else {
      writer.remove(number);
      tally.removed(`${term}${now}`);
    }
  }

  const isSame = ({ json }: HeldText, term: SnapshotTerm) => json === JSON.stringify(term);
  mergeRecords(tally, { here: held, given, isSame, add: change, change, gone });
  for (const term of changed) writer.replace({ number: numberOf(term.termId), term }, ontology);
  for (const { termId, subTermIds } of changed) {
    writer.dropBelow(numberOf(termId));
    writer.insertBelow(numberOf(termId), subTermIds.map(numberOf));
  }
  return switched;
}

function reportObsolete({ terms }: OboFile, users: UsersByTerm, tally: LoadTally): void {
  for (const { termId, name, obsolete, replacedBy } of terms) {
    const count = users.get(foldForEquality(termId))?.length ?? 0;
    if (!obsolete || count === 0) continue;
    const successor = replacedBy.length === 0 ? '' : `; ${replacedBy.join(', ')} replaces it`;
    tally.note(`${shown({ termId, name })}, which ${chosenBy(count)}, is obsolete${successor}.`);
  }
}

function shown({ termId, name }: Pick<SnapshotTerm, 'termId' | 'name'>): string {
  return name === null || name === termId ? termId : `${termId} (${name})`;
}

function chosenBy(count: number): string {
  return count === 1 ? 'a researcher has' : `${count.toLocaleString('en')} researchers have`;
}

/** The ids of users by the folded id of a term, which may no longer exist. */
type UsersByTerm = ReadonlyMap<string, readonly number[]>;

function usersByTerm({ tx, store }: LoadWork, ontologyName: string): UsersByTerm {
  const rows = store.query<[number, string]>(
    "SELECT id, ontology_terms FROM user WHERE ontology_terms <> '[]' ORDER BY id",
  );
  const name = foldForEquality(ontologyName);
  const users = new Map<string, number[]>();
  for (const [userId, json] of rows.each(tx)) {
    for (const { ontology, termId } of JSON.parse(json) as SnapshotUser['ontologyTerms']) {
      if (foldForEquality(ontology) !== name) continue;
      const key = foldForEquality(termId);
      const known = users.get(key);
      if (known === undefined) users.set(key, [userId]);
      else known.push(userId);
    }
  }
  return users;
}
