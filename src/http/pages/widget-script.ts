/** `/widget.js`: the one script that other websites include. */

import type { RequestHandler } from 'express';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { KnownTaxon } from '../../web/widget/widget.ts';
import { WIDGET, WIDGET_VARIABLE } from './browser-files.ts';
import { type Asset, assetHandler, assetOf, type PageAssets } from './page-assets.ts';

type WidgetOptions = { assets: PageAssets } & Pick<LocalRegistry, 'activeTaxa'>;

/** Makes the handler of a classic script, which also works as a module. It defines the element `<isearch-results>`. */
export function widgetScriptHandler({ assets, activeTaxa }: WidgetOptions): RequestHandler {
  let made: { text: string; asset: Asset } | undefined;
  return assetHandler({ find }, WIDGET);

  async function find(path: string): Promise<Asset | undefined> {
    const module = await assets.find(path);
    if (module === undefined) return undefined;
    const taxa = await activeTaxa();
    const known = taxa.map(({ id, commonName, ordering }): KnownTaxon => [id, commonName, ordering]);
    const text = scriptOf(module.body.toString(), known);
    if (made?.text !== text) made = { text, asset: assetOf(path, text) };
    return made.asset;
  }
}

/** Wraps the module in a script, which asks the registry that it was loaded from; as a module it cannot know that. */
function scriptOf(module: string, taxa: readonly KnownTaxon[]): string {
  return `(() => {
'use strict';
const script = document.currentScript;
const home = script === null ? '' : new URL('.', script.src).href;
${module}${WIDGET_VARIABLE}.defineWidget(home, ${JSON.stringify(taxa)});
})();
`;
}
