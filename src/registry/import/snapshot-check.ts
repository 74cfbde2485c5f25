/**
 * Checks a snapshot: every record matches its schema, texts have whole characters, references exist, identifiers are unique.
 * One wrong record stops the import of all, so no code behind it looks for broken references.
 */

import { foldForEquality } from '../../domain/folding.ts';
import type { Check, Problem } from '../../domain/problem.ts';
import { ALLOWED_ORCID, ALLOWED_ROR, parseOrcid, parseRor } from '../../domain/record/identifiers.ts';
import {
  FORM_SCHEMA,
  RECORD_SCHEMAS,
  SNAPSHOT_VERSIONS,
  type Snapshot,
  type SnapshotDiseases,
  type SnapshotOntology,
  type SnapshotRecordKind,
  type SnapshotUser,
} from '../../domain/record/snapshot.ts';
import { type AnySnapshot, presentSnapshot, schemasOf } from '../../domain/record/snapshot-versions.ts';

type SnapshotCheck = { problems: readonly Problem[]; problemCount: number };

type Report = (problem: Problem) => void;

const KINDS = Object.keys(RECORD_SCHEMAS) as SnapshotRecordKind[];

/** Further problems are only counted. */
const MOST_PROBLEMS = 20;

/**
 * Returns the check of whole snapshots.
 *
 * @param compileCheck compiles a JSON Schema to a check
 */
export function snapshotChecker(compileCheck: (schema: object) => Check) {
  const checkForm = compileCheck(FORM_SCHEMA);
  const checksByVersion = new Map(
    SNAPSHOT_VERSIONS.map((version) => {
      const { whole, records } = schemasOf(version);
      const checks = Object.entries(records).map(
        ([kind, schema]) => [kind as SnapshotRecordKind, compileCheck(schema)] as const,
      );
      return [version, { checkWhole: compileCheck(whole), checks }];
    }),
  );

  return function checkSnapshot(value: unknown): SnapshotCheck {
    const problems: Problem[] = [];
    let problemCount = 0;
    const report: Report = (problem) => {
      problemCount += 1;
      if (problems.length < MOST_PROBLEMS) problems.push(problem);
    };
    checkForm(value, 'snapshot').forEach(report);
    const given = value as AnySnapshot;
    const { checkWhole, checks } = (problemCount === 0 && checksByVersion.get(given.version)) || {};
    checkWhole?.(value, 'snapshot').forEach(report);
    if (problemCount > 0) return { problems, problemCount };
    for (const [kind, check] of checks ?? []) checkRecords((given as Snapshot)[kind], kind, check, report);
    // References are only checked if all records match their schemas.
    if (problemCount > 0) return { problems, problemCount };
    const snapshot = presentSnapshot(given);
    checkTexts(snapshot, report);
    if (problemCount === 0) checkReferences(snapshot, report);
    return { problems, problemCount };
  };
}

function checkRecords(records: readonly unknown[], kind: SnapshotRecordKind, check: Check, report: Report): void {
  records.forEach((record, index) => {
    check(record, `${kind}[${index}]`).forEach(report);
  });
}

/** Refuses half a surrogate pair, which the database would store as another text. */
function checkTexts(snapshot: Snapshot, report: Report): void {
  const check = (value: unknown, path: string) => {
    if (!isWhole(value))
      report({ path, found: 'text with half a surrogate pair', allowed: 'text of whole characters' });
  };
  check(snapshot.comment, 'comment');
  check(snapshot.diseases, 'diseases');
  for (const kind of KINDS) {
    snapshot[kind].forEach((record, index) => {
      check(record, `${kind}[${index}]`);
    });
  }
}

function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWhole);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every((member) => member.every(isWhole));
}

function checkReferences(snapshot: Snapshot, report: Report): void {
  const taxa = identifiers(snapshot.taxa, 'taxa', 'id', report);
  const genes = identifiers(snapshot.genes, 'genes', 'geneId', report);
  const organs = identifiers(snapshot.organs, 'organs', 'uberonId', report);
  const ontologies = identifiers(snapshot.ontologies, 'ontologies', 'name', report);
  const users = identifiers(snapshot.users, 'users', 'id', report);
  identifiers(snapshot.users, 'users', 'email', report, (email) => email.toLowerCase());
  const tokens = new Set<string>();

  snapshot.genes.forEach((gene, index) => {
    known(taxa, gene.taxonId, `genes[${index}].taxonId`, 'the id of one of taxa', report);
  });
  snapshot.orthologs.forEach((pair, index) => {
    for (const end of [0, 1] as const) {
      known(genes, pair[end], `orthologs[${index}][${end}]`, 'the geneId of one of genes', report);
    }
  });
  snapshot.annotations.forEach(([geneId], index) => {
    known(genes, geneId, `annotations[${index}][0]`, 'the geneId of one of genes', report);
  });
  if (snapshot.diseases !== null) checkDiseases(snapshot.diseases, genes, report);
  snapshot.ontologies.forEach((ontology, index) => {
    checkTerms(ontology, `ontologies[${index}]`, report);
  });
  snapshot.users.forEach((user, index) => {
    checkUser(user, `users[${index}]`, { genes, organs, ontologies, tokens }, report);
  });
  if (snapshot.remoteSearchUserId !== null) {
    known(users, snapshot.remoteSearchUserId, 'remoteSearchUserId', 'the id of one of users', report);
  }
}

