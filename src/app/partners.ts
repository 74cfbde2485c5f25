/** Opens the clients of the partners, and what copies of this registry share. */

import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.ts';
import type { PartnerConfig } from '../domain/partner-config.ts';
import { faultyMember, recordChecks } from '../domain/sanitize/records.ts';
import { type Federation, openFederation } from '../federation/federation.ts';
import { answerBytes, type Cached } from '../federation/partner/answer-cache.ts';
import type { PartnerAnswer } from '../federation/partner/partner-query.ts';
import type { Clock } from '../federation/partner/times.ts';
import { RDP } from '../federation/rdp/rdp.ts';
import { USER_AGENT } from '../lib/product.ts';
import { compileCheck } from '../lib/schema-check.ts';
import { bothStates, FORM_OF_VALUES, type SharedState } from '../lib/shared-state.ts';
import { type Log, troubleReporter } from '../operations/log.ts';
import type { SharedCache } from '../operations/shared-cache.ts';
import { sharesOf, type WorkerPlace } from '../operations/worker-place.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { ServiceAuditLog } from './service-state.ts';

const BYTES_PER_MEGABYTE = 1024 * 1024;
const SECONDS_PER_HOUR = 3600;

type Options = {
  config: Config;
  log: Log;
  registry: LocalRegistry;
  auditLog: Pick<ServiceAuditLog, 'historyOf'>;
  /** The address of this registry, without a trailing slash. */
  registryUrl: string;
  place: WorkerPlace;
  /** The state that the processes of this machine share. */
  machine: SharedState;
  clock: Clock;
  /** How long the shared cache may take, in milliseconds. */
  sharedCacheMostMs: number | undefined;
  /** Aborted when no partner is waited for any more. */
  ending: AbortSignal;
};

type OpenedPartners = {
  /** Each of several processes has its share of the calls that the configuration allows. */
  federation: Federation;
  /** Undefined if no shared cache is configured. */
  sharedCache: SharedCache | undefined;
  /** The state that all copies of this registry share. */
  state: SharedState;
};

/** Opens both, and adds them to `resources`, which closes them. */
export async function openPartners(options: Options, resources: AsyncDisposableStack): Promise<OpenedPartners> {
  const { config, log, registry, registryUrl, auditLog, place, machine, clock, ending } = options;
  const { isearch } = config.app.settings;
  const { answersMegabytes, answersFreshSeconds, answersStaleHours } = config.cache;
  const sharedCache = await configuredCache(options);
  if (sharedCache !== undefined) resources.use(sharedCache);
  const state = sharedCache === undefined ? machine : bothStates(sharedCache.state, machine);
  const shares = (partners: readonly PartnerConfig[]) => sharesOf(partners, place);
  const opened = resources.use(
    openFederation({
      historyOf: auditLog.historyOf,
      copies: { state, answers: sharedCache?.state, machine, place },
      partners: shares(isearch.partners),
      sourceTypes: { rdp: RDP },
      store: new LRUCache<string, Cached<PartnerAnswer>>({
        maxSize: answersMegabytes * BYTES_PER_MEGABYTE,
        sizeCalculation: ({ answer }) => answerBytes(answer),
      }),
      freshSeconds: answersFreshSeconds,
      staleSeconds: answersStaleHours * SECONDS_PER_HOUR,
      searchTimeoutMs: isearch.searchTimeoutMs,
      sanitize: { checks: recordChecks(compileCheck), taxonOrdering: registry.taxonOrdering },
      faultyMember: faultyMember(compileCheck),
      registryUrl,
      resolveGene: registry.resolveGene,
      taxa: registry.activeTaxa,
      unknownOrgans: registry.unknownOrgans,
      userAgent: USER_AGENT,
      ending,
      clock,
      reportToAdministrator: (partner, what, level) => log[level]({ partner, what }, 'partner'),
      reportFault: (error, about) => log.error({ ...about, error }, 'fault'),
    }),
  );
  const replacePartners: Federation['replacePartners'] = (partners) => opened.replacePartners(shares(partners));
  return { federation: { ...opened, replacePartners }, sharedCache, state };
}

/** Opens the shared cache. Undefined if none is configured; its code and the driver are then not loaded. */
async function configuredCache({ config, log, sharedCacheMostMs }: Options): Promise<SharedCache | undefined> {
  const { url, key } = config.cache;
  if (url === undefined || key === undefined) return undefined;
  const { openSharedCache } = await import('../operations/shared-cache.ts');
  return openSharedCache({
    ...{ url, key, now: Date.now, mostMs: sharedCacheMostMs },
    scope: `${FORM_OF_VALUES} ${config.app.site.shortname}`,
    report: troubleReporter(log, 'shared cache', { what: 'answers of partners are shared with other instances' }),
  });
}
