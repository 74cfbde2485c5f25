/** The link back to the search that a page was opened from, with its order and facets. */

import { type Html, html } from './html.ts';
import { linkTo, type WholeView } from './view.ts';

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
