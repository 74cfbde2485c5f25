/** Reads the people of a file: it reads all sheets, looks values up in the registry, and collects every fault. */

import type { Report } from '../bounded-list.ts';
import type { ResearcherCategory } from '../record/model.ts';
import { ALLOWED_SCHEMES, refusedScheme } from '../web-address.ts';
import { COLUMNS, type ColumnKey, columnOf } from './columns.ts';
import { type CellPlace, type FaultList, placeText, quoted } from './faults.ts';
import { type ListedTerm, type ListReader, listReader } from './list-values.ts';
import type { PeopleReference } from './reference.ts';
import {
  formOf,
  hasEmailHeading,
  isAboutPeople,
  isEmptySheet,
  layoutOf,
  readSheet,
  type Sheet,
  type SheetForm,
  type TableRow,
} from './table.ts';
import { emailKey, type FileGene, type FileMembers, type FilePerson, readEmail, SINGLE_VALUES } from './values.ts';

type PeopleReading = {
  people: readonly FilePerson[];
  /** Sentences about values that were changed or left out. */
  notes: readonly string[];
};

type CollectedPerson = {
  email: string;
  place: CellPlace;
  single: Map<ColumnKey, { text: string; value: unknown; place: CellPlace }>;
  categories?: Set<ResearcherCategory>;
  organs?: Set<string>;
  /** The terms, by {@link termKey}. */
  terms?: Map<string, ListedTerm>;
  genes?: Map<number, { gene: FileGene; place: CellPlace }>;
};

/** Reads all sheets. The people may be used only if `faults` is empty afterwards. */
export function readPeople(sheets: readonly Sheet[], reference: PeopleReference, faults: FaultList): PeopleReading {
  const notes: string[] = [];
  const note: Report = (sentence) => notes.push(sentence);
  const lists = listReader(reference, faults, note);
  const people = new Map<string, CollectedPerson>();
  let hasGenes = false;
  const read = sheetsToRead(sheets, note);
  const forms = read.map(formOf);
  for (const [index, sheet] of read.entries()) {
    const layout = layoutOf(forms[index] as SheetForm, forms.toSpliced(index, 1));
    for (const row of readSheet(sheet, layout, faults)) {
      const person = personOf(row, people, faults);
      hasGenes ||= row.cells.has('gene');
      if (person === undefined) continue;
      collectSingle(person, row, faults, note);
      collectLists(person, row, lists, faults);
    }
  }
  if (people.size === 0 && faults.count() === 0) {
    faults.add({ sheet: sheets[0]?.name ?? null, row: 1 }, 'nobody stands in the table', 'one person at least');
  }
  return { people: [...people.values()].map((person) => toFilePerson(person, hasGenes)), notes };
}

/** Returns the sheets with a heading for e-mail addresses, and those about people or genes without it, which readSheet reports. */
function sheetsToRead(sheets: readonly Sheet[], note: Report): readonly Sheet[] {
  const filled = sheets.filter((sheet) => !isEmptySheet(sheet));
  return filled.filter((sheet) => {
    if (hasEmailHeading(sheet) || isAboutPeople(sheet) || columnOf(sheet.name ?? '') === 'gene') return true;
    note(`sheet ${quoted(sheet.name ?? '')} was not read: it has no heading for e-mail addresses.`);
    return false;
  });
}

function personOf(row: TableRow, people: Map<string, CollectedPerson>, faults: FaultList): CollectedPerson | undefined {
  const cell = row.cells.get('email');
  if (cell === undefined) return undefined;
  const email = readEmail(cell.text);
  if (email === undefined) {
    const found = cell.text === '' ? 'there is no e-mail address' : `${quoted(cell.text)} is no e-mail address`;
    faults.add(cell.place, found, COLUMNS.email.allowed);
    // The rest of the row is still checked, for a person that is not in the result.
    return { email: '', place: cell.place, single: new Map() };
  }
  const known = people.get(emailKey(email));
  if (known !== undefined) return known;
  const person = { email, place: cell.place, single: new Map() };
  people.set(emailKey(email), person);
  return person;
}

function collectSingle({ email, single }: CollectedPerson, row: TableRow, faults: FaultList, note: Report): void {
  for (const { key, keepsWhenEmpty, read } of SINGLE_VALUES) {
    const cell = row.cells.get(key);
    if (cell === undefined || (keepsWhenEmpty && cell.text === '')) continue;
    const { text, place } = cell;
    const value = key === 'website' ? soundWebsite(text, place, note) : read(text);
    const before = single.get(key);
    if (value === undefined) faults.add(place, `${quoted(text)} is not known`, COLUMNS[key].allowed);
    else if (before === undefined || before.text === '') single.set(key, { text, value, place });
    else if (text !== '' && !isEqual(value, before.value)) {
      const found = `${quoted(text)}, where ${placeText(before.place)} has ${quoted(before.text)} for ${email}`;
      faults.add(place, found, 'the same in all rows of a person, or nothing');
    }
  }
}

/** Whether two values of a cell are equal; roles are lists. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function soundWebsite(text: string, place: CellPlace, note: Report): string | null {
  const scheme = refusedScheme(text);
  if (scheme === undefined) return text === '' ? null : text;
  const found = `the address has the scheme ${quoted(scheme)}, allowed: ${ALLOWED_SCHEMES}`;
  note(`${placeText(place)}: ${found}; it was left out.`);
  return null;
}

function collectLists(person: CollectedPerson, row: TableRow, read: ListReader, faults: FaultList): void {
  if (row.cells.has('categories')) person.categories = new Set([...(person.categories ?? []), ...read.categories(row)]);
  if (row.cells.has('organs')) person.organs = new Set([...(person.organs ?? []), ...read.organs(row)]);
  if (row.cells.has('terms')) {
    person.terms ??= new Map();
    for (const term of read.terms(row)) person.terms.set(termKey(term), term);
  }
  if (!row.cells.has('gene')) return;
  person.genes ??= new Map();
  for (const { gene, place } of read.genes(row)) {
    const before = person.genes.get(gene.geneId);
    if (before === undefined) person.genes.set(gene.geneId, { gene, place });
    else if (before.gene.tier !== gene.tier || before.gene.privacyLevel !== gene.privacyLevel) {
      const found = `NCBIGene:${gene.geneId}, which ${placeText(before.place)} has with another tier or level`;
      faults.add(place, found, 'each gene of a person once');
    }
  }
}

/** Returns a key that is equal for all spellings of a term. */
export function termKey({ ontology, termId }: { ontology: string; termId: string }): string {
  return `${ontology}\n${termId}`.toLowerCase();
}

/** Returns a person. If any sheet of the file has genes, a person without genes in it has none. */
function toFilePerson(person: CollectedPerson, hasGenes: boolean): FilePerson {
  const { email, place, single, categories, organs, terms, genes = hasGenes ? new Map() : undefined } = person;
  const present = SINGLE_VALUES.filter(({ key }) => single.has(key));
  const members: Partial<FileMembers> = {
    ...Object.fromEntries(present.map(({ key, member }) => [member, single.get(key)?.value])),
    ...(categories && { researcherCategories: [...categories] }),
    ...(organs && { organs: [...organs] }),
    ...(terms && { ontologyTerms: [...terms.values()] }),
    ...(genes && { genes: [...genes.values()].map(({ gene }) => gene) }),
  };
  return { email, place, members, isLevelEmpty: single.get('level')?.text === '' };
}
