/** The versions of the product and of its API. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commitIn } from './commit.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  name: string;
  version: string;
  /** In a package: the commit that it was made from. */
  gitHead?: string;
};
const commit = manifest.gitHead ?? commitIn(root);

/** The version of the API that partners read; it must stay a plain `a.b.c` of at least 1.5.0 (rdp-protocol 7.4). */
export const API_VERSION = '1.5.10';

/**
 * The version of the API over all registries, with files, feeds, suggestions and what administrators ask: the second number
 * grows with what is added (docs/changelog.md), the first with what is taken away.
 */
export const FEDERATED_API_VERSION = '1.1.0';

/** The version of the product itself. */
export const PRODUCT_VERSION = manifest.version;

/** The product version with the commit, if it is known: `1.0.0+13d96c81`. */
export const BUILD_VERSION = commit === undefined ? PRODUCT_VERSION : `${PRODUCT_VERSION}+${commit.slice(0, 8)}`;

/** The name in requests to other registries, without the commit, which does not concern them. */
export const USER_AGENT = `${manifest.name}/${PRODUCT_VERSION}`;

/** The name with which this registry describes itself. */
export const IMPLEMENTATION = `${manifest.name}/${BUILD_VERSION}`;
