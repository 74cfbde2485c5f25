/** What the pages are made from, out of what the application is made from. */

import { accessRequester } from './access-request-routes.ts';
import type { AppOptions } from './app.ts';
import { origins } from './federated-origins.ts';
import type { FederatedRoute, PlainRoute } from './federated-route.ts';
import { pageAnswers } from './page-answers.ts';
import { pageAssets } from './page-assets.ts';
import type { PageNeeds } from './page-routes.ts';
import { type Colours, siteStyle } from './site-style.ts';

export type PageOptions = Colours & {
  /** How long the reference to an anonymised record can be resolved. */
  anonymousIdLifetimeMinutes: number;
};

export function pageNeeds(options: AppOptions, routes: readonly (FederatedRoute | PlainRoute)[]): PageNeeds {
  const { registry, network, switches, site, page, reportFault } = options;
  const { sources, fanOut, withoutAnswer } = network;
  return {
    ...registry,
    site,
    switches,
    reportFault,
    host: site.host,
    answers: pageAnswers({ routes, fanOut, sources, switches }),
    origins: origins(sources, withoutAnswer),
    originChoices: sources.map(({ key, name }) => ({ key, name })),
    requestAccess: accessRequester(registry.accessRequests, Date.now),
    anonymousIdLifetimeMinutes: page.anonymousIdLifetimeMinutes,
    assets: pageAssets({ 'site.css': siteStyle(page) }),
  };
}
