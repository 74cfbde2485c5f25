/** This registry's own data, as answers to the questions of the registry API. */

import { RegistryError } from '../domain/errors.ts';
import type { ResolveGene } from '../domain/query/gene-names.ts';
import type { Signature } from '../domain/record/model.ts';
import { anonymizedUserName, type TaxonRecord } from '../domain/record/records.ts';
import type { OtherDiseaseName } from '../domain/record/snapshot.ts';
import type { Association } from '../domain/resolve/described-gene.ts';
import { sliced } from '../lib/slices.ts';
import { type AccessRequests, accessRequests } from './accounts/access-requests.ts';
import {
  type AcceptedSearchToken,
  type Accounts,
  accounts,
  type SearchTokens,
  searchTokens,
} from './accounts/accounts.ts';
import { type ForwardedRequests, forwardedRequests, personLinks } from './accounts/forwarded-requests.ts';
import { tokenAmong } from './accounts/token-hash.ts';
import { type TokenDesk, tokenDesk, tokenKeeper } from './accounts/token-keeper.ts';
import {
  type FollowedDatabase,
  type FollowStatus,
  isBehind,
  notReadyReason,
  readyRemark,
  refuseUnfit,
  toFollowedDatabase,
} from './follow/status.ts';
import { readyAhead } from './ready-ahead.ts';
import { anonymousIds } from './record/anonymous-ids.ts';
import { type Lookups, lookups } from './record/lookups.ts';
import { type PublicViewName, publicViewName } from './record/public-view.ts';
import { type RecordCache, readyMade } from './record/ready-made.ts';
import { identifiedMaker, recordMaker, rowMaker } from './record/record-bytes.ts';
import { type RemoteSearchUserId, userFacts } from './record/user-facts.ts';
import { visibility } from './record/visibility.ts';
import { associationsOf, otherDiseaseNames } from './reference/diseases.ts';
import { ontologies } from './reference/ontologies.ts';
import { referenceData, type Taxon, unknownOrgans } from './reference/reference.ts';
import { type Terms, terms } from './reference/terms.ts';
import { type DescribeGenes, describeGenes } from './search/describe-genes.ts';
import { resolveGene, type SuggestGenes, suggestGenes } from './search/gene-names.ts';
import { listingIndex } from './search/listing-index.ts';
import { type ListPage, listings } from './search/listings.ts';
import { orderKeys } from './search/order-keys.ts';
import { type PeopleCalled, peopleCalled } from './search/people-called.ts';
import { type ResolveText, type TextResolver, textResolver } from './search/resolve-text.ts';
import { type HitsStore, searchCache } from './search/search-cache.ts';
import { type SearchChoices, searchChoices } from './search/search-choices.ts';
import { geneSearch, type SearchGenes } from './search/search-genes.ts';
import { type SearchUsers, userSearch } from './search/search-users.ts';
import { type SuggestTerms, suggestTerms, type TermsCalled, termsCalled } from './search/suggest-terms.ts';
import { countedUses, type TakeTurn } from './state/counted-uses.ts';
import { type FeedQuestions, feedQuestions } from './state/feed-questions.ts';
import type { ServiceState, TokenStore } from './state/service-state.ts';
import { type Subscriptions, subscriptions } from './state/subscriptions.ts';
import { type Meta, meta } from './store/meta.ts';
import { countStats, type RegistryStats } from './store/stats.ts';
import type { Store } from './store/store.ts';
import { byVersion } from './store/versions.ts';