function checkDiseases(given: SnapshotDiseases, genes: Set<unknown>, report: Report): void {
  const { diseases, geneDiseases, phenotypeGenes } = given;
  identifiers(diseases, 'diseases.diseases', 'diseaseId', report);
  const ids = new Set<unknown>(diseases.map(({ diseaseId }) => diseaseId));
  geneDiseases.forEach(([geneId, diseaseId], index) => {
    const at = `diseases.geneDiseases[${index}]`;
    known(genes, geneId, `${at}[0]`, 'the geneId of one of genes', report);
    known(ids, diseaseId, `${at}[1]`, 'the diseaseId of one of diseases', report);
  });
  identifiers(phenotypeGenes, 'diseases.phenotypeGenes', '0', report);
  phenotypeGenes.forEach(([, geneIds], index) => {
    const at = `diseases.phenotypeGenes[${index}][1]`;
    for (const geneId of geneIds) known(genes, geneId, at, 'geneIds of genes', report);
  });
}

function checkTerms(ontology: SnapshotOntology, path: string, report: Report): void {
  const terms = identifiers(ontology.terms, `${path}.terms`, 'termId', report);
  ontology.terms.forEach((term, index) => {
    term.subTermIds.forEach((subTermId, position) => {
      const at = `${path}.terms[${index}].subTermIds[${position}]`;
      known(terms, foldForEquality(subTermId), at, 'the termId of a term of the same ontology', report, subTermId);
    });
  });
}

type Known = { genes: Set<unknown>; organs: Set<unknown>; ontologies: Set<unknown>; tokens: Set<string> };

function checkUser(user: SnapshotUser, path: string, sets: Known, report: Report): void {
  checkIdentifier(user.orcid, `${path}.orcid`, parseOrcid, ALLOWED_ORCID, report);
  checkIdentifier(user.ror, `${path}.ror`, parseRor, ALLOWED_ROR, report);
  identifiers(user.genes, `${path}.genes`, 'geneId', report);
  user.genes.forEach((gene, index) => {
    known(sets.genes, gene.geneId, `${path}.genes[${index}].geneId`, 'the geneId of one of genes', report);
  });
  user.organs.forEach((organ, index) => {
    const at = `${path}.organs[${index}]`;
    known(sets.organs, foldForEquality(organ), at, 'the uberonId of one of organs', report, organ);
  });
  user.ontologyTerms.forEach((term, index) => {
    const at = `${path}.ontologyTerms[${index}].ontology`;
    known(sets.ontologies, foldForEquality(term.ontology), at, 'the name of one of ontologies', report, term.ontology);
  });
  user.accessTokens.forEach(({ token, expiresAt }, index) => {
    const at = `${path}.accessTokens[${index}]`;
    if (!isTime(expiresAt)) {
      const allowed = 'an ISO 8601 time with its zone, such as 2099-12-31T23:59:59Z';
      report({ path: `${at}.expiresAt`, found: quoted(expiresAt), allowed });
    }
    if (sets.tokens.has(token)) {
      report({ path: `${at}.token`, found: 'a token (not shown) again', allowed: 'in one place only' });
    }
    sets.tokens.add(token);
  });
}

type ParseIdentifier = (text: string) => string | undefined;

/** Accepts an identifier only in the form of comparisons, and never as a URL. */
function checkIdentifier(
  given: string | null | undefined,
  path: string,
  parse: ParseIdentifier,
  allowed: string,
  report: Report,
): void {
  if (typeof given === 'string' && parse(given) !== given) report({ path, found: quoted(given), allowed });
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns the values of an identifying member, and reports repeated ones; letter case does not distinguish texts. */
function identifiers<T>(
  records: readonly T[],
  path: string,
  member: keyof T & string,
  report: Report,
  fold: (text: string) => string = foldForEquality,
): Set<unknown> {
  const seen = new Set<unknown>();
  records.forEach((record, index) => {
    const value = record[member];
    const identifier = typeof value === 'string' ? fold(value) : value;
    if (seen.has(identifier)) {
      report({ path: `${path}[${index}].${member}`, found: `${quoted(value)} again`, allowed: 'in one record only' });
    }
    seen.add(identifier);
  });
  return seen;
}

function known(set: Set<unknown>, key: unknown, path: string, allowed: string, report: Report, shown = key): void {
  if (!set.has(key)) report({ path, found: quoted(shown), allowed });
}

function quoted(value: unknown): string {
  return String(value).length > 40 ? JSON.stringify(`${String(value).slice(0, 40)}…`) : JSON.stringify(value);
}
