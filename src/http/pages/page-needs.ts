/** What the pages are made from, out of what the application is made from. */

import type { Site } from '../../web/pages/layout.ts';
import type { ResultKind } from '../../web/parts/results.ts';
import { origins } from '../federated/federated-origins.ts';
import type { FederatedRoute, PlainRoute } from '../federated/federated-route.ts';
import type { AppOptions } from '../server/app.ts';
import { accessRequester } from './access-request-routes.ts';
import { pageAnswers } from './page-answers.ts';
import { pageAssets } from './page-assets.ts';
import type { PageNeeds } from './page-routes.ts';
import { type Colours, siteIcon, siteStyle } from './site-style.ts';

export type PageOptions = Colours & {
  /** How long the reference to an anonymised record can be resolved. */
  anonymousIdLifetimeMinutes: number;
  /** The searches that are open, in the order of their forms. */
  searchModes: readonly ResultKind[];
  /** Icons of terms by the name of their file; undefined where the operator gives none. */
  icons?: ReadonlyMap<string, Buffer> | undefined;
} & Pick<Site, 'texts' | 'links'>;

export function pageNeeds(options: AppOptions, routes: readonly (FederatedRoute | PlainRoute)[]): PageNeeds {
  const { registry, network, features, site, page, announceRequest, reportFault } = options;
  const { sources, fanOut, withoutAnswer } = network;
  const { icons = new Map() } = page;
  return {
    ...registry,
    site: { ...site, texts: page.texts, links: page.links, icons: new Set(icons.keys()) },
    icons,
    modes: page.searchModes,
    reportFault,
    host: site.host,
    mostUrlBytes: options.mostUrlBytes,
    answers: pageAnswers({ routes, fanOut, sources, features }),
    origins: origins(sources, withoutAnswer),
    originChoices: sources.map(({ key, name }) => ({ key, name })),
    requestAccess: accessRequester(registry.accessRequests, Date.now),
    announceRequest,
    anonymousIdLifetimeMinutes: page.anonymousIdLifetimeMinutes,
    assets: pageAssets({ 'site.css': siteStyle(page), 'site-icon.svg': siteIcon(page, site.shortname) }),
  };
}
