/** Imports the people of a file into a registry, in one transaction: all of them or none. */

import { foldForEquality } from '../../domain/folding.ts';
import { once } from '../../domain/memoize.ts';
import { termIdOf } from '../../domain/record/database-ids.ts';
import { LARGEST_INT, type Role } from '../../domain/record/model.ts';
import { type Fault, faultList } from '../../domain/tables/faults.ts';
import { type Known, type PeoplePlan, planPeople } from '../../domain/tables/people-plan.ts';
import { readPeople } from '../../domain/tables/read-people.ts';
import type { GeneChoice, OrganChoice, PeopleReference, TermChoice } from '../../domain/tables/reference.ts';
import type { Sheet } from '../../domain/tables/table.ts';
import { users } from '../people/users.ts';
import { referenceData } from '../reference/reference.ts';
import { givenIds } from '../store/given-ids.ts';
import { meta } from '../store/meta.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';

type ImportPeopleOptions = {
  store: Store;
  sheets: readonly Sheet[];
  /** Whether people who are not in the file are removed. Accounts with other roles than a user's are never removed. */
  removesMissing: boolean;
  /** The id of the remote search account, if the configuration names it. */
  remoteSearchUserId: number | undefined;
  /** Whether nothing is written: what the import would do is worked out, and its outcome is the same. */
  isDryRun?: boolean;
  /** Called with the changes before the first one is written, unless the table is refused. */
  onPlan?(done: ImportedPeople): void;
  now: Date;
};

export type ImportedPeople = {
  plan: PeoplePlan;
  /** Whether the people whom the file does not name were removed. */
  removed: boolean;
  /** Sentences about values that were changed or left out. */
  notes: readonly string[];
  /** The symbol of a gene of the registry, or else its id. */
  symbolOf(geneId: number): string;
};

type PeopleImport =
  /** Nothing was changed; `faults` has the first of all faults. */
  | { outcome: 'refused'; faults: readonly Fault[]; faultCount: number }
  /** The import changed nothing, because the registry lacks the reference data that describe people. */
  | { outcome: 'registry-empty' }
  | ({ outcome: 'imported' } & ImportedPeople);

const MOST_FAULTS = 20;

/** Imports people. If the file equals what the registry has, nothing is written, and caches stay valid. */
export function importPeople(options: ImportPeopleOptions): PeopleImport {
  const { store, isDryRun = false } = options;
  if (isDryRun) return store.read((tx) => planned(tx, options));
  return store.write((tx) => {
    const done = planned(tx, options);
    if (done.outcome === 'imported') write(tx, done, options);
    return done;
  });
}

function planned(tx: ReadTransaction, options: ImportPeopleOptions): PeopleImport {
  const { store, sheets, removesMissing, onPlan } = options;
  if (meta(store).isEmpty(tx)) return { outcome: 'registry-empty' };
  const faults = faultList(MOST_FAULTS);
  const reference = peopleReference(tx, store);
  const { people: inFile, notes } = readPeople(sheets, reference, faults);
  const plan = planPeople(inFile, known(tx, options), faults);
  if (faults.count() > 0) return { outcome: 'refused', faults: faults.first(), faultCount: faults.count() };
  const symbolOf = (geneId: number) => reference.geneById(geneId)?.symbol ?? String(geneId);
  const done = { plan, removed: removesMissing, notes: [...notes, ...notesOnDisabled(plan)], symbolOf };
  onPlan?.(done);
  return { outcome: 'imported', ...done };
}

function write(tx: WriteTransaction, { plan, removed }: ImportedPeople, { store, now }: ImportPeopleOptions): void {
  const people = users(store);
  const changed = [...plan.added, ...plan.changed.map(({ user }) => user)];
  if (changed.length > 0) people.put(tx, changed, now);
  if (plan.added.length > 0) givenIds(store).keep(tx);
  if (!removed || plan.missing.length === 0) return;
  people.remove(
    tx,
    plan.missing.map(({ id }) => id),
  );
}

