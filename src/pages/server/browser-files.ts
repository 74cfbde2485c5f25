/** The files that browsers load, in the form in which they are cached and served. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A file that a module imports; pages in languages other than `lang` do not load it. */
export type NeededFile = { path: string; lang?: string };

export type BrowserFile = {
  text: string;
  /** All files that it imports, directly and indirectly. Dynamic imports do not count, except those of words. */
  imports: readonly NeededFile[];
};

export type BrowserFiles = {
  /** The hash of the source that the files are made from. */
  sourceHash: string;
  /** The files by their path below `/assets/`. */
  files: Readonly<Record<string, BrowserFile>>;
};

/** The typed client. */
export const CLIENT = 'client.js';
export const WIDGET = 'widget.js';
/** The variable in the widget's script that holds the exports of its module. */
export const WIDGET_VARIABLE = 'widget';

/** Returns the paths of files relative to the source, with the same separators on every system. */
export function filesBelow(source: string, folder: string): string[] {
  return readdirSync(join(source, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(source, '/').length).replaceAll('\\', '/'));
}
