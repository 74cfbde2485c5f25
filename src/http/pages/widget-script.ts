/** `/widget.js`: the one script that another website includes, out of the modules of the page that it shares. */

import type { RequestHandler } from 'express';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { joinedModules } from './joined-modules.ts';
import { type Asset, assetHandler, assetOf, type PageAssets, WIDGET } from './page-assets.ts';

export type WidgetOptions = { assets: PageAssets } & Pick<LocalRegistry, 'activeTaxa'>;

/** Answers a classic script, which does as a module too. It defines the element `<isearch-results>`. */
export function widgetScriptHandler({ assets, activeTaxa }: WidgetOptions): RequestHandler {
  let modules: Promise<string> | undefined;
  let made: { text: string; asset: Asset } | undefined;
  return assetHandler({ find }, 'widget.js');

  async function find(path: string): Promise<Asset> {
    modules ??= joinedWidget(assets);
    const taxa = await activeTaxa();
    const places = taxa.flatMap(({ id, ordering }) => (ordering === null ? [] : [[id, ordering]]));
    const text = scriptOf(await modules, Object.fromEntries(places));
    if (made?.text !== text) made = { text, asset: assetOf(path, text, []) };
    return made.asset;
  }
}

/** Ends with the function that defines the element. */
async function joinedWidget(assets: PageAssets): Promise<string> {
  const paths = [WIDGET, ...((await assets.find(WIDGET))?.imports ?? [])];
  const found = await Promise.all(
    paths.map(async (path) => [path, (await assets.find(path))?.body.toString()] as const),
  );
  const texts = new Map(found);
  const { text, exports } = joinedModules(WIDGET, (path) => {
    const module = texts.get(path);
    if (module === undefined) throw new Error(`${path}, which the widget needs, is not among the assets.`);
    return module;
  });
  return `${text}\nconst { defineWidget } = ${exports};`;
}

/** Where it came from is the registry to ask; as a module it cannot know. */
function scriptOf(modules: string, placesOfTaxa: Record<string, number>): string {
  return `(() => {
'use strict';
const script = document.currentScript;
const home = script === null ? '' : new URL('.', script.src).href;
${modules}
defineWidget(home, ${JSON.stringify(placesOfTaxa)});
})();
`;
}
