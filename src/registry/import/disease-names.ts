/** Names of diseases in sources other than HPO: Mondo, and Orphanet in each language for which a file is given. */

import { foldForEquality } from '../../domain/folding.ts';
import { UnreadableFile } from '../../domain/problem.ts';
import type { OtherDiseaseName } from '../../domain/record/snapshot.ts';
import { type LoadTally, loadTally } from '../../domain/reference-files/load-report.ts';
import type { OboTerm } from '../../domain/reference-files/obo.ts';
import { diseaseNamesParser, type ReadElement } from '../../domain/reference-files/orphadata.ts';
import { readObo } from './load-ontology.ts';
import { type LoadWork, mergeRecords, type RowFile, readRows } from './load-work.ts';

export type NameFiles = {
  /** Mondo as OBO files. */
  mondo: readonly RowFile[];
  /** Product 1 of Orphadata, one file for each language. */
  orphadata: readonly RowFile[];
};

/** Writes the names that were read; returns the tally, or undefined if no file was given. */
export type WriteDiseaseNames = (work: LoadWork, spelled: (diseaseId: string) => string) => LoadTally | undefined;

type NamedDiseases = {
  source: string;
  language: string;
  release: string | null;
  /** Diseases with their names; a disease may occur several times. */
  rows: { diseaseIds: readonly string[]; names: readonly string[] }[];
  reportSkipped(tally: LoadTally): void;
};

const MONDO = 'MONDO';
/** The name of the source of Orphadata. */
export const ORPHANET = 'Orphanet';
const MONDO_ID = /^MONDO:\d/;
const LONGEST_NAME = 500;

/** Reads the files for a later write. @throws UnreadableFile */
export async function readDiseaseNames(files: NameFiles, readElement: ReadElement): Promise<WriteDiseaseNames> {
  const read: NamedDiseases[] = [];
  for (const file of files.mondo) read.push(await readMondo(file));
  for (const file of files.orphadata) read.push(await readOrphadata(file, readElement));
  return (work, spelled) => {
    if (read.length === 0) return undefined;
    const tally = loadTally('diseases with names of other sources');
    for (const one of read) one.reportSkipped(tally);
    writeNames(work, { read, spelled, tally });
    tally.note(`Names are those of ${read.map(nameOfSource).join(', ')}.`);
    return tally;
  };
}

async function readMondo(file: RowFile): Promise<NamedDiseases> {
  const { file: obo, reportSkipped } = await readObo(file);
  if (!obo.terms.some(({ termId }) => MONDO_ID.test(termId))) {
    throw new UnreadableFile('has no term of Mondo, such as MONDO:0100135', file.name);
  }
  const rows = obo.terms.filter(({ obsolete, diseaseIds }) => !obsolete && diseaseIds.length > 0).map(toRow);
  const release = /\d{4}-\d{2}-\d{2}/.exec(obo.dataVersion ?? '')?.[0] ?? obo.dataVersion;
  return { source: MONDO, language: 'en', release, rows, reportSkipped };
}

/** Drops broad synonyms, because they mean more than the disease. */
function toRow({ diseaseIds, name, synonyms, broadSynonyms }: OboTerm) {
  const own = synonyms.filter((synonym) => !broadSynonyms.includes(synonym) && synonym.length <= LONGEST_NAME);
  return { diseaseIds, names: [...(name === null ? [] : [name]), ...own] };
}

async function readOrphadata(file: RowFile, readElement: ReadElement): Promise<NamedDiseases> {
  const parser = diseaseNamesParser(readElement);
  const read = await readRows(file, parser, () => true);
  const rows: NamedDiseases['rows'] = [];
  const languages = new Set<string>();
  read.each(loadTally(''), ({ language, ...row }) => {
    languages.add(language);
    rows.push(row);
  });
  const [language = '', ...others] = languages;
  if (others.length > 0) {
    throw new UnreadableFile(`has names in ${[...languages].join(' and ')}; one file has one language`, file.name);
  }
  return {
    ...{ source: ORPHANET, language, release: parser.release(), rows },
    reportSkipped: (tally) => read.each(tally, () => {}),
  };
}