function notesOnDisabled({ changed, unchanged }: PeoplePlan): string[] {
  const there = [...changed.map(({ user }) => user), ...unchanged];
  return there.filter(({ enabled }) => !enabled).map(({ email }) => `${email}: the account is disabled, and stays so.`);
}

function known(tx: ReadTransaction, { store, remoteSearchUserId }: ImportPeopleOptions): Known {
  const people = users(store);
  const accounts = store.query<AccountRow>('SELECT id, email, roles, orcid FROM user ORDER BY id').all(tx);
  return {
    accounts: accounts.map(([id, email, roles, orcid]) => ({ id, email, roles: JSON.parse(roles) as Role[], orcid })),
    user(id: number) {
      const user = people.find(tx, id);
      if (user === undefined) throw new Error(`The database holds no user ${id}, though it lists one.`);
      return user;
    },
    ids: { next: givenIds(store).highest(tx) + 1, highest: LARGEST_INT },
    remoteSearchUserId: remoteSearchUserId ?? meta(store).remoteSearchUserId(tx),
  };
}

type Text = string | null;
type AccountRow = [id: number, email: string, roles: string, orcid: Text];
type OrganRow = [uberonId: string, name: Text, active: number];
type TermRow = [
  ontology: string,
  termId: string,
  name: Text,
  altTermIds: string,
  synonyms: string,
  active: number,
  obsolete: number,
];
type TermsByText = ReadonlyMap<string, readonly TermChoice[]>;
type TermIndex = {
  /** The best kind of name first: the next one is used only if the previous one finds nothing. */
  named: readonly TermsByText[];
  byFormerId: TermsByText;
};

const COUNTS = 'SELECT (SELECT count(*) FROM gene), (SELECT count(*) FROM organ), (SELECT count(*) FROM term)';
const TAXA = 'SELECT id, common_name, scientific_name FROM taxon ORDER BY ordering IS NULL, ordering, id';
const ORGANS = 'SELECT uberon_id, name, active FROM organ ORDER BY ordering IS NULL, ordering, rowid';
const ONTOLOGIES = 'SELECT name FROM ontology ORDER BY ordering IS NULL, ordering, id';
const GENE_IDS_BY_IDENTIFIER = `
SELECT gene_id FROM taxon CROSS JOIN gene_identifier ON taxon_id = taxon.id WHERE identifier_folded = ?
`;
const GENE = 'SELECT taxon_id, symbol, name FROM gene WHERE id = ?';
const TERMS = `
SELECT ontology.name, term_id, term.name, alt_term_ids, synonyms, ontology.active AND term.active, obsolete
FROM term JOIN ontology ON ontology.id = ontology_id ORDER BY term.id
`;

