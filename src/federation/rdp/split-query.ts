/**
 * Splits a question to which a partner answers 500, as RDP 1.5 does by mistake where one person with ontology terms is
 * in the answer twice (quirk 7): a gene search into sub-queries whose answers contain each person once, by tier and by
 * organism.
 */

import { firstNames, type Reason, reason } from '../../domain/federation/reasons.ts';
import { foldForEquality } from '../../domain/folding.ts';
import type { GeneQuery } from '../../domain/query/gene-query.ts';
import { SEEDED_TAXA } from '../../domain/record/seeded-data.ts';
import type { PartnerStats } from '../../domain/sanitize/partner-record-schemas.ts';
import type { RecordCheck } from '../../domain/sanitize/records.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import { planFor } from '../dialect/requests.ts';
import { failsAsRdpDoes, isOurs, weightiest } from '../partner/failure-class.ts';
import type { PartnerClient } from '../partner/partner-client.ts';
import { type AskPartner, joined, type PartnerAnswer, type PartnerQuery } from '../partner/partner-query.ts';
import type { NamedTaxon, SourceFacts } from '../partner/source-type.ts';
import type { SharedProbe } from './shared-probe.ts';

/** The organisms in which statistics count researchers. */
type CountedOrganisms = {
  /** Undefined where the statistics do not use NCBI numbers. */
  taxonIds: readonly number[] | undefined;
  /** The names by which registries before 1.5 count; undefined for later ones. */
  commonNames: readonly string[] | undefined;
  /** How many organisms beyond the first {@link MOST_ORGANISMS} are left out. */
  omitted: number;
};

/** The largest number of organisms for each of which a partner may be queried; RDP is installed with ten. */
const MOST_ORGANISMS = 48;

/** Returns the organisms in a partner's statistics; undefined for a value that is no statistics. */
function countedOrganisms(value: unknown, isStats: (value: unknown) => boolean): CountedOrganisms | undefined {
  if (!isStats(value)) return undefined;
  const { researchersByTaxonId: byId, researchersByCommonName: byName } = value as PartnerStats & {
    researchersByCommonName?: unknown;
  };
  const byTaxon = typeof byName === 'object' && byName !== null ? byName : undefined;
  const counted = Object.keys(byId ?? byTaxon ?? {});
  const first = counted.slice(0, MOST_ORGANISMS);
  return {
    taxonIds: byId ? first.map(Number) : undefined,
    commonNames: byId || byTaxon === undefined ? undefined : first,
    omitted: counted.length - first.length,
  };
}

type Options = {
  /** Sends the requests of one question. */
  put: AskPartner<unknown>;
  client: Pick<PartnerClient, 'call'>;
  query: PartnerQuery;
  gene: GeneQuery;
  /** The organisms of this registry. */
  taxa: readonly NamedTaxon[];
  /** Whether a value has the form of statistics. */
  isStats: RecordCheck;
};

type SubQuery = { taxon: NamedTaxon | undefined; gene: GeneQuery };
type AnsweredSubQuery = SubQuery & { answer: PartnerAnswer<unknown> };

/** The result of the first requests after a failure: whether the partner answers anything, and any part of the question. */
type FirstProbe = {
  /** Undefined if the partner gives no statistics. */
  stats: CountedOrganisms | undefined;
  /** The sub-queries so far; only the last one may have an answer with records. */
  answered: readonly AnsweredSubQuery[];
  /** The sub-queries that remain; empty if they would fail as well. */
  others: readonly SubQuery[];
  /** The answer to a request that this registry did not send: it says nothing about the partner. */
  unsent: PartnerAnswer<unknown> | undefined;
};

/** After so many requests without an answer, those of the whole question included, no more are sent. */
const MOST_IN_VAIN = 3;

/**
 * Requests the statistics, then one sub-query after the other until one is answered: first for the organism of the
 * gene, in which nobody can be found twice, then for another organism.
 *
 * The organisms are those of this registry; those that every RDP is installed with, because statistics omit organisms
 * that are switched off and searches do not; and those in which the partner says it has researchers.
 */
export async function probeFirst(options: Options): Promise<FirstProbe> {
  const { gene, query } = options;
  const { stats, unsent } = await statsOf(options);
  const answered: AnsweredSubQuery[] = [];
  if (unsent !== undefined) return { stats, answered, others: [], unsent };
  let others = subQueriesOf(options, stats);
  let inVain =
    planFor(query.dialect, { kind: 'genes-search', query: gene }).paths.length + (stats === undefined ? 1 : 0);
  while (inVain < MOST_IN_VAIN) {
    const next = others.find(({ taxon }) => taxon !== answered.at(-1)?.taxon) ?? others[0];
    if (next === undefined) break;
    others = others.filter((one) => one !== next);
    const one = await askSubQuery(options, next);
    answered.push(one);
    if (one.answer.records !== undefined) return { stats, answered, others, unsent };
    if (isUnsent(one.answer)) return { stats, answered, others: [], unsent: one.answer };
    inVain++;
  }
  return { stats, answered, others: [], unsent };
}

