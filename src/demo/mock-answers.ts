/** Answers of a mock partner without faults to every kind of question, as RDP of its version gives them. */

import { gene14, page14, stats14, user14 } from './as-1.4.ts';
import { hidden, knownGene, MOCK_STATS, MOCK_TAXA, type MockRecord, mockGenes, mockUsers } from './mock-people.ts';
import {
  type Behaviour,
  dependingOn,
  json,
  oldVersion,
  type Script,
  type ScriptedRequest,
  status,
  version,
} from './partner-behaviours.ts';

export const MOCK_VERSIONS = ['1.3.4', '1.4.11', '1.5.10'] as const;
export type MockVersion = (typeof MOCK_VERSIONS)[number];

/** The search token that a mock partner accepts. */
export const MOCK_TOKEN = 'mock-token';

export type MockAnswers = {
  version: MockVersion;
  /** The address in its records, if it is not the requested one. */
  origin?: string;
  /** Whether all people are anonymised. */
  hidesEverybody?: boolean;
  /** How often each person is listed: 1 by default, 0 for nobody. */
  times?: number;
  /** Whether a person has withdrawn; called for every question. */
  isOmitted?: (id: number) => boolean;
  /** Changes every record. */
  change?: (record: MockRecord) => MockRecord;
  /** Whether it ignores filters by positions, categories, organs and ontologies. */
  ignoresFilters?: boolean;
  /** The faults of its pages of listings. */
  pages?: PageFaults;
};

type PageFaults = {
  /** The most records on a page, whatever size was requested and is stated. */
  mostRecords?: number;
  /** Whether every page has the records of the first one. */
  areOne?: boolean;
  /** How many records its total exceeds the real number by. */
  moreInTotal?: number;
};

/** How many anonymous ids it remembers; older ones are dropped. */
const MOST_ANONYMOUS_IDS = 1000;
const ONTOLOGY = { name: 'hp', definition: 'Human Phenotype Ontology', numberOfTerms: 1, numberOfObsoleteTerms: 0 };
const TERM = { ontology: ONTOLOGY, termId: 'HP:0000118', name: 'Phenotypic abnormality' };