export type LocalRegistry = {
  searchGenes: SearchGenes;
  searchUsers: SearchUsers;
  listUsers: ListPage;
  listGenes: ListPage;
  lookups: Lookups;
  terms: Terms;
  accounts: Accounts;
  searchTokens: SearchTokens;
  tokens: TokenDesk;
  tokenAmong: typeof tokenAmong;
  /** Returns an organism, active or not. @throws RegistryError `unknown-taxon` */
  taxon(taxonId: number): Promise<TaxonRecord>;
  /** Returns the active organisms, in the registry's order. */
  activeTaxa(): Promise<readonly Taxon[]>;
  /** Returns the place of an organism in this registry's order; null if it is unknown or has none. */
  taxonOrdering(taxonId: number): number | null;
  resolveGene: ResolveGene;
  describeGenes: DescribeGenes;
  /** Finds what a text means. */
  resolveText: ResolveText;
  peopleCalled: PeopleCalled;
  /** Returns the genes of a disease or a term; these are more than `resolveText` returns. */
  genesOf: TextResolver['genesOf'];
  termsOfDisease: TextResolver['termsOfDisease'];
  /** Returns the names of a disease in other sources; empty for an unknown disease. */
  otherDiseaseNames(diseaseId: string): Promise<readonly OtherDiseaseName[]>;
  /** Returns the genes that are associated with a disease, source by source. */
  associationsOf(diseaseId: string): Promise<Association[]>;
  /** Starts to prepare, between requests, the texts of `resolveText` and the name of the public view, now and after every change. */
  readyAhead(): Disposable;
  /** Returns the choices of a search form. */
  searchChoices(): Promise<SearchChoices>;
  /** Returns those of the Uberon ids that this registry does not have, active or not. */
  unknownOrgans(uberonIds: readonly string[]): Promise<readonly string[]>;
  suggestGenes: SuggestGenes;
  suggestTerms: SuggestTerms;
  termsCalled: TermsCalled;
  accessRequests: AccessRequests;
  forwardedRequests: ForwardedRequests;
  feedQuestions: FeedQuestions;
  /** Counts what is done within an hour, over all processes. */
  takeTurn: TakeTurn;
  subscriptions: Subscriptions;
  /** Returns the same object until the data change. */
  stats(): Promise<RegistryStats & { version: string }>;
  /** Returns a tag of the present data under the settings of this start. Every change makes another tag. */
  dataTag(): string;
  /** The name of the settings of this start. */
  settingsTag: string;
  /** Returns a name of what the public may see, which changes only with that; no promise if it is known already. */
  publicView(): string | Promise<string>;
  /** Whether there are no data to answer from. */
  isEmpty(): Promise<boolean>;
  /** Returns why requests should go to another instance, for operators and without a path; undefined if this one is ready. */
  notReadyReason(): Promise<string | undefined>;
  /** Returns what operators should know although the registry is ready. */
  readyRemark(): string | undefined;
  /** Returns the status of the followed database, as data for operators; undefined if none is followed. */
  followedDatabase(): FollowedDatabase | undefined;
  /** Whether very many records are older than those of the followed database, or many people are missing in it. */
  isBehindDatabase(): boolean;
  /** Refuses requests while the data do not allow answers. @throws RegistryError as `follow/status.ts` says */
  refuseUnfit(): void;
};

type Options = {
  store: Store;
  state: ServiceState;
  /** The stores in which access tokens are looked up, one after the other. */
  tokenStores: readonly TokenStore[];
  /** Returns the status of the followed database; undefined if none is followed. */
  followStatus: (() => FollowStatus) | undefined;
  /** Returns the fault of the database file, in words after "cannot be used:". */
  trouble: () => string | undefined;
  /** The same for the file of the state, if that is another one. */
  stateTrouble: () => string | undefined;
  /** Whether all processes that serve this registry answer from the same file. */
  isFileOfOthers: () => boolean;
  /** The cache of ready-made records. */
  cache: RecordCache;
  /** The cache of what searches found. */
  hits: HitsStore;
  signature: Signature;
  /** A name of the settings, equal for equal ones. */
  settingsTag: string;
  anonymises: boolean;
  /** `{0}` is replaced by the short name. */
  anonymizedUserName: string;
  /** 32 bytes. */
  anonymousIdKey: Uint8Array;
  anonymousIdLifetimeMinutes: number;
  /** Derives 32 bytes for one use from that key, which itself opens anonymous ids. */
  keyFor(use: string): Uint8Array;
  mostFeedQuestions: number;
  /** After this many days a request for access that was not accepted is closed for its sender. */
  requestTermDays: number;
  /** The largest number of requests for access that a person has to answer at a time. */
  mostRequestsOfPerson: number;
  /** The largest number of different questions to which people subscribe by mail. */
  mostMailQuestions: number;
  /** The tokens at the start; they can be replaced. */
  acceptedSearchTokens: readonly AcceptedSearchToken[];
  /** Undefined for the account that the data name. */
  remoteSearchUserId: number | undefined;
  /** The version in the statistics. */
  apiVersion: string;
  now: () => Date;
};