/** Returns the organisms, genes, organs and terms that a table of people may name within this transaction. */
function peopleReference(tx: ReadTransaction, store: Store): PeopleReference {
  const data = referenceData(store);
  const gene = store.query<[number, Text, Text]>(GENE);
  const [genes, organCount, terms] = store.query<[number, number, number]>(COUNTS).first(tx) ?? [0, 0, 0];
  const organs = store.query<OrganRow>(ORGANS).all(tx);
  const byIdentifier = store.query<[number]>(GENE_IDS_BY_IDENTIFIER);
  const termIndex = once(() => indexTerms(store.query<TermRow>(TERMS).each(tx)));

  function geneById(geneId: number): GeneChoice | undefined {
    const [taxonId, symbol, name] = gene.first(tx, geneId) ?? [];
    return taxonId === undefined
      ? undefined
      : { geneId, taxonId, symbol: symbol ?? String(geneId), name: name ?? null };
  }

  function knownGenes(geneIds: readonly number[]): GeneChoice[] {
    return geneIds.map(geneById).filter((one) => one !== undefined);
  }

  function organsNamed(text: string): OrganChoice[] {
    const folded = foldForEquality(text);
    const byId = organs.filter(([uberonId]) => foldForEquality(uberonId) === folded);
    const found =
      byId.length > 0 ? byId : organs.filter(([, name]) => name !== null && foldForEquality(name) === folded);
    return activeFirst(found, ([, , active]) => active === 1).map(toOrgan);
  }

  function findTerms(text: string, isMeant: (term: TermChoice) => boolean): readonly TermChoice[] {
    const { named, byFormerId } = termIndex();
    const folded = foldForEquality(text);
    for (const byName of named) {
      const found = byName.get(folded)?.filter(isMeant) ?? [];
      if (found.length > 0) return activeFirst(found, isInUse).map((term) => withReplacements(term, byFormerId));
    }
    return [];
  }

  return {
    taxa: store
      .query<[number, Text, Text]>(TAXA)
      .all(tx)
      .map(([id, commonName, scientificName]) => ({ id, commonName, scientificName })),
    organs: organs.map(toOrgan),
    ontologies: store.query<[string]>(ONTOLOGIES).all(tx).flat(),
    counts: { genes, organs: organCount, terms },
    geneById,
    genesBySymbol: (taxonId, symbol) => knownGenes(data.geneIdsBySymbol(tx, taxonId, symbol)),
    genesByIdentifier: (identifier) => knownGenes(byIdentifier.all(tx, identifier).flat()),
    genesByAlias: (taxonId, alias) => knownGenes(data.geneIdsByAlias(tx, taxonId, alias)),
    organsNamed,
    termsNamed(text) {
      const asWritten = findTerms(text, () => true);
      const found = asWritten.length > 0 ? asWritten : findTerms(termIdOf(text), () => true);
      const [ontology, term] = divided(text);
      if (found.length > 0 || term === undefined) return found;
      return findTerms(term, (one) => foldForEquality(one.ontology) === foldForEquality(ontology));
    },
  };
}

/** Returns the active ones, or all if none is active, so that inactive ones make nothing ambiguous. */
function activeFirst<T>(found: readonly T[], isActive: (one: T) => boolean): readonly T[] {
  const active = found.filter(isActive);
  return active.length > 0 ? active : found;
}

function toOrgan([uberonId, name]: OrganRow): OrganChoice {
  return { uberonId, name };
}

function isInUse({ outOfUse }: TermChoice): boolean {
  return outOfUse === undefined;
}

function withReplacements(term: TermChoice, byFormerId: TermsByText): TermChoice {
  if (isInUse(term)) return term;
  return { ...term, replacements: (byFormerId.get(foldForEquality(term.termId)) ?? []).filter(isInUse) };
}

/** Divides `mondo: MONDO:0000001` into the ontology and the term. */
function divided(text: string): [ontology: string, term: string | undefined] {
  const [, ontology = '', term] = /^([^:]+):\s*(.+)$/s.exec(text) ?? [];
  return [ontology.trimEnd(), term];
}

function indexTerms(rows: Iterable<TermRow>): TermIndex {
  const byId = new Map<string, TermChoice[]>();
  const byName = new Map<string, TermChoice[]>();
  const byOtherName = new Map<string, TermChoice[]>();
  const byFormerId = new Map<string, TermChoice[]>();
  for (const [ontology, termId, name, altTermIds, synonyms, active, obsolete] of rows) {
    const outOfUse = outOfUseBy(active === 1, obsolete === 1);
    const term: TermChoice = { ontology, termId, name, ...(outOfUse && { outOfUse }) };
    const formerIds = JSON.parse(altTermIds) as string[];
    add(byId, termId, term);
    if (name !== null) add(byName, name, term);
    for (const other of [...formerIds, ...(JSON.parse(synonyms) as string[])]) add(byOtherName, other, term);
    for (const formerId of formerIds) add(byFormerId, formerId, term);
  }
  return { named: [byId, byName, byOtherName], byFormerId };
}

function outOfUseBy(isActive: boolean, isObsolete: boolean): TermChoice['outOfUse'] {
  if (isObsolete) return 'obsolete';
  return isActive ? undefined : 'inactive';
}

function add(index: Map<string, TermChoice[]>, text: string, term: TermChoice): void {
  const key = foldForEquality(text);
  const same = index.get(key) ?? [];
  if (!same.includes(term)) index.set(key, [...same, term]);
}
