/** What stands around every page: head, skip link, pages, language, and the foot. */

import { type Html, html } from '../html.ts';
import type { CameFrom } from '../parts/back-link.ts';
import { productMark } from '../parts/product-mark.ts';
import { searchBox } from '../parts/search/search-box.ts';
import { type SiteLinks, type SiteTexts, siteLinks } from '../parts/site-texts.ts';
import type { Trial } from '../parts/trials.ts';
import type { IconFiles } from '../parts/view.ts';
import { linkTo, type WholeView } from '../parts/view.ts';
import type { AllWords } from '../words/words.ts';

export type Site = {
  shortname: string;
  fullname: string;
  /** The address of this registry as others know it, without a trailing slash. */
  host: string;
  contactEmail: string | undefined;
  texts: SiteTexts;
  links: SiteLinks;
  icons: IconFiles;
  /** Whether people can be notified by mail. */
  sendsMail: boolean;
  /** What a demonstration offers to try. */
  trials?: readonly Trial[];
  /** Where the assets of this version begin, from the root. */
  assets: string;
};

/** A page of this registry and where it stands. */
export type PageView = WholeView & {
  site: Site;
  /** The path from the root, and the parameters, for the same page in another language. */
  path: string;
  params: URLSearchParams;
  /** The search that the reader came from, as far as known. */
  from?: CameFrom | undefined;
  languages: readonly Pick<AllWords, 'lang' | 'language'>[];
};

export type Page = {
  title: string;
  /** One heading of the first level among it. */
  main: Html;
  /** More for the head. */
  head?: Html | undefined;
  /**
   * A module of the browser by its path below `assets/`, and those that it needs, in some languages alone; without one,
   * that of the box.
   */
  script?: { module: string; imports: readonly { path: string; lang?: string }[] } | undefined;
  /** Results and profiles are not for search engines. */
  isIndexed?: boolean;
  /** What most readers come for, by its id, and what the link there says. */
  skipTo?: { id: string; text: string } | undefined;
  /** What was understood, and the way to change it. */
  besideBox?: Html | undefined;
  /** What stands in the search box of the head; `false` where the page has a box of its own. */
  typed?: string | false;
  /** The text that the page answers, where it came in a body and so stands in no address: the other language gets it so, too. */
  posted?: string | undefined;
};

/** What pages have whose text alone is read. The modules that it needs load after it: nobody waits for them. */
const BOX_SCRIPT: NonNullable<Page['script']> = { module: 'web/browser/text-page.js', imports: [] };

/** A whole document as text. */
export function layout(view: PageView, page: Page): string {
  const { title, main, head, script = BOX_SCRIPT, isIndexed = false, typed = '', skipTo, besideBox, posted } = page;
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
<link rel="stylesheet" href="${root}${site.assets}web/style.css">
<link rel="stylesheet" href="${root}${site.assets}site.css">
${scripts(view, script)}
<script type="module" src="${root}${site.assets}web/browser/message.js"></script>
${head}
</head>
<body>
<div class="skips">${skipTo !== undefined && html`<a class="skip" href="#${skipTo.id}">${skipTo.text}</a>`}<a class="skip" href="#content">${words.skip}</a></div>
<header class="masthead"><div>
<p class="site"><a href="${linkTo(view, '')}">${productMark()}<strong>${site.shortname}</strong> <span>${site.fullname}</span></a></p>
${typed !== false && searchBox(view, 'box', typed)}
${besideBox}
${headLinks(view)}
${languageSwitch(view, posted)}
</div></header>
<main id="content" tabindex="-1">
${main}
</main>
${foot(view)}
</body>
</html>
`.html;
}

/** Of the words, the language of the page alone. */
function scripts({ root, words, site }: PageView, { module, imports }: NonNullable<Page['script']>): Html {
  const needed = new Set(imports.filter(({ lang = words.lang }) => lang === words.lang).map(({ path }) => path));
  return html`<script type="module" src="${root}${site.assets}${module}"></script>
${[...needed].map((one) => html`<link rel="modulepreload" href="${root}${site.assets}${one}">\n`)}`;
}

/** What everybody may want. */
function headLinks(view: WholeView): Html {
  return html`<nav class="in-head" aria-label="${view.words.navigation}"><ul>
<li><a href="${linkTo(view, 'genes')}">${view.words.geneListPage}</a></li>
</ul></nav>`;
}

/** What few come for; where the head is narrow, its link is among them. */
function footLinks(view: WholeView): Html {
  const { words, root } = view;
  return html`<nav class="in-foot" aria-label="${words.otherPages}"><ul>
<li class="if-narrow"><a href="${linkTo(view, 'genes')}">${words.geneListPage}</a></li>
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