/** Creates the local registry from its parts; each part is in a file of this folder. */
export function localRegistry(options: Options): LocalRegistry {
  const { store, state, tokenStores, cache, signature, anonymises, keyFor, now, followStatus } = options;
  const about = meta(store);
  const namedByData = byVersion(about.remoteSearchUserId);
  const remoteSearchUserId: RemoteSearchUserId = (tx) => options.remoteSearchUserId ?? namedByData(tx);
  const anonymizedName = anonymizedUserName(options.anonymizedUserName, signature.origin);

  const ids = anonymousIds({
    key: options.anonymousIdKey,
    lifetimeMinutes: options.anonymousIdLifetimeMinutes,
    now,
  });
  const facts = userFacts(store, remoteSearchUserId);
  const reference = referenceData(store);
  const vocabularies = ontologies(store, signature);
  const making = {
    store,
    readyMade: readyMade(store, cache),
    reference,
    signature,
    anonymizedName,
  };
  const records = recordMaker({ ...making, ontologies: vocabularies });
  const makers = { record: records, identified: identifiedMaker({ ...making, records }), row: rowMaker(making) };
  const sight = visibility({ userFacts: facts, makers, anonymousIds: ids, anonymizedName, anonymises });
  const cachedHits = searchCache(options.hits);
  const keys = orderKeys({ userFacts: facts, reference, visibility: sight });
  const search = {
    store,
    userFacts: facts,
    reference,
    ontologies: vocabularies,
    visibility: sight,
    searchCache: cachedHits,
    orderKeys: keys,
    anonymises,
  };
  const lists = listings({
    store,
    listingIndex: listingIndex({ store, remoteSearchUserId, orderKey: ids.orderKey, anonymises }),
    visibility: sight,
    searchCache: cachedHits,
    orderKeys: keys,
  });
  const taggedData = byVersion((tx) => `${tx.dataTag()}-${options.settingsTag}`);
  const stats = byVersion((tx) => ({
    version: options.apiVersion,
    ...(about.stats(tx) ?? countStats(tx, store)),
  }));

  const texts = textResolver(store, reference);
  const viewName = publicViewName({ store, remoteSearchUserId, anonymises, key: keyFor('public view') });
  const choices = searchChoices(store);
  const searchUsers = userSearch(search);
  const organsUnknown = unknownOrgans(store);
  const singles = lookups({ store, userFacts: facts, visibility: sight, anonymousIds: ids, anonymises });

  const accepted = searchTokens(options.acceptedSearchTokens);
  const keeper = tokenKeeper({ store, tokens: state.tokens, remoteSearchUserId, now });

  const forwarded = forwardedRequests({
    ...{ store, requests: state.requests, people: state.duePeople, now },
    links: personLinks(keyFor('person links')),
    termDays: options.requestTermDays,
    mostOpen: options.mostRequestsOfPerson,
  });

  return {
    searchGenes: geneSearch(search),
    searchUsers,
    listUsers: lists.users,
    listGenes: lists.genes,
    lookups: singles,
    accessRequests: accessRequests({
      ...{ store, requests: state.requests, lookups: singles, anonymousIds: ids, now },
      pagesKey: keyFor('request pages'),
      noteSettled: forwarded.noteSettled,
      termDays: options.requestTermDays,
    }),
    forwardedRequests: forwarded,
    takeTurn: countedUses({ store: state.uses, key: keyFor('callers of an hour'), now }),
    feedQuestions: feedQuestions({
      store: state.feedQuestions,
      // Digests that are stored already were made with the key of this name.
      key: keyFor('standing questions'),
      most: options.mostFeedQuestions,
      now,
    }),
    subscriptions: subscriptions({
      store: state.subscriptions,
      key: keyFor('subscriptions'),
      most: options.mostMailQuestions,
      now,
    }),
    terms: terms(store, vocabularies, signature),
    accounts: accounts({ store, tokenStores, acceptedSearchTokens: accepted.current, remoteSearchUserId, now }),
    searchTokens: accepted,
    tokenAmong,
    tokens: tokenDesk({ keeper, made: state.tokens, tokenStores, lookups: singles, now }),
    taxon: async (taxonId) =>
      store.read((tx) => {
        const taxon = reference.taxon(tx, taxonId);
        if (taxon === undefined) throw new RegistryError('unknown-taxon', { taxonId });
        const { ordering: _, ...record } = taxon;
        return record;
      }),
    activeTaxa: async () => store.read(reference.activeTaxa),
    unknownOrgans: async (uberonIds) => store.read((tx) => organsUnknown(tx, uberonIds)),
    taxonOrdering: (taxonId) => store.read((tx) => reference.taxon(tx, taxonId)?.ordering ?? null),
    resolveGene: resolveGene(store, reference),
    describeGenes: describeGenes(store, reference),
    resolveText: texts.resolve,
    peopleCalled: peopleCalled(searchUsers),
    genesOf: texts.genesOf,
    termsOfDisease: texts.termsOfDisease,
    otherDiseaseNames: async (diseaseId) => store.read((tx) => otherDiseaseNames(tx, store, diseaseId)),
    associationsOf: async (diseaseId) => store.read((tx) => associationsOf(tx, store, diseaseId)),
    readyAhead: () => readyAhead(store, (tx) => viewName(tx) !== undefined && texts.advance(tx)),
    searchChoices: async () => store.read(choices),
    suggestGenes: suggestGenes(store, reference),
    suggestTerms: suggestTerms(store, vocabularies),
    termsCalled: termsCalled(store, vocabularies),
    stats: async () => store.read(stats),
    dataTag: () => store.read(taggedData),
    settingsTag: options.settingsTag,
    publicView: () => store.read(viewName) ?? viewNameInSlices(store, viewName),
    isEmpty: async () => store.read(about.isEmpty),
    async notReadyReason() {
      const reason =
        troubleOfFile(options.trouble) ??
        troubleOfState(options) ??
        othersBehind(options) ??
        (followStatus && notReadyReason(followStatus()));
      return reason ?? (followStatus === undefined ? reasonOfEmptiness(store, about, options.trouble) : undefined);
    },
    readyRemark: () => followStatus && readyRemark(followStatus()),
    followedDatabase: () => followStatus && toFollowedDatabase(followStatus()),
    isBehindDatabase: () => followStatus !== undefined && isBehind(followStatus()),
    refuseUnfit() {
      if (followStatus !== undefined) refuseUnfit(followStatus());
    },
  };
}

async function viewNameInSlices(store: Store, viewName: PublicViewName): Promise<string> {
  const slices = sliced();
  for (;;) {
    const name = store.read(viewName);
    if (name !== undefined) return name;
    await slices.next();
  }
}

function troubleOfFile(trouble: Options['trouble']): string | undefined {
  const reason = trouble();
  return reason === undefined ? undefined : `the database file cannot be used: ${reason}`;
}

function troubleOfState({ stateTrouble }: Options): string | undefined {
  const reason = stateTrouble();
  return reason === undefined ? undefined : `the file of the state cannot be used: ${reason}`;
}

function othersBehind({ isFileOfOthers }: Options): string | undefined {
  return isFileOfOthers() ? undefined : 'other processes of it still answer from the file that was there before';
}

function reasonOfEmptiness(store: Store, about: Meta, trouble: Options['trouble']): string | undefined {
  try {
    return store.read(about.isEmpty) ? 'the database holds nothing yet; import a snapshot' : undefined;
  } catch (error) {
    const reason = troubleOfFile(trouble);
    if (reason === undefined) throw error;
    return reason;
  }
}