/**
 * Puts the remaining sub-queries. Those that still fail are reported as a limit that names their organisms. If every
 * sub-query fails, or the question cannot be split, the first answer is returned, as a failure of this question alone
 * if the partner gives statistics. Where a request was not sent because this registry is busy, its failure is returned.
 *
 * @param failed the answer to the whole question
 */
export async function splitQuery(
  options: Options,
  { stats, answered: first, others, unsent: unsentFirst }: FirstProbe,
  failed: PartnerAnswer<unknown>,
): Promise<PartnerAnswer<unknown>> {
  const { gene } = options;
  const answered = [...first, ...(await Promise.all(others.map((one) => askSubQuery(options, one))))];
  if (answered.every(({ answer }) => answer.records === undefined)) {
    const unsent = unsentFirst ?? answered.find(({ answer }) => isUnsent(answer))?.answer;
    if (unsent !== undefined) return unsent;
    return stats === undefined ? failed : withThisQuestionAlone(failed);
  }
  const theirs = taxaIn(stats, ourTaxa(options));
  const whole = together(await withoutUnknownTaxa(options, answered, theirs ?? []));
  if (gene.orthologTaxonId !== undefined) return whole;
  const limits = theirs === undefined ? [reason('organisms-not-told')] : limitsOf(stats, options);
  return { ...whole, limits: [...whole.limits, ...limits] };
}

function limitsOf(stats: CountedOrganisms | undefined, options: Options): Reason[] {
  const omitted = stats?.omitted ?? 0;
  const strangers = strangersIn(stats, ourTaxa(options));
  return [
    ...(omitted > 0 ? [reason('organisms-not-asked', { organisms: omitted })] : []),
    ...(strangers.length > 0 ? [reason('organisms-unknown-here', firstNames(strangers))] : []),
  ];
}

/** Returns the sub-queries; none if they would be the same requests as those that have failed. */
function subQueriesOf(options: Options, stats: CountedOrganisms | undefined): SubQuery[] {
  const { gene, query } = options;
  if (gene.orthologTaxonId !== undefined) {
    const isByTier = query.dialect.tiers === 'call-per-tier' || gene.tiers.size === 1;
    return isByTier ? [] : byTier([undefined], gene);
  }
  const ours = ourTaxa(options);
  return byTier(withOwn(union(ours, taxaIn(stats, ours) ?? []), gene.taxonId), gene);
}

function ourTaxa({ taxa }: Options): NamedTaxon[] {
  return union(SEEDED_TAXA, taxa);
}

function withThisQuestionAlone(failed: PartnerAnswer<unknown>): PartnerAnswer<unknown> {
  return failed.failure === undefined ? failed : { ...failed, failure: { ...failed.failure, about: 'this-question' } };
}

async function askSubQuery({ put, query }: Options, subQuery: SubQuery): Promise<AnsweredSubQuery> {
  const answer = await put({ ...query, question: { kind: 'genes-search', query: subQuery.gene } });
  return { ...subQuery, answer };
}

function byTier(taxa: readonly (NamedTaxon | undefined)[], gene: GeneQuery): SubQuery[] {
  return taxa.flatMap((taxon) =>
    [...gene.tiers].map((tier) => ({
      taxon,
      gene: { ...gene, tiers: new Set([tier]), orthologTaxonId: taxon?.id ?? gene.orthologTaxonId },
    })),
  );
}

/**
 * Drops the failed sub-queries for organisms that the partner does not know: it searches all organisms instead (quirk
 * 12), so nothing is missing. If the partner has no address that says so, every failure counts.
 */
async function withoutUnknownTaxa(
  { client, query }: Options,
  answered: readonly AnsweredSubQuery[],
  theirs: readonly NamedTaxon[],
): Promise<AnsweredSubQuery[]> {
  if (!query.dialect.hasTaxonRoute) return [...answered];
  const failed = answered.filter(({ answer }) => answer.records === undefined).map(({ taxon }) => taxon?.id);
  const theirIds = new Set(theirs.map(({ id }) => id));
  const doubtful = [...new Set(failed)].filter((id) => id !== undefined && !theirIds.has(id));
  const known = await Promise.all(doubtful.map((id) => client.call(`/api/taxa/${id}`, query)));
  const unknownTaxa = new Set(doubtful.filter((_, index) => isNotFound(known[index])));
  return answered.filter(({ taxon }) => !unknownTaxa.has(taxon?.id));
}

function isNotFound(outcome: CallOutcome | undefined): boolean {
  return outcome !== undefined && 'reply' in outcome && outcome.reply.status === 404;
}

function together(answered: readonly AnsweredSubQuery[]): PartnerAnswer<unknown> {
  const useful = answered.filter(({ answer }) => answer.records !== undefined);
  // Sub-queries that were not put are reported by the limit on requests.
  const broken = answered.filter(({ answer }) => answer.records === undefined && !isOmitted(answer));
  const records = useful.flatMap(({ taxon, answer: { records = [] } }) => records.filter((one) => isOf(one, taxon)));
  const limits = broken.length > 0 ? [reason('organisms-not-answered', { names: namesOf(broken) })] : [];
  // These failures may pass, so the answer is not cached.
  const failure = weightiest(broken.map(({ answer }) => answer).filter((answer) => !failsAsRdpDoes(answer)));
  return joined(
    useful.map(({ answer }) => answer),
    once(records),
    { limits, failure },
  );
}

