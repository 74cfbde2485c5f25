/** Workbooks of Excel part by part, for tests of what no program of ours writes. */

import { deflateRawSync } from 'node:zlib';
import { workbookBytes } from '../../src/files/workbook-writer.ts';
import { type ArchiveEntry, unzip, zip } from '../../src/files/zip-archive.ts';

const DIRECTORY_ENTRY = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
const DEFLATED = 8;

/** A workbook of one sheet, with these parts in place of its own or beside them, stored as they are unless `write` packs them. */
export function workbookWith(parts: Record<string, string>, write = zip): Buffer {
  const own = unzip(workbookBytes([{ name: 'people', rows: [] }]), () => true, { entries: 100, bytes: 100_000 });
  const given = Object.entries(parts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return write([...own.filter(({ path }) => parts[path] === undefined), ...given]);
}

/** The sheet with these rows, as XML. */
export function sheetXml(rows: string): string {
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
}

/** Archives whose files are compressed, and declared as large as they are then: they unpack to more than they say. */
export function lyingArchive(entries: readonly ArchiveEntry[]): Buffer {
  const archive = zip(entries.map(({ path, bytes }) => ({ path, bytes: deflateRawSync(bytes) })));
  for (let at = archive.indexOf(DIRECTORY_ENTRY); at >= 0; at = archive.indexOf(DIRECTORY_ENTRY, at + 4)) {
    archive.writeUInt16LE(DEFLATED, at + 10);
  }
  return archive;
}

/** An archive whose files are compressed, as programs write workbooks. */
export function packedArchive(entries: readonly ArchiveEntry[]): Buffer {
  const archive = lyingArchive(entries);
  let at = archive.indexOf(DIRECTORY_ENTRY);
  for (const { bytes } of entries) {
    archive.writeUInt32LE(bytes.length, at + 24);
    at = archive.indexOf(DIRECTORY_ENTRY, at + 4);
  }
  return archive;
}
