/** Sends the file of a search in portions, at the pace of the reader but with a limit on slow readers. */

import type { Response } from 'express';
import type { FoundRecord } from '../../domain/federation/source.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Exported, ExportFormat } from '../../domain/tables/export-table.ts';
import { sliced } from '../../lib/slices.ts';
import { drained, isOver, over } from '../reply/reader.ts';
import { addHeader, headersOf } from '../reply/reply-headers.ts';

export type ReaderLimits = {
  /** A reader who takes nothing for this long is cut off. */
  idleMs: number;
  /** So is a reader who is slower than this over the whole file, with `idleMs` not counted. */
  leastBytesPerSecond: number;
};

/** The parts of a file's name. */
type Named = Pick<Exported, 'kind' | 'address' | 'askedAt'>;

/** Takes less time than a slice of work. */
const RECORDS_AT_ONCE = 25;
/** Memory of a record besides its text: its place in the order, and its objects. */
const RECORD_BYTES = 400;
const LONGEST_SYMBOL = 40;

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  json: 'application/json',
};

/** Returns the memory of these records, if their text has one byte per character. */
export function bytesOf(records: readonly FoundRecord[]): number {
  return records.reduce((bytes, { json }) => bytes + json.length + RECORD_BYTES, 0);
}

/** Adds headers that say how complete the file is (RFC 9651): `?1` for yes, and the sentence with UTF-8 escaped. */
export function addCompleteness(
  res: Response,
  { total, completeness }: Pick<Exported, 'total' | 'completeness'>,
): void {
  addHeader(res, 'Isearch-Proxy-Complete', completeness.complete ? '?1' : '?0');
  addHeader(res, 'Isearch-Proxy-Summary', `%"${displayText(completeness.summary)}"`);
  addHeader(res, 'Isearch-Proxy-Records', String(total));
}

function displayText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/%(?:20|2C|3A|3B|2F|3D)/g, decodeURIComponent)
    .replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** Sends the head of the response, which is all of it for HEAD. */
export function writeExportHead(res: Response, viewer: Viewer, named: Named, format: ExportFormat): void {
  addHeader(res, 'Cache-Control', viewer.kind === 'public' ? 'no-store' : 'private, no-store');
  const metadata = new URLSearchParams(new URL(named.address).searchParams);
  metadata.set('part', 'metadata');
  addHeader(res, 'Link', `<?${metadata}>; rel="describedby"; type="application/json"`);
  addHeader(res, 'Content-Disposition', `attachment; filename="${fileName(named)}.${format}"`);
  addHeader(res, 'Content-Type', TYPES[format]);
  res.writeHead(200, headersOf(res));
}

/** Yields the records in portions and removes them from their list; calls `letGo` with the bytes of a portion when the next is requested. */
export function* takenPortions(records: FoundRecord[], letGo: (bytes: number) => void): Generator<FoundRecord[]> {
  while (records.length > 0) {
    const portion = records.splice(0, RECORDS_AT_ONCE);
    yield portion;
    letGo(bytesOf(portion));
  }
}

/**
 * Writes the pieces, each after the reader took the one before; other requests run in between. It ends when the reader
 * has all or disconnects. A reader beyond the limits is cut off, which shows that the file is incomplete.
 */
export async function writeExport(
  res: Response,
  pieces: Iterable<string>,
  { idleMs, leastBytesPerSecond }: ReaderLimits,
): Promise<void> {
  const began = performance.now();
  const slices = sliced();
  let written = 0;
  res.setTimeout(idleMs, () => res.destroy());

  async function waitFor(taken: Promise<unknown>): Promise<void> {
    const endMs = began + idleMs + (written / leastBytesPerSecond) * 1000;
    const tooSlow = setTimeout(() => res.destroy(), Math.max(0, endMs - performance.now()));
    await taken.finally(() => clearTimeout(tooSlow));
  }

  for (const piece of pieces) {
    written += piece.length;
    if (!res.write(piece)) await waitFor(drained(res, res));
    await slices.next();
    if (isOver(res)) return;
  }
  res.end();
  await waitFor(over(res));
}

/** Returns a name such as `genes-BRCA1-2026-08-22`; of the symbol it has only characters that every system allows. */
function fileName({ kind, address, askedAt }: Named): string {
  const symbol = new URL(address).searchParams
    .get('symbol')
    ?.replace(/[^A-Za-z0-9-]/g, '')
    .slice(0, LONGEST_SYMBOL);
  return [kind, symbol, askedAt.toISOString().slice(0, 10)].filter(Boolean).join('-');
}
