/** `/api/federated/genes` and `/api/federated/users`: searches and listings over all registries. */

import type { LikelyAlso } from '../../api/found.ts';
import type { Static } from '../../api/schema.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import {
  COUNTED_FORM,
  type Count,
  type Counting,
  type Existence,
  existenceIn,
  type ListingQuery,
  PARAMETERS,
  parseCounting,
  parseOrigins,
  parsePageOrCursor,
  parseRecordForm,
  parseSearchQuestion,
  parseWait,
  refuseCounting,
  refusePaging,
} from '../../domain/federation/federated-query.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import { memoize } from '../../domain/memoize.ts';
import { type Facet, facetCounts } from '../../domain/people/facets.ts';
import { type ComparedPerson, type LikelyRecord, likelyRecordsInSteps } from '../../domain/people/likely-same.ts';
import { booleanParameter } from '../../domain/query/parameters.ts';
import { readRecord } from '../../domain/record/records.ts';
import { MOST_RECORDS } from '../../domain/sanitize/records.ts';
import type { FederatedPlan, WithOrigins } from '../../federation/federated-plan.ts';
import type { RecordsPage } from '../../federation/federated-search.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import { inSlices, slicedInTurn } from '../../lib/slices.ts';
import { compared, type FoundPerson, fewestOf, foundPeopleInSteps } from '../../pages/people/found-people.ts';
import type { AnsweredRecord } from '../../pages/people/found-record.ts';
import { type Row, rowsOf } from '../../pages/people/order.ts';
import { requireAdministrator } from '../request/viewer.ts';
import type { FederatedRoute } from './federated-route.ts';

type SearchRoutesOptions = Pick<UseCases, 'federatedSearch' | 'wholeSearch' | 'federatedListing'>;

export function federatedSearchRoutes(useCases: SearchRoutesOptions): FederatedRoute[] {
  return [
    searchRoute('genes', useCases),
    searchRoute('users', useCases),
    listingRoute('/genes', 'genes-list', useCases),
    listingRoute('/users', 'users-list', useCases),
  ];
}

function searchRoute(kind: 'genes' | 'users', { federatedSearch, wholeSearch }: SearchRoutesOptions): FederatedRoute {
  return {
    path: `/${kind}/search`,
    parameters: PARAMETERS[kind],
    plan({ context: { params, viewer }, signal, isStreamed }) {
      const question = parseSearchQuestion(kind, params);
      const isExplained = booleanParameter(params, 'explain') === true;
      if (isExplained) requireAdministrator(viewer);
      const asked = { origins: parseOrigins(params), waitFor: parseWait(params), form: parseRecordForm(params) };
      const query = { question, isExplained, ...asked };
      const counting = parseCounting(params);
      const reading = { signal, peopleIn: memoize((parts: readonly Part[]) => peopleIn(parts, signal)) };
      if (!isStreamed && counting.granularity !== 'record') {
        return counted(wholeSearch({ ...query, form: COUNTED_FORM }, viewer, signal), counting, reading);
      }
      if (!isStreamed) {
        const search = federatedSearch({ ...query, page: parsePageOrCursor(params) }, viewer, signal);
        const faceted = withFacets(search, counting, reading);
        return query.form === 'row' ? withLikeness(faceted, reading) : faceted;
      }
      refusePaging(params);
      refuseCounting(params);
      return wholeSearch(query, viewer, signal);
    },
  };
}

/** The parameter of a listing that says how many records of each registry a page has; `size` is its former name. */
const OF_EACH = 'sizeOfEach';

function listingRoute(
  path: string,
  kind: ListingQuery['kind'],
  { federatedListing }: SearchRoutesOptions,
): FederatedRoute {
  return {
    path,
    parameters: PARAMETERS.listing,
    sizeName: OF_EACH,
    plan({ context: { params, viewer }, signal }) {
      // Records beyond this size would be cut from the page of a partner, and no cursor would lead to them.
      const page = parsePageOrCursor(params, MOST_RECORDS, params.has(OF_EACH) ? OF_EACH : 'size');
      return federatedListing({ kind, origins: parseOrigins(params), page }, viewer, signal);
    },
  };
}

/** What a reader asks for: their signal, and the people of the parts of an answer, which are read once for all that counts them. */
type Reading = {
  signal: AbortSignal;
  peopleIn: (parts: readonly Part[]) => Promise<readonly FoundPerson[] | undefined>;
};

/** The values of each requested facet, those of most people first. */
type Facets = Partial<Record<Facet, { value: string; count: number }[]>>;

/** Returns a plan whose answer also has the number of people for each value of the facets. */
function withFacets<Answer extends WithOrigins<object>>(
  plan: FederatedPlan<Answer>,
  { facets }: Pick<Counting, 'facets'>,
  reading: Reading,
): FederatedPlan<Answer & { facets?: Facets }> {
  if (facets.length === 0) return plan;
  return answering(plan, async ({ answer, parts }) => {
    const people = await reading.peopleIn(parts);
    const byFacet = people && (await facetsOf(people, facets, reading.signal));
    return byFacet && { ...answer, facets: byFacet };
  });
}

