/** The settings that files of properties hold: each key once, lists put together, however the keys are spelt. */

import type { RdpFile } from './files.ts';

export type Setting = {
  /** As it is written, without an index. */
  readonly key: string;
  /** One text, or the entries of a list that is written with indexes. */
  readonly entries: readonly string[];
  readonly isIndexed: boolean;
  /** File and line. */
  readonly place: string;
};

/** By the spelling that all spellings of a key have in common. */
export type Settings = ReadonlyMap<string, Setting>;

type Line = {
  readonly key: string;
  readonly index: string | undefined;
  readonly value: string;
  readonly place: string;
};

/** `rdp.site.contactEmail`, `rdp.site.contact_email` and `rdp.site.contact-email` are one key for Spring. */
export function uniformKey(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, '');
}

/** Returns what the files set, each over those before it. No problem has a key or a value, which may be a part of a secret. */
export function settingsIn(files: readonly RdpFile[]): { settings: Settings; problems: readonly string[] } {
  const settings = new Map<string, Setting>();
  const problems: string[] = [];
  for (const { path, properties } of files) {
    const lines = properties.map(({ key: whole, value, lineNumber }): Line => {
      const [, key = '', index] = /^(.*?)(?:\[(\d{0,4})\])?$/s.exec(whole) ?? [];
      return { key, index, value, place: `${path}, line ${lineNumber}` };
    });
    for (const [name, group] of Map.groupBy(lines, ({ key }) => uniformKey(key))) {
      const setting = settingOf(group);
      if (typeof setting === 'string') problems.push(setting);
      else if (setting !== undefined) settings.set(name, setting);
    }
  }
  return { settings, problems };
}

/** Puts the lines of one key together; a list with a gap is a problem. */
function settingOf(lines: readonly Line[]): Setting | string | undefined {
  const last = lines.at(-1);
  if (last === undefined) return undefined;
  const { key, place } = last;
  const indexed = lines.filter(({ index }) => index !== undefined);
  if (indexed.length === 0) return { key, entries: [last.value], isIndexed: false, place };
  const entries: (string | undefined)[] = [];
  for (const { index, value } of indexed) entries[index === '' ? entries.length : Number(index)] = value;
  const isWhole = indexed.length === lines.length && !entries.includes(undefined);
  return isWhole
    ? { key, entries: entries as string[], isIndexed: true, place }
    : `${place}: the list that ends here must be one text, or have every index from 0.`;
}
