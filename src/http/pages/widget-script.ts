/** `/widget.js`: the script that a page of another website includes, and the modules that it fetches. */

import type { RequestHandler } from 'express';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { type Asset, assetHandler, assetOf, type PageAssets, pathOfAsset } from './page-assets.ts';

const WIDGET = 'web/widget/widget.js';
const WORDS = 'web/words/';

export type WidgetOptions = { assets: PageAssets } & Pick<LocalRegistry, 'activeTaxa'>;

/** Answers a script that is a classic one and a module as well. It defines the element `<isearch-results>`. */
export function widgetScriptHandler({ assets, activeTaxa }: WidgetOptions): RequestHandler {
  let made: { text: string; asset: Asset } | undefined;
  return assetHandler({ find }, 'widget.js');

  async function find(path: string): Promise<Asset | undefined> {
    const widget = await assets.find(WIDGET);
    if (widget === undefined) return undefined;
    const ordered = (await activeTaxa()).flatMap(({ id, ordering }) => (ordering === null ? [] : [[id, ordering]]));
    const text = scriptOf(assets.version, widget, Object.fromEntries(ordered));
    if (made?.text !== text) made = { text, asset: assetOf(path, text, []) };
    return made.asset;
  }
}

/** Whether it is one of the modules that the widget loads, with the version or without. */
export async function isOfWidget(assets: PageAssets, asked: string): Promise<boolean> {
  const path = pathOfAsset(asked);
  return path === WIDGET || (await assets.find(WIDGET))?.imports.includes(path) === true;
}

/**
 * As a classic script it has to name whole addresses: a script of another origin has no address that relative ones could
 * start from. It names the modules, so that they are fetched at once; words are fetched by the language of the page.
 */
function scriptOf(version: string, { imports }: Asset, placesOfTaxa: Record<string, number>): string {
  const modules = imports.filter((path) => !path.startsWith(WORDS) || !/\/(?:en|fr)\//.test(path));
  return `(() => {
const script = document.currentScript;
const load = (path) => import(script === null ? \`./assets/${version}/\${path}\` : new URL(\`assets/${version}/\${path}\`, script.src).href);
${JSON.stringify(modules)}.forEach(load);
load('${WIDGET}').then(({ defineWidget }) => defineWidget(${JSON.stringify(placesOfTaxa)}));
})();
`;
}
