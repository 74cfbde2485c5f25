/**
 * Opens what belongs to this service: its state in the file of the data, unless those are of a database that is followed,
 * the trail in a file of its own, and the ways to the partners with the cache that instances share of their answers.
 */

import { join, parse } from 'node:path';
import { LRUCache } from 'lru-cache';
import { sharesOf, type WorkerPlace } from './cluster/worker-place.ts';
import type { Config } from './config/config.ts';
import { recordChecks } from './domain/sanitize/record-checks.ts';
import { type Federation, openFederation, type PartnerSettings } from './federation/federation.ts';
import type { Kept } from './federation/partner/answer-cache.ts';
import { answerBytes } from './federation/partner/answer-size.ts';
import type { KeptHistory } from './federation/partner/partner-history.ts';
import type { PartnerAnswer } from './federation/partner/partner-query.ts';
import { keptHistories } from './federation/trail/kept-histories.ts';
import { type RecordedNetwork, recordedNetwork } from './federation/trail/recorded-network.ts';
import { type Log, tellTrouble } from './log.ts';
import { IMPLEMENTATION, PRODUCT_VERSION } from './product.ts';
import type { LocalRegistry } from './registry/local-registry.ts';
import type { ServiceState, TokenStore } from './registry/state/service-state.ts';
import { sqliteState, sqliteTokens } from './registry/state/sqlite-state.ts';
import { openSqliteStore } from './registry/store/sqlite-store.ts';
import { STATE_FORM } from './registry/store/state-schema.ts';
import type { Store } from './registry/store/store.ts';
import { openTrail } from './registry/trail/open-trail.ts';
import type { Trail } from './registry/trail/trail.ts';
import { compileCheck } from './schema-check.ts';
import { registryCache } from './shared-cache/registry-cache.ts';
import type { SharedCache } from './shared-cache/shared-cache.ts';

export type OpenedState = AsyncDisposable & {
  state: ServiceState;
  /** Where access tokens are looked up: those that came with the data, then those made here. */
  tokenStores: readonly TokenStore[];
};

type Options = {
  config: Config;
  /** Of the registry's data. */
  store: Store;
  /** Told once, when a database of its own cannot be used any more, and undefined when it is over. */
  tell(trouble: string | undefined): void;
};

/** @throws UnusableDatabase, UnusableState */
export async function openState({ config, store, tell }: Options): Promise<OpenedState> {
  if (config.database.follow === undefined) {
    const state = sqliteState(store);
    return { state, tokenStores: [state.tokens], [Symbol.asyncDispose]: async () => {} };
  }
  await using resources = new AsyncDisposableStack();
  const { url } = config.state;
  const state =
    url === undefined
      ? sqliteState(resources.use(openSqliteStore(stateFile(config), { form: STATE_FORM })))
      : resources.use(await mysqlState(url, tell));
  await state.prepare();
  const opened = resources.move();
  return {
    state,
    tokenStores: [{ ...sqliteTokens(store), noteUse: undefined }, state.tokens],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Where the state is kept beside a followed database, unless it is in a database. */
export function stateFile({ database, state }: Config): string {
  const { dir, name, ext } = parse(database.file);
  return state.file ?? join(dir, `${name}-state${ext}`);
}

export type ServiceTrail = AsyncDisposable &
  Pick<Trail, 'list' | 'partnerDays'> & {
    /** Of a partner by its key: it goes on after a restart, and after a change of the partner's settings. */
    historyOf(key: string): KeptHistory;
    /** The same network, whose questions are taken down where the operator wants that. */
    recorded<Network extends RecordedNetwork>(network: Network): Network;
  };

/** @param tidies whether this process deletes what is too old */
export async function openServiceTrail({ trail, database }: Config, log: Log, tidies: boolean): Promise<ServiceTrail> {
  const { withText, keepDays } = trail;
  const tell = (level: 'info' | 'warn', what: string) => log[level]({ what }, 'trail');
  const opened = await openTrail({ ...trail, databaseFile: database.file, tidies, tell, now: Date.now });
  const options = { note: opened.note, withText, now: Date.now };
  return {
    ...opened,
    historyOf: keptHistories(opened.callsBefore, opened.noteCall),
    recorded: (network) => (keepDays === 0 ? network : recordedNetwork(network, options)),
  };
}

/** The driver is loaded by those who need it. */
async function mysqlState(address: string, tell: Options['tell']) {
  const { openMysqlState } = await import('./registry/state/mysql-state.ts');
  return openMysqlState({ address, tell });
}

const BYTES_PER_MEGABYTE = 1024 * 1024;
const SECONDS_PER_HOUR = 3600;

type PartnersOptions = {
  config: Config;
  log: Log;
  registry: LocalRegistry;
  trail: Pick<ServiceTrail, 'historyOf'>;
  place: WorkerPlace;
  /** How long the cache in common may take. */
  sharedCacheMostMs: number | undefined;
  /** Aborted when no partner is waited for any more. */
  ending: AbortSignal;
};

export type OpenedPartners = {
  /** Of several processes each asks with its share of the calls that the configuration allows. */
  federation: Federation;
  /** Undefined where instances share nothing. */
  sharedCache: SharedCache | undefined;
};

/** Closed with `resources`. */
export function openPartners(options: PartnersOptions, resources: AsyncDisposableStack): OpenedPartners {
  const { config, log, registry, trail, place, sharedCacheMostMs: mostMs, ending } = options;
  const { isearch } = config.app.settings;
  const { answersMegabytes, answersFreshSeconds, answersStaleHours } = config.cache;
  const tell = tellTrouble(log, 'shared cache', { what: 'answers of partners are shared with other instances' });
  const sharedCache = registryCache({ config, version: PRODUCT_VERSION, mostMs, tell });
  if (sharedCache !== undefined) resources.use(sharedCache);
  const shares = (partners: readonly PartnerSettings[]) => sharesOf(partners, place);
  const opened = resources.use(
    openFederation({
      historyOf: trail.historyOf,
      shared: sharedCache?.texts,
      partners: shares(isearch.partners),
      store: new LRUCache<string, Kept<PartnerAnswer>>({
        maxSize: answersMegabytes * BYTES_PER_MEGABYTE,
        sizeCalculation: ({ answer }) => answerBytes(answer),
      }),
      freshSeconds: answersFreshSeconds,
      staleSeconds: answersStaleHours * SECONDS_PER_HOUR,
      searchTimeoutMs: isearch.searchTimeoutMs,
      sanitize: { checks: recordChecks(compileCheck), taxonOrdering: registry.taxonOrdering },
      resolveGene: registry.resolveGene,
      taxa: registry.activeTaxa,
      userAgent: IMPLEMENTATION,
      ending,
      now: Date.now,
      tellAdministrator: (partner, what, level) => log[level]({ partner, what }, 'partner'),
      reportFault: (error, about) => log.error({ ...about, error }, 'fault'),
    }),
  );
  const replacePartners: Federation['replacePartners'] = (partners) => opened.replacePartners(shares(partners));
  return { federation: { ...opened, replacePartners }, sharedCache };
}
