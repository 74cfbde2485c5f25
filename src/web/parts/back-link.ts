/** The way back to the search that a page was opened from, with its order and what narrows it. */

import { type Html, html } from '../html.ts';
import { linkTo, type WholeView } from './view.ts';

/** Where a page was opened from, such as `search?symbol=BRCA1&taxonId=9606`: never another website. */
export type CameFrom = string;

/** Longer ones are not carried along. */
const LONGEST = 2000;
/** Pages that list people: a path of this site, and a question. */
const LISTING = /^(?<path>search|coverage)\?(?<query>[^#]+)$/;
/** Parameters that are the page's own business. */
const OMITTED = ['lang', 'render', 'from'];

/** What a parameter says; undefined where it is no listing of this site. */
export function readCameFrom(text: string | null | undefined): CameFrom | undefined {
  if (!text || text.length > LONGEST) return undefined;
  const { path, query } = LISTING.exec(text)?.groups ?? {};
  if (path === undefined) return undefined;
  const params = new URLSearchParams(query);
  for (const name of OMITTED) params.delete(name);
  return params.size === 0 ? undefined : `${path}?${params}`;
}

/** @param otherwise where it leads when nobody knows where the reader came from */
export function backLink(view: WholeView & { from?: CameFrom | undefined }, otherwise = linkTo(view, '')): Html {
  const [path = '', query = ''] = view.from?.split(/\?(.*)/s) ?? [];
  const href = path === '' ? otherwise : linkTo(view, path, new URLSearchParams(query));
  return html`<p class="back"><a href="${href}">${view.words.backToSearch}</a></p>`;
}
