/** The settings that a file of properties holds: each key once, lists put together, however the keys are spelt. */

import type { RdpFile } from './rdp-files.ts';

export type WrittenSetting = {
  /** As it is written, without an index. */
  readonly key: string;
  /** One text, or the entries of a list that is written with indexes. */
  readonly entries: readonly string[];
  readonly isIndexed: boolean;
  /** File and line. */
  readonly place: string;
};

/** By the spelling that all spellings of a key have in common. */
export type WrittenSettings = ReadonlyMap<string, WrittenSetting>;

type Reading = {
  readonly settings: WrittenSettings;
  readonly problems: readonly string[];
  readonly remarks: readonly string[];
};
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

/** What the file holds; no sentence has a key or a value of it, which may be a part of a secret. */
export function writtenSettings({ path, properties }: RdpFile): Reading {
  const lines = properties.map(({ key: whole, value, lineNumber }): Line => {
    const [, key = '', index] = /^(.*?)(?:\[(\d{0,4})\])?$/s.exec(whole) ?? [];
    return { key, index, value, place: `${path}, line ${lineNumber}` };
  });
  const groups = [...Map.groupBy(lines, ({ key }) => uniformKey(key))];
  return {
    settings: new Map(groups.flatMap(([name, group]) => settingOf(group).map((setting) => [name, setting]))),
    problems: groups.flatMap(([, group]) => problemsOf(group)),
    remarks: groups.flatMap(([, group]) => repetitionsOf(group)),
  };
}

/** None where a list is not whole. */
function settingOf(lines: readonly Line[]): readonly WrittenSetting[] {
  const last = lines.at(-1);
  if (last === undefined || problemsOf(lines).length > 0) return [];
  const { key, value, place } = last;
  if (last.index === undefined) return [{ key, entries: [value], isIndexed: false, place }];
  return [{ key, entries: entriesOf(lines), isIndexed: true, place: lines[0]?.place ?? place }];
}

/** Has gaps where the indexes have; `key[]` is the entry behind those before it. */
function entriesOf(lines: readonly Line[]): readonly string[] {
  const entries: string[] = [];
  for (const { index, value } of lines) entries[index === '' ? entries.length : Number(index)] = value;
  return entries;
}

function problemsOf(lines: readonly Line[]): readonly string[] {
  const place = lines.at(-1)?.place ?? '';
  const indexed = lines.filter(({ index }) => index !== undefined);
  if (indexed.length === 0) return [];
  if (indexed.length < lines.length) {
    return [`${place}: this list was given before as one text, but must be written with indexes or without, not both.`];
  }
  const entries = entriesOf(indexed);
  const gap = entries.findIndex((_, at) => !(at in entries));
  return gap < 0 ? [] : [`${place}: this list has no entry [${gap}], but its indexes must run from 0 without a gap.`];
}

function repetitionsOf(lines: readonly Line[]): readonly string[] {
  return lines.flatMap(({ index, place }, at) => {
    const isAgain = index !== '' && lines.slice(0, at).some((before) => before.index === index);
    return isAgain ? [`${place}: this key was given before; the last one counts, as in RDP.`] : [];
  });
}
