/** The options of the pages, from those of the application: their colours are a style sheet and the icon of bookmarks. */

import type { SourceAddress } from '../domain/federation/source.ts';
import type { Federation } from '../federation/federation.ts';
import type { UseCases } from '../federation/use-cases.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { Limits } from '../server/limits/limits.ts';
import type { ReportFault } from '../server/reply/error-reply.ts';
import type { FeatureFlags } from '../server/request/features.ts';
import { type AnnounceRequest, accessRequester } from './access/access-request-routes.ts';
import type { WriteToPeople } from './access/person-page-routes.ts';
import type { SendLink } from './feeds/subscription-routes.ts';
import type { PageRoutesOptions } from './page-routes.ts';
import type { ResultKind } from './parts/choices.ts';
import { html } from './parts/html.ts';
import type { Site } from './parts/layout.ts';
import type { Trial } from './parts/trials.ts';
import { pageAssets } from './server/page-assets.ts';

const COLOUR = /^#[0-9a-f]{6}$/i;

export type Colours = { accentColor: string; accentColorDark: string };

/** Returns a style sheet for a file of its own, as the policy of pages allows no inline styles. */
export function siteStyle({ accentColor, accentColorDark }: Colours): string {
  if (!COLOUR.test(accentColor) || !COLOUR.test(accentColorDark)) {
    throw new Error(`A colour is # and six hexadecimal digits, found ${accentColor} and ${accentColorDark}.`);
  }
  const [light, dark] = [legible(accentColor, RAISED, '#000000'), legible(accentColorDark, RAISED_DARK, '#ffffff')];
  return `:root{--accent:${light}}@media (prefers-color-scheme:dark){:root{--accent:${dark}}}\n`;
}

/** `--raised` of the style, in light and dark mode: of all backgrounds of links, the closest to their colour. */
const RAISED = '#edf2f6';
const RAISED_DARK = '#1f2a34';
/** The required contrast (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;
const STEPS = 100;

/**
 * Returns the colour itself if links in it are legible, otherwise with as much of `end` mixed in as is needed. Words on
 * it are then legible too, as they have the colour with the most contrast.
 */
function legible(colour: string, ground: string, end: string): string {
  const mixes = Array.from({ length: STEPS + 1 }, (_, step) => mixed(colour, end, step / STEPS));
  return mixes.find((one) => contrast(one, ground) >= LEAST_CONTRAST) ?? end;
}

function mixed(colour: string, end: string, share: number): string {
  const parts = channelsOf(end).map((to, at) => {
    const from = channelsOf(colour)[at] ?? 0;
    return Math.round(from + (to - from) * share);
  });
  return share === 0 ? colour : `#${parts.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns an icon as SVG: the first letter of the short name on the colour of links and buttons. */
export function siteIcon({ accentColor }: Colours, shortname: string): string {
  const ink = inkOn(accentColor);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${accentColor}"/><text x="16" y="23.5" font-family="sans-serif" font-size="21" font-weight="bold" text-anchor="middle" fill="${ink}">${firstLetter(shortname)}</text></svg>\n`
    .html;
}

/** Returns the first letter in upper case, with its combining marks. */
function firstLetter(name: string): string {
  return (/[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? '').toUpperCase();
}

/** The luminance with which white and black have the same contrast (WCAG 2.2, relative luminance): 4.58 to 1. */
const MIDDLE_LUMINANCE = Math.sqrt(1.05 * 0.05) - 0.05;

function inkOn(colour: string): '#000' | '#fff' {
  return luminanceOf(colour) > MIDDLE_LUMINANCE ? '#000' : '#fff';
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

export type PageOptions = Colours & {
  /** How long the reference to an anonymised record can be resolved. */
  anonymousIdLifetimeMinutes: number;
  /** Whether a confirmed request for access reaches its person without an administrator. */
  isForwardedAtOnce: boolean;
  /** The searches that are switched on, in the order of their forms. */
  searchModes: readonly ResultKind[];
  /** Whether forms offer organ systems. */
  offersOrgans: boolean;
  /** Icons of terms by the names of their files; undefined if the operator has none. */
  icons?: ReadonlyMap<string, Buffer> | undefined;
  /** What a demonstration offers to try. */
  trials?: readonly Trial[] | undefined;
} & Pick<Site, 'texts' | 'links'>;

/** What sends mail. */
export type AppMail = { announceRequest: AnnounceRequest; sendLink: SendLink; writeToPeople: WriteToPeople };

/** The parts of the application that pages need. */
type PageSources = {
  registry: LocalRegistry;
  network: UseCases & Pick<Federation, 'accessAtPartners'> & { sources: () => readonly SourceAddress[] };
  settings: {
    features: FeatureFlags;
    site: Omit<Site, 'texts' | 'links' | 'icons' | 'assets' | 'trials' | 'sendsMail'> & { host: string };
    page: PageOptions;
    mostUrlBytes: number;
  };
  /** Undefined if there is no mail server. */
  mail: AppMail | undefined;
  limits: Pick<Limits, 'lists' | 'admit'>;
  operations: { reportFault: ReportFault } & Pick<PageRoutesOptions, 'workbookWriter'>;
};

export function pageRoutesOptions(options: PageSources): PageRoutesOptions {
  const { registry, network, settings, mail, limits, operations } = options;
  const { features, site, page, mostUrlBytes } = settings;
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
      sendsMail: mail !== undefined,
      assets: `assets/${assets.version}/`,
    },
    icons,
    workbookWriter: operations.workbookWriter,
    modes: page.searchModes,
    offersOrgans: page.offersOrgans,
    reportFault: operations.reportFault,
    host: site.host,
    mostUrlBytes,
    requestAccess: accessRequester(registry.accessRequests, mail !== undefined, registry.takeTurn),
    announceRequest: mail?.announceRequest,
    sendLink: mail?.sendLink,
    writeToPeople: mail?.writeToPeople,
    lists: limits.lists,
    admit: limits.admit,
    anonymousIdLifetimeMinutes: page.anonymousIdLifetimeMinutes,
    isForwardedAtOnce: page.isForwardedAtOnce,
    assets,
  };
}
