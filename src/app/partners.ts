/** Opens the clients of the partners, and the shared cache of their answers. */

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
import { type Log, troubleReporter } from '../operations/log.ts';
import { registryCache } from '../operations/registry-cache.ts';
import type { SharedCache } from '../operations/shared-cache.ts';
import { otherWorkers } from '../operations/worker.ts';
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
  clock: Clock;
  /** How long the shared cache may take, in milliseconds. */
  sharedCacheMostMs: number | undefined;
  /** Aborted when no partner is waited for any more. */
  ending: AbortSignal;
};

type OpenedPartners = {
  /** Each of several processes has its share of the calls that the configuration allows. */
  federation: Federation;
  /** Undefined where no shared cache is configured. */
  sharedCache: SharedCache | undefined;
};

/** Opens both, and adds them to `resources`, which closes them. */
export async function openPartners(options: Options, resources: AsyncDisposableStack): Promise<OpenedPartners> {
  const { config, log, registry, registryUrl, auditLog, place, clock, sharedCacheMostMs: mostMs, ending } = options;
  const { isearch } = config.app.settings;
  const { answersMegabytes, answersFreshSeconds, answersStaleHours } = config.cache;
  const report = troubleReporter(log, 'shared cache', { what: 'answers of partners are shared with other instances' });
  const sharedCache = await registryCache({ config, mostMs, report });
  if (sharedCache !== undefined) resources.use(sharedCache);
  const shares = (partners: readonly PartnerConfig[]) => sharesOf(partners, place);
  const opened = resources.use(
    openFederation({
      historyOf: auditLog.historyOf,
      otherProcesses: otherWorkers(place),
      shared: sharedCache?.texts,
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
  return { federation: { ...opened, replacePartners }, sharedCache };
}
