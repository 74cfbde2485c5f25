/** What browsers load, in the form in which it is cached and served. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A file that a module imports; pages in other languages than `lang` do not load it. */
export type NeededFile = { path: string; lang?: string };

export type BrowserFile = {
  text: string;
  /** All that it needs at once, and what these need; not what is imported at its first use, but for words. */
  imports: readonly NeededFile[];
};

export type BrowserFiles = {
  /** Names the source that they are made of, and all files there that had a part in it. */
  sourceHash: string;
  /** By their path below `/assets/`. */
  files: Readonly<Record<string, BrowserFile>>;
};

/** The typed client, and the script that other websites include. */
export const CLIENT = 'client.js';
export const WIDGET = 'widget.js';
/** The variable of the widget's script that holds what its module exports. */
export const WIDGET_VARIABLE = 'widget';

/** Paths from the source, the same on every system. */
export function filesBelow(source: string, folder: string): string[] {
  return readdirSync(join(source, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(source, '/').length).replaceAll('\\', '/'));
}
