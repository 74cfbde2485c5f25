/** The frame of every page: head, skip link, navigation, language links and foot. */

import { ownMember } from '../../domain/own-member.ts';
import type { AllWords } from '../words/words.ts';
import { type Html, html } from './html.ts';
import type { Trial } from './trials.ts';
import { type IconFiles, linkTo, type WholeView } from './view.ts';

/** The page that led here, such as `search?symbol=BRCA1&taxonId=9606`; never a page of another website. */
export type CameFrom = string;

/** Longer addresses are dropped. */
const LONGEST = 2000;
/** Matches pages that list people: a path of this site, and a query. */
const LISTING = /^(?<path>search|coverage)\?(?<query>[^#]+)$/;
/** Parameters of the rendering of a page, which are no part of its question. */
const OMITTED = ['lang', 'render', 'from'];

/** Reads the parameter; returns undefined if it is no list of people of this site. */
export function readCameFrom(text: string | null | undefined): CameFrom | undefined {
  if (!text || text.length > LONGEST) return undefined;
  const { path, query } = LISTING.exec(text)?.groups ?? {};
  if (path === undefined) return undefined;
  const params = new URLSearchParams(query);
  for (const name of OMITTED) params.delete(name);
  return params.size === 0 ? undefined : `${path}?${params}`;
}

/** @param otherwise where the link leads if the page before is unknown */
export function backLink(view: WholeView & { from?: CameFrom | undefined }, otherwise = linkTo(view, '')): Html {
  const [path = '', query = ''] = view.from?.split(/\?(.*)/s) ?? [];
  const href = path === '' ? otherwise : linkTo(view, path, new URLSearchParams(query));
  return html`<p class="back"><a href="${href}">${view.words.backToSearch}</a></p>`;
}

/** @param id the id of the form; its field has the id `ID-text` */
export function searchBox(view: WholeView, id: string, text: string): Html {
  const { words } = view;
  return html`<form id="${id}" class="search-box" method="post" action="${linkTo(view, 'search')}" role="search" aria-label="${words.search}">
<label for="${id}-text">${words.box.label}</label>
<span class="box-line"><svg viewBox="0 0 17 17" aria-hidden="true" focusable="false"><circle cx="7" cy="7" r="5"/><path d="M11 11l5 5"/></svg>
<input id="${id}-text" name="text" value="${text}" placeholder="${words.box.placeholder}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" required>
<button type="submit">${words.search}</button></span>
</form>`;
}

/** By language; for an undefined text the page has its own words. */
export type SiteTexts = Readonly<Record<string, { heading: string | undefined; welcome: string | undefined }>>;

/** Addresses of the operator's pages on other sites. */
type SiteLinks = Readonly<Record<keyof AllWords['siteLinks'], string | undefined>>;

/** Returns the heading of the start page, which is also its title. */
export function siteHeading(words: AllWords, texts: SiteTexts): string {
  return ownTexts(words, texts)?.heading?.trim() ?? words.heading;
}

/** Returns the welcome of the start page; blank lines separate its paragraphs. */
export function welcomeOf(words: AllWords, texts: SiteTexts): readonly Html[] {
  const welcome = ownTexts(words, texts)?.welcome ?? words.welcome;
  const paragraphs = welcome.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return paragraphs.filter((text) => text !== '').map((text) => html`<p class="welcome">${text}</p>\n`);
}

/** Returns the links of the foot in a fixed order; a link without an address is omitted. */
function siteLinks({ siteLinks: titles }: AllWords, links: SiteLinks): readonly Html[] {
  const names = ['termsOfUse', 'privacy', 'faq'] as const;
  return names.flatMap((name) =>
    links[name] === undefined ? [] : [html`<a href="${links[name]}">${titles[name]}</a>`],
  );
}

function ownTexts({ lang }: AllWords, texts: SiteTexts) {
  return ownMember(texts, lang);
}

export type Site = {
  shortname: string;
  fullname: string;
  /** The address of this registry as others know it, without a trailing slash. */
  host: string;
  contactEmail: string | undefined;
  texts: SiteTexts;
  links: SiteLinks;
  icons: IconFiles;
  /** Whether this registry can send messages to subscribers. */
  sendsMail: boolean;
  /** The trials that a demonstration offers. */
  trials?: readonly Trial[];
  /** The path of the assets of this version, from the root. */
  assets: string;
};

/** A page of this registry, and its address. */
export type PageView = WholeView & {
  site: Site;
  /** The path from the root, and the parameters; links to the same page in other languages use them. */
  path: string;
  params: URLSearchParams;
  /** The search that the reader came from, if it is known. */
  from?: CameFrom | undefined;
  languages: readonly Pick<AllWords, 'lang' | 'language'>[];
};

export type Page = {
  title: string;
  /** Must contain exactly one heading of the first level. */
  main: Html;
  /** Further elements of the head. */
  head?: Html | undefined;
  /**
   * The script of the page as a path below `assets/`, and the modules that it imports, some for one language only. The
   * default is the script of the search box.
   */
  script?: { module: string; imports: readonly { path: string; lang?: string }[] } | undefined;
  /** Whether search engines may index the page; they must not index results and profiles. */
  isIndexed?: boolean;
  /** The id of the part that most readers want, and the text of the skip link to it. */
  skipTo?: { id: string; text: string } | undefined;
  /** How the text was understood, with links to other meanings. */
  besideBox?: Html | undefined;
  /** The forms that change the search. On a phone they are in the menu of the head. */
  options?: Html | undefined;
  /** The text in the search box of the head; `false` if the page has a box of its own. */
  typed?: string | false;
  /**
   * The text that the page answers, if it was sent in a request body and so stands in no address. The links to other
   * languages send it again in a body.
   */
  posted?: string | undefined;
};

/** The script of pages that are only read. Its imports are loaded after it, because readers do not wait for them. */
const BOX_SCRIPT: NonNullable<Page['script']> = { module: 'pages/browser/text-page.js', imports: [] };

/** Returns a whole HTML document. */
export function layout(view: PageView, page: Page): string {
  const {
    title,
    main,
    head,
    script = BOX_SCRIPT,
    isIndexed = false,
    typed = '',
    skipTo,
    besideBox,
    options,
    posted,
  } = page;
  const { words, root, site, chosenLang } = view;
  const icons = [...view.icons].join(' ');
  return html`<!doctype html>
<html lang="${words.lang}" data-root="${root}" data-assets="${site.assets}"${chosenLang !== undefined && html` data-lang="${chosenLang}"`}${icons !== '' && html` data-icons="${icons}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${!isIndexed && html`<meta name="robots" content="noindex">`}
<title>${title} · ${site.shortname}</title>
<link rel="icon" type="image/svg+xml" href="${root}${site.assets}site-icon.svg">
<link rel="stylesheet" href="${root}${site.assets}pages/style.css">
<link rel="stylesheet" href="${root}${site.assets}site.css">
${scripts(view, script)}
<script type="module" src="${root}${site.assets}pages/browser/message.js"></script>
${head}
</head>
<body>
<div class="skips">${skipTo !== undefined && html`<a class="skip" href="#${skipTo.id}">${skipTo.text}</a>`}<a class="skip" href="#content">${words.skip}</a></div>
<header class="masthead"><div>
<p class="site"><a href="${linkTo(view, '')}">${productMark()}<strong>${site.shortname}</strong> <span${typed !== false && html` class="visually-hidden"`}>${site.fullname}</span></a></p>
${typed !== false && searchBox(view, 'box', typed)}
${besideBox}
<details class="head-menu"><summary>${words.menu}</summary>
${options}
${headLinks(view)}
${languageSwitch(view, posted)}
</details></div></header>
<main id="content" tabindex="-1">
${main}
</main>
${foot(view)}
</body>
</html>
`.html;
}

/** Returns the link to a style that only some pages need, for their head: that of lists of genes, of the printed sheet, or of administrators. */
export function styleOf({ root, site }: PageView, pages: 'lists' | 'sheet' | 'administrators'): Html {
  return html`<link rel="stylesheet" href="${root}${site.assets}pages/${pages}.css">`;
}

/** Returns the script of the page with preload links; of the modules with words, only that of the page's language. */
function scripts({ root, words, site }: PageView, { module, imports }: NonNullable<Page['script']>): Html {
  const needed = new Set(imports.filter(({ lang = words.lang }) => lang === words.lang).map(({ path }) => path));
  return html`<script type="module" src="${root}${site.assets}${module}"></script>
${[...needed].map((one) => html`<link rel="modulepreload" href="${root}${site.assets}${one}">\n`)}`;
}

/** The links that many readers need. */
function headLinks(view: WholeView): Html {
  return html`<nav class="in-head" aria-label="${view.words.navigation}"><ul>
<li><a href="${linkTo(view, 'genes')}">${view.words.geneListPage}</a></li>
</ul></nav>`;
}

/** The links that few readers need. */
function footLinks(view: WholeView): Html {
  const { words, root } = view;
  return html`<nav class="in-foot" aria-label="${words.otherPages}"><ul>
<li><a href="${root}docs/?federated">${words.apiPage}</a></li>
<li><a href="${linkTo(view, 'admin')}">${words.adminPage}</a></li>
</ul></nav>`;
}

function foot(view: PageView): Html {
  const { words, site } = view;
  const contact = site.contactEmail !== undefined && html`<a href="mailto:${site.contactEmail}">${words.contact}</a>`;
  const links = [...siteLinks(words, site.links), ...(contact ? [contact] : [])];
  return html`<footer>${footLinks(view)}<p>${words.footer}</p>${links.length > 0 && html`<ul class="site-links">${links.map((link) => html`<li>${link}</li>`)}</ul>`}</footer>`;
}

function languageSwitch({ words, root, path, params, from, languages }: PageView, posted: string | undefined): Html {
  return html`<nav aria-label="${words.languages}" class="languages"><ul>${languages.map((other) => {
    const all = new URLSearchParams(params);
    all.set('lang', other.lang);
    if (from !== undefined) all.set('from', from);
    const address = `${root}${path}?${all.toString()}`;
    const link =
      posted === undefined
        ? html`<a href="${address}" lang="${other.lang}" hreflang="${other.lang}">${other.language}</a>`
        : html`<form method="post" action="${address}"><input type="hidden" name="text" value="${posted}"><button type="submit" lang="${other.lang}">${other.language}</button></form>`;
    return other.lang !== words.lang && html`<li>${link}</li>`;
  })}</ul></nav>`;
}

/** The mark of the product: registries that are joined. It adds nothing to the name beside it. */
function productMark(): Html {
  return html`<svg class="mark" viewBox="0 0 26 26" aria-hidden="true" focusable="false"><path d="M6 7L20 6M6 7l13 13M20 6l-1 14"/><circle class="one" cx="6" cy="7" r="4"/><circle class="two" cx="20" cy="6" r="3"/><circle class="three" cx="19" cy="20" r="4.5"/></svg>`;
}