/** Makes a script for every path that RDP of that version has. The origin of its records is the requested address, unless one is given. */
export function mockAnswers(answering: MockAnswers): Script {
  const { version: number, origin, hidesEverybody, times = 1, isOmitted = () => false, change } = answering;
  const { ignoresFilters = false, pages = {} } = answering;
  const given = new Map<string, MockRecord>();
  const isOld = number !== '1.5.10';
  const at = (request: ScriptedRequest) => origin ?? `http://${request.headers.host}`;
  const isThere = (user: MockRecord) => !isOmitted(Number(user.id));
  const people = (request: ScriptedRequest) => repeated(times, mockUsers(at(request)).filter(isThere));
  const registered = (request: ScriptedRequest) =>
    repeated(
      times,
      mockGenes(at(request)).filter(({ remoteUser }) => isThere(remoteUser as MockRecord)),
    );
  const noted = (record: MockRecord) => {
    given.set(String(record.anonymousId), record);
    const [oldest = ''] = given.keys();
    if (given.size > MOST_ANONYMOUS_IDS) given.delete(oldest);
    return record;
  };
  const userOut = (user: MockRecord) => {
    const shown = hidesEverybody ? noted(hidden(user)) : user;
    const changed = change?.(shown) ?? shown;
    return isOld ? user14(changed) : changed;
  };
  const geneOut = ({ gene: _, ...record }: MockRecord) => {
    const owner = record.remoteUser as MockRecord;
    const remoteUser = hidesEverybody ? hidden(owner) : owner;
    const shown = hidesEverybody
      ? noted({ ...record, remoteUser, anonymousId: crypto.randomUUID() })
      : { ...record, remoteUser };
    const changed = { ...shown, remoteUser: change?.(remoteUser) ?? remoteUser };
    return isOld ? gene14(changed) : changed;
  };
  const isThought = (user: MockRecord, params: URLSearchParams) => ignoresFilters || isOfFilters(user, params);
  /** Refuses terms of an ontology that it does not have, as RDP from 1.5 on does. */
  const narrowed = ({ params }: ScriptedRequest, then: () => Behaviour): Behaviour => {
    const unknown = params.getAll('ontologyNames').filter((name) => name !== ONTOLOGY.name);
    if (isOld || ignoresFilters || unknown.length === 0) return then();
    return status(400, `The following ontologies do not exist in this registry: ${unknown.join(', ')}.`);
  };
  const anonymous = dependingOn(({ path }) => {
    const record = given.get(path.split('/').at(-1) ?? '');
    return record === undefined ? status(404, 'There is no such anonymous ID.') : json(record);
  });
  const answers: Script = {
    '/api/genes/search': dependingOn((request) => {
      const owned = registered(request).filter((gene) => isThought(gene.remoteUser as MockRecord, request.params));
      return refusalOfGene(request) ?? narrowed(request, () => genesFound(request, owned, geneOut));
    }),
    '/api/users/search': dependingOn((request) => {
      const named = people(request).filter((user) => isCalled(user, request.params) && isThought(user, request.params));
      return refusalOfName(request) ?? narrowed(request, () => json(named.map(userOut)));
    }),
    '/api/genes': dependingOn((request) => json(page(request, registered(request), { out: geneOut, isOld, ...pages }))),
    '/api/users': dependingOn((request) => json(page(request, people(request), { out: userOut, isOld, ...pages }))),
    '/api/users/*': dependingOn((request) => {
      const given = request.path.split('/').at(-1) ?? '';
      if (!/^\d+$/.test(given)) return status(400, { status: 400, error: 'Bad Request' });
      const user = people(request).find(({ id }) => String(id) === given);
      return user === undefined ? status(404, 'Unknown user ID.') : json(userOut(user));
    }),
    '/api/users/by-anonymous-id/*': anonymous,
    '/api/genes/by-anonymous-id/*': anonymous,
    '/api/stats': json(times === 0 ? { version: number, users: 0 } : statsOf(number)),
    '/api/taxa/*': dependingOn(({ path }) => {
      const taxon = MOCK_TAXA[Number(path.split('/').at(-1))];
      return taxon === undefined ? status(404, 'No such taxon.') : json(taxon);
    }),
    '/api/ontologies/hp/terms': dependingOn(({ params }) =>
      json(params.getAll('ontologyTermIds').includes(TERM.termId) ? [TERM] : []),
    ),
    '/api/ontologies/*': status(404, 'There is no such ontology in this registry.'),
  };
  const script = Object.fromEntries(Object.entries(answers).map(([path, answer]) => [path, withToken(answer)]));
  return { '/api': documentOf(number, origin), ...asOf(number, script) };
}

/** Refuses other tokens; a request without a token is answered as for the public. */
function withToken(answer: Behaviour): Behaviour {
  return dependingOn((request) => {
    const token = tokenOf(request);
    return token === undefined || token === MOCK_TOKEN ? answer : status(401, 'The API token is not valid.');
  });
}

function repeated<Entry>(times: number, entries: readonly Entry[]): Entry[] {
  return Array.from({ length: times }, () => entries).flat();
}

/** Returns the token of a request, from the header or the parameter. */
export function tokenOf({ headers, params }: ScriptedRequest): string | undefined {
  return headers.authorization?.replace(/^Bearer /i, '') ?? params.get('auth') ?? undefined;
}

function documentOf(number: MockVersion, origin: string | undefined): Behaviour {
  if (number === '1.3.4') return oldVersion(number);
  return dependingOn(({ headers }) =>
    version(number, { title: 'Mock Partner', url: origin ?? `http://${headers.host}` }),
  );
}

/**
 * Leaves out what older versions do not have: 1.3 has few of the addresses, and its statistics at another one; 1.4 has
 * no terms and no genes by anonymous id.
 */
function asOf(number: MockVersion, script: Script): Script {
  if (number === '1.5.10') return script;
  const { '/api/stats': stats = status(404), ...rest } = script;
  const later =
    number === '1.4.11' ? /ontologies|taxa|genes\/by-anon/ : /ontologies|taxa|by-anon|^\/api\/(?:genes|users)$/;
  const unchanged = Object.fromEntries(Object.entries(rest).filter(([path]) => !later.test(path)));
  return { ...unchanged, [number === '1.3.4' ? '/stats' : '/api/stats']: stats };
}