function nameOfSource({ source, language, release }: NamedDiseases): string {
  return `${source}${release === null ? '' : ` ${release}`} (${language})`;
}

type Write = { read: readonly NamedDiseases[]; spelled: (diseaseId: string) => string; tally: LoadTally };

/** Replaces the names of the sources and languages that were read; others stay. */
function writeNames({ tx, store }: LoadWork, { read, spelled, tally }: Write): void {
  const rows = store.query<[string, string, string, string]>(
    'SELECT disease_id, name, source, language FROM disease_name ORDER BY disease_id, position',
  );
  const here = new Map<string, OtherDiseaseName[]>();
  for (const [diseaseId, name, source, language] of rows.all(tx)) addTo(here, diseaseId, [{ name, source, language }]);
  const ofFiles = namesByDisease(read, spelled);
  const isReplaced = ({ source, language }: OtherDiseaseName) =>
    read.some((one) => one.source === source && one.language === language);
  const diseases = store.query<[string, string | null]>('SELECT id, name FROM disease ORDER BY id').all(tx);
  const given = new Map<string, OtherDiseaseName[]>();
  for (const [diseaseId, name] of diseases) {
    const others = (here.get(diseaseId) ?? []).filter((one) => !isReplaced(one));
    const names = eachOnce(name, [...others, ...(ofFiles.get(diseaseId) ?? [])].sort(bySource));
    if (names.length > 0) given.set(diseaseId, names);
  }
  const remove = tx.inserter('DELETE FROM disease_name WHERE disease_id = ?');
  const insert = tx.inserter('INSERT INTO disease_name VALUES (?, ?, ?, ?, ?)');
  const put = (diseaseId: string, names: readonly OtherDiseaseName[]) => {
    remove(diseaseId);
    for (const [position, one] of names.entries()) insert(diseaseId, position, one.name, one.source, one.language);
  };
  mergeRecords(tally, {
    ...{ here, given, add: put, change: put },
    isSame: (before, names) => JSON.stringify(before) === JSON.stringify(names),
    isEmptied: (before, names) => before.some(isReplaced) && !names.some(isReplaced),
    gone(diseaseId) {
      remove(diseaseId);
      tally.removed(`the other names of ${diseaseId}`);
    },
  });
  if (diseases.length === 0)
    tally.note('None of the diseases that they name is loaded; load genes_to_phenotype.txt first.');
}

function namesByDisease(
  read: readonly NamedDiseases[],
  spelled: (diseaseId: string) => string,
): Map<string, OtherDiseaseName[]> {
  const given = new Map<string, OtherDiseaseName[]>();
  for (const { source, language, rows } of read) {
    for (const { diseaseIds, names } of rows) {
      for (const diseaseId of diseaseIds.map(spelled)) {
        addTo(
          given,
          diseaseId,
          names.map((name) => ({ name, source, language })),
        );
      }
    }
  }
  return given;
}

function addTo(lists: Map<string, OtherDiseaseName[]>, diseaseId: string, names: OtherDiseaseName[]): void {
  const list = lists.get(diseaseId);
  if (list === undefined) lists.set(diseaseId, names);
  else list.push(...names);
}

/** Compares by source and language, so that the order of the files has no effect; within one, names stay in the file's order. */
function bySource(a: OtherDiseaseName, b: OtherDiseaseName): number {
  const [one, other] = [`${a.source} ${a.language}`, `${b.source} ${b.language}`];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Drops repeated names within a language, and names equal to that of the disease. */
function eachOnce(name: string | null, names: readonly OtherDiseaseName[]): OtherDiseaseName[] {
  const seen = new Set(name === null ? [] : [`en ${foldForEquality(name)}`]);
  return names.filter((one) => {
    const key = `${one.language} ${foldForEquality(one.name)}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