// A partner that does not know the organism searches all of them (quirk 12); other sub-queries ask for those.
function isOf(record: unknown, taxon: NamedTaxon | undefined): boolean {
  const found = (record as { taxon?: { id?: unknown } | null } | null)?.taxon?.id;
  return taxon === undefined || found === undefined || found === taxon.id;
}

function isOmitted({ failure }: PartnerAnswer<unknown>): boolean {
  return failure?.reason.code === 'question-too-large';
}

/** Drops repeated pairs of person and gene; records without one of these ids are judged by the check of records. */
function once(records: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return records.filter((record) => {
    const { geneId, remoteUser } = (record ?? {}) as { geneId?: unknown; remoteUser?: { id?: unknown } | null };
    const id = remoteUser?.id;
    if (typeof geneId !== 'number' || typeof id !== 'number' || id === 0) return true;
    const key = `${id} ${geneId}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

function namesOf(broken: readonly AnsweredSubQuery[]): string[] {
  return [...new Set(broken.map(({ taxon, gene }) => taxon?.commonName ?? [...gene.tiers].join().toLowerCase()))];
}

/** Returns undefined if the partner gives no statistics. */
async function statsOf({ put, query, isStats }: Options): Promise<Pick<FirstProbe, 'stats' | 'unsent'>> {
  const answer = await put({ ...query, question: { kind: 'stats' } });
  const { records } = answer;
  const stats = records === undefined ? undefined : countedOrganisms(records[0], isStats);
  return { stats, unsent: isUnsent(answer) ? answer : undefined };
}

function isUnsent({ failure }: PartnerAnswer<unknown>): boolean {
  return failure !== undefined && isOurs(failure);
}

/** Returns the organisms of the statistics; undefined if they do not name them. */
function taxaIn(stats: CountedOrganisms | undefined, known: readonly NamedTaxon[]): NamedTaxon[] | undefined {
  if (stats?.taxonIds !== undefined) {
    const byId = new Map(known.map((taxon) => [taxon.id, taxon]));
    return stats.taxonIds.map((id) => byId.get(id) ?? { id, commonName: `taxon ${id}` });
  }
  if (stats?.commonNames === undefined) return undefined;
  const byName = byFoldedName(known);
  return stats.commonNames.flatMap((name) => byName.get(foldForEquality(name)) ?? []);
}

/** Returns the names of organisms that the partner uses and this registry does not know. */
function strangersIn(stats: CountedOrganisms | undefined, known: readonly NamedTaxon[]): string[] {
  const byName = byFoldedName(known);
  const names = stats?.commonNames ?? [];
  return names.filter((name) => !byName.has(foldForEquality(name)));
}

function byFoldedName(taxa: readonly NamedTaxon[]): ReadonlyMap<string, NamedTaxon> {
  // Of two organisms with the same name, the first counts.
  return new Map(taxa.toReversed().map((taxon) => [foldForEquality(taxon.commonName), taxon]));
}

function union(taxa: readonly NamedTaxon[], others: readonly NamedTaxon[]): NamedTaxon[] {
  return [...new Map([...taxa, ...others].map((taxon) => [taxon.id, taxon])).values()];
}

/** Puts the organism of the gene first, because most of its researchers are there. */
function withOwn(taxa: readonly NamedTaxon[], taxonId: number): NamedTaxon[] {
  const own = taxa.find(({ id }) => id === taxonId) ?? { id: taxonId, commonName: `taxon ${taxonId}` };
  return [own, ...taxa.filter(({ id }) => id !== taxonId)];
}

type SplitOptions = Omit<Options, 'taxa'> & Pick<SourceFacts, 'taxa'>;

/**
 * Splits a search that fails. Of questions that arrive together, the first finds out whether the partner answers anything
 * at all, and the others wait for that before they are split. Only this is shared, because the answers themselves are
 * large and of use to no other question.
 */
export async function splitSearch(
  { taxa, ...about }: SplitOptions,
  probe: SharedProbe<boolean>,
  failed: PartnerAnswer<unknown>,
): Promise<PartnerAnswer<unknown>> {
  const other = probe.for(about.query.arrivedMs);
  if (other !== undefined) about.query.underWay?.slots.giveBack();
  if (other !== undefined && (await other) === true) return failed;
  const options = taxa().then((known) => ({ ...about, taxa: known }));
  const probing = options.then(probeFirst);
  const [seen] = await Promise.all([probing, probe.begin(probing.then(answersNothing))]);
  return splitQuery(await options, seen, failed);
}

function answersNothing({ stats, others, unsent }: FirstProbe): boolean {
  return unsent === undefined && stats === undefined && others.length === 0;
}
