/** Makes the options of the pages from those of the application. */

import type { SourceAddress } from '../../domain/federation/source.ts';
import type { Federation } from '../../federation/federation.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { Site } from '../../web/pages/layout.ts';
import type { ResultKind } from '../../web/parts/choices.ts';
import type { Trial } from '../../web/parts/trials.ts';
import type { Limits } from '../limits/limits.ts';
import type { ReportFault } from '../reply/error-reply.ts';
import type { FeatureFlags } from '../request/features.ts';
import { type AnnounceRequest, accessRequester } from './access-request-routes.ts';
import { pageAssets } from './page-assets.ts';
import type { PageRoutesOptions } from './page-routes.ts';
import type { WriteToPeople } from './person-page-routes.ts';
import { type Colours, siteIcon, siteStyle } from './site-style.ts';
import type { SendLink } from './subscription-routes.ts';

export type PageOptions = Colours & {
  /** How long the reference to an anonymised record can be resolved. */
  anonymousIdLifetimeMinutes: number;
  /** The searches that are switched on, in the order of their forms. */
  searchModes: readonly ResultKind[];
  /** Whether forms offer organ systems. */
  offersOrgans: boolean;
  /** Icons of terms by the names of their files; undefined if the operator has none. */
  icons?: ReadonlyMap<string, Buffer> | undefined;
  /** What a demonstration offers to try. */
  trials?: readonly Trial[] | undefined;
} & Pick<Site, 'texts' | 'links'>;

/** The options of the application that pages need. */
type PageSources = {
  registry: LocalRegistry;
  network: UseCases & Pick<Federation, 'accessAtPartners'> & { sources: () => readonly SourceAddress[] };
  features: FeatureFlags;
  site: Omit<Site, 'texts' | 'links' | 'icons' | 'assets' | 'trials' | 'sendsMail'> & { host: string };
  page: PageOptions;
  mostUrlBytes: number;
  /** Undefined if there is no mail server. */
  announceRequest: AnnounceRequest | undefined;
  sendLink: SendLink | undefined;
  writeToPeople: WriteToPeople | undefined;
  limits: Pick<Limits, 'lists' | 'admit'>;
  reportFault: ReportFault;
};

export function pageRoutesOptions(options: PageSources): PageRoutesOptions {
  const { registry, network, features, site, page, announceRequest, reportFault } = options;
  const { icons = new Map() } = page;
  const assets = pageAssets({ 'site.css': siteStyle(page), 'site-icon.svg': siteIcon(page, site.shortname) });
  return {
    ...registry,
    ...network,
    features,
    site: {
      ...site,
      host: site.host.replace(/(?<!\/)\/+$/, ''),
      texts: page.texts,
      links: page.links,
      icons: new Set(icons.keys()),
      trials: page.trials ?? [],
      sendsMail: options.sendLink !== undefined,
      assets: `assets/${assets.version}/`,
    },
    icons,
    modes: page.searchModes,
    offersOrgans: page.offersOrgans,
    reportFault,
    host: site.host,
    mostUrlBytes: options.mostUrlBytes,
    requestAccess: accessRequester(registry.accessRequests, announceRequest !== undefined, registry.takeTurn),
    announceRequest,
    sendLink: options.sendLink,
    writeToPeople: options.writeToPeople,
    lists: options.limits.lists,
    admit: options.limits.admit,
    anonymousIdLifetimeMinutes: page.anonymousIdLifetimeMinutes,
    assets,
  };
}
