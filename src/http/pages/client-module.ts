/** `/client.js`: the typed client of this registry as a module that a page of another website imports. */

import type { RequestHandler } from 'express';
import { type Asset, assetHandler, assetOf, type PageAssets } from './page-assets.ts';

/** Below `/assets/`; the client imports nothing from outside it. */
export const CLIENT_FOLDER = 'client';
const CLIENT = `${CLIENT_FOLDER}/client.js`;

/** Answers a module that exports `createClient` and `ClientError`, out of the assets. */
export function clientModuleHandler(assets: PageAssets): RequestHandler {
  let made: Asset | undefined;
  return assetHandler({ find }, 'client.js');

  async function find(path: string): Promise<Asset | undefined> {
    if (made !== undefined) return made;
    const client = await assets.find(CLIENT);
    if (client !== undefined) made = assetOf(path, moduleOf(client), client.imports);
    return made;
  }
}

/** Its addresses are relative, because a registry may be below a path. It names all modules, so that they are fetched at once. */
function moduleOf({ imports }: Asset): string {
  return [
    `export { ClientError, createClient } from './assets/${CLIENT}';`,
    ...imports.map((path) => `import './assets/${path}';`),
    '',
  ].join('\n');
}