/** Returns a plan whose rows say which other records of the whole answer seem to be of the same person. */
function withLikeness<Answer extends WithOrigins<Pick<RecordsPage, 'records'>>>(
  plan: FederatedPlan<Answer>,
  reading: Reading,
): FederatedPlan<Answer> {
  return answering(plan, async ({ answer, parts }) => {
    const people = await reading.peopleIn(parts);
    if (people === undefined) return undefined;
    const records = new Map(parts.map(({ origin, records }) => [origin.key, records]));
    const shown = new Set(answer.records);
    const rows = new Map<ComparedPerson, FoundRecord[]>();
    const all = people.map((person) => {
      const one = compared(person);
      const own = person.rows.flatMap(({ originKey, place }) => records.get(originKey)?.[place] ?? []);
      const onPage = own.filter((record) => shown.has(record));
      if (onPage.length > 0) rows.set(one, onPage);
      return one;
    });
    const steps = likelyRecordsInSteps(all, new Set(rows.keys()));
    const likely = await inSlices(steps, reading.signal);
    if (likely === undefined || likely.size === 0) return likely && answer;
    const ending = new Map<FoundRecord, string>();
    for (const [one, others] of likely) {
      const json = `,"likelyAlso":${JSON.stringify(others.map(likelyAlso))}}`;
      for (const record of rows.get(one) ?? []) ending.set(record, json);
    }
    const withOthers = answer.records.map((record) => {
      const json = ending.get(record);
      return json === undefined ? record : { ...record, json: record.json.slice(0, -1) + json };
    });
    return { ...answer, records: withOthers };
  });
}

/** Only people with a stable id are like others, and the key of a person holds it. */
function likelyAlso({ person: { key = '', originKey }, evidence }: LikelyRecord): Static<typeof LikelyAlso> {
  return { originKey, id: Number(key.slice(originKey.length + 1)), evidence };
}

/** Returns a plan whose answer has, in place of the records, whether there are any, or how many. */
function counted<Answer extends WithOrigins<object>>(
  plan: FederatedPlan<Answer>,
  { granularity, facets }: Counting,
  reading: Reading,
): FederatedPlan<(Existence | Count) & { facets?: Facets } & Answer> {
  return answering(plan, async ({ answer, parts }) => {
    const records = parts.reduce((sum, part) => sum + part.records.length, 0);
    const existence = existenceIn(records, answer.complete);
    if (granularity === 'boolean' && facets.length === 0) return { ...existence, ...answer };
    const people = await reading.peopleIn(parts);
    const byFacet = people && (await facetsOf(people, facets, reading.signal));
    if (people === undefined || byFacet === undefined) return undefined;
    const count: Existence | Count =
      granularity === 'boolean' ? existence : { ...existence, ...countOf(people, records, answer.complete) };
    return { ...count, ...(facets.length === 0 ? {} : { facets: byFacet }), ...answer };
  });
}

function answering<Answer, Counted>(
  plan: FederatedPlan<Answer>,
  count: (collected: { answer: Answer; parts: readonly Part[] }) => Promise<Counted | undefined>,
): FederatedPlan<Counted> {
  return {
    ...plan,
    async collect(onPart) {
      const collected = await plan.collect(onPart);
      const answer = collected && (await count(collected));
      return collected && answer && { ...collected, answer };
    },
  };
}

function countOf(people: readonly FoundPerson[], totalElements: number, complete: boolean): Omit<Count, 'exists'> {
  const totalRelation = complete ? 'eq' : 'gte';
  return { totalElements, totalRelation, people: people.length, peopleAtLeast: fewestOf(people) };
}

/** Returns the requested facets, none if none are requested; undefined if the reader has disconnected. */
async function facetsOf(
  people: readonly FoundPerson[],
  facets: readonly Facet[],
  reading: AbortSignal,
): Promise<Facets | undefined> {
  if (facets.length === 0) return {};
  const steps = facetCounts(
    people.map(({ facts }) => facts),
    {},
  );
  const all = await inSlices(steps, reading);
  return (
    all && Object.fromEntries(facets.map((facet) => [facet, all[facet].map(({ value, count }) => ({ value, count }))]))
  );
}

/** Reads the people in slices, as there may be thousands of records; undefined if the reader has disconnected. */
async function peopleIn(parts: readonly Part[], reading: AbortSignal): Promise<readonly FoundPerson[] | undefined> {
  const rows: Row[] = [];
  const slices = await slicedInTurn();
  for (const { origin, records } of parts) {
    const found: AnsweredRecord[] = [];
    for (const record of records) {
      await slices.next();
      if (reading.aborted) return undefined;
      found.push(readRecord<AnsweredRecord>(record));
    }
    // The counts do not depend on the order of organisms.
    const unordered = { placeOfTaxon: () => null, queryTaxonId: undefined };
    for (const row of rowsOf(found, { batch: origin.key, originKey: origin.key, ...unordered })) rows.push(row);
  }
  const people = await inSlices(foundPeopleInSteps(rows), reading, slices);
  // The next step, which counts the people, gets a slice of its own.
  await slicedInTurn();
  return people;
}