function statsOf(number: MockVersion): MockRecord {
  const stats = { version: number, ...MOCK_STATS };
  return number === '1.5.10'
    ? stats
    : stats14(
        stats,
        new Map([
          ['9606', 'human'],
          ['10090', 'mouse'],
        ]),
      );
}

function genesFound(
  { params }: ScriptedRequest,
  registered: Readonly<ReturnType<typeof mockGenes>>,
  out: (record: MockRecord) => MockRecord,
): Behaviour {
  const [symbol = '', taxonId] = [params.get('symbol') ?? '', Number(params.get('taxonId'))];
  const known = knownGene(symbol, taxonId);
  if (known === undefined) return status(404, `Unknown gene with symbol ${symbol} in taxon ${taxonId}.`);
  const taxon = Number(params.get('orthologTaxonId') ?? -99);
  const tiers = [...params.getAll('tiers'), ...params.getAll('tier')].filter((tier) => tier.startsWith('TIER'));
  const found = registered.filter(
    ({ gene, tier }) =>
      gene.family === known.family &&
      (taxon < 0 || gene.taxonId === taxon) &&
      (tiers.length === 0 || tiers.includes(String(tier))),
  );
  return json(found.map(out));
}

/** Refuses a search for genes without a symbol and an organism. */
function refusalOfGene({ params }: ScriptedRequest): Behaviour | undefined {
  if (!params.has('symbol') || !params.has('taxonId')) return status(400, { status: 400, error: 'Bad Request' });
  return params.get('symbol') === '' ? status(400, 'Gene symbol cannot be empty.') : undefined;
}

/** Refuses a search by name alone without `prefix`. */
function refusalOfName({ params }: ScriptedRequest): Behaviour | undefined {
  const isNameAlone = params.has('nameLike') && !params.has('descriptionLike');
  return isNameAlone && !params.has('prefix') ? status(400, { status: 400, error: 'Bad Request' }) : undefined;
}

/** Applies the filters, under both names of each. Nobody here has organs or terms, so those filters find nobody. */
function isOfFilters(user: MockRecord, params: URLSearchParams): boolean {
  const valuesOf = (...names: string[]) =>
    names.flatMap((name) => params.getAll(name)).flatMap((text) => text.split(','));
  const positions = valuesOf('researcherPositions', 'researcherPosition');
  const categories = valuesOf('researcherCategories', 'researcherCategory');
  const own = (user.researcherCategories ?? []) as readonly string[];
  return (
    (positions.length === 0 || positions.includes(String(user.researcherPosition))) &&
    (categories.length === 0 || categories.some((category) => own.includes(category))) &&
    valuesOf('organUberonIds', 'ontologyTermIds').length === 0
  );
}

function isCalled({ name, lastName, description }: MockRecord, params: URLSearchParams): boolean {
  const [nameLike, descriptionLike] = ['nameLike', 'descriptionLike'].map((key) => params.get(key)?.toLowerCase());
  const isPrefix = params.get('prefix') === 'true';
  const holds = (value: unknown, like: string) =>
    String(value ?? '')
      .toLowerCase()
      .includes(like);
  if (descriptionLike && !holds(description, descriptionLike)) return false;
  if (!nameLike) return true;
  return isPrefix ? String(lastName).toLowerCase().startsWith(nameLike) : holds(`${name} ${lastName}`, nameLike);
}

type Paging = PageFaults & { out: (record: MockRecord) => MockRecord; isOld: boolean };

function page({ params }: ScriptedRequest, records: readonly MockRecord[], paging: Paging): unknown {
  const { out, isOld, mostRecords, areOne = false, moreInTotal = 0 } = paging;
  const [number, size] = [Number(params.get('page') ?? 0), Number(params.get('size') ?? 20)];
  const held = Math.min(size, mostRecords ?? size);
  const first = areOne ? 0 : number * held;
  const content = records.slice(first, first + held).map(out);
  const totalElements = Math.max(0, records.length + moreInTotal);
  const totalPages = Math.ceil(totalElements / size);
  const counts = { number, size, numberOfElements: content.length, totalElements, totalPages };
  const envelope = { content, ...counts, first: number === 0, last: number + 1 >= totalPages };
  return isOld ? page14(envelope, (record) => record) : envelope;
}
