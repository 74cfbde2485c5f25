/** Which version of what this is. */

import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  name: string;
  version: string;
};

/** The version of the API that partners read; it must stay a plain `a.b.c` of at least 1.5.0 (rdp-protocol 7.4). */
export const API_VERSION = '1.5.10';

/** The version of the product itself. */
export const PRODUCT_VERSION = manifest.version;

export const IMPLEMENTATION = `${manifest.name}/${manifest.version}`;
