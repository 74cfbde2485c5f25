/** How the file of a search leaves: in portions, at the pace of the reader, who is waited for but not for ever. */

import type { Response } from 'express';
import type { FoundRecord } from '../../domain/federation/source.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Exported, ExportFormat } from '../../domain/tables/export-table.ts';
import { sliced } from '../../lib/slices.ts';
import { drained, isOver, over } from '../reply/reader.ts';
import { addHeader, headersOf } from '../reply/reply-headers.ts';

export type ReaderLimits = {
  /** Whoever takes nothing for so long is not waited for. */
  idleMs: number;
  /** Nor is whoever is slower than this over the whole file, not counting `idleMs`. */
  leastBytesPerSecond: number;
};

/** What the name of a file is made of. */
type Named = Pick<Exported, 'kind' | 'address' | 'askedAt'>;

/** Less than a slice of work. */
const RECORDS_AT_ONCE = 25;
/** What a record takes besides its text: its place in the order, and the objects themselves. */
const RECORD_BYTES = 400;
const LONGEST_SYMBOL = 40;

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  json: 'application/json',
};

/** What these records take in memory, as far as text has one byte a character. */
export function bytesOf(records: readonly FoundRecord[]): number {
  return records.reduce((bytes, { json }) => bytes + json.length + RECORD_BYTES, 0);
}

/** How complete a file is, in headers (RFC 9651): `?1` for yes, and the sentence with UTF-8 escaped. */
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

/** The beginning of the answer, which is all of it for HEAD. */
export function writeExportHead(res: Response, viewer: Viewer, named: Named, format: ExportFormat): void {
  addHeader(res, 'Cache-Control', viewer.kind === 'public' ? 'no-store' : 'private, no-store');
  const metadata = new URLSearchParams(new URL(named.address).searchParams);
  metadata.set('part', 'metadata');
  addHeader(res, 'Link', `<?${metadata}>; rel="describedby"; type="application/json"`);
  addHeader(res, 'Content-Disposition', `attachment; filename="${fileName(named)}.${format}"`);
  addHeader(res, 'Content-Type', TYPES[format]);
  res.writeHead(200, headersOf(res));
}

/** Takes the records out of their list, some at a time, and lets go of their bytes when the next are asked for. */
export function* takenPortions(records: FoundRecord[], letGo: (bytes: number) => void): Generator<FoundRecord[]> {
  while (records.length > 0) {
    const portion = records.splice(0, RECORDS_AT_ONCE);
    yield portion;
    letGo(bytesOf(portion));
  }
}

/**
 * Writes the pieces, each when the one before is taken; between them others have their turn. Ends when the reader has
 * all, or nobody reads any more: who is past the limits is cut off, which says that the file is not whole.
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

/** Such as `genes-BRCA1-2026-08-22`: of the symbol, signs that every system takes. */
function fileName({ kind, address, askedAt }: Named): string {
  const symbol = new URL(address).searchParams
    .get('symbol')
    ?.replace(/[^A-Za-z0-9-]/g, '')
    .slice(0, LONGEST_SYMBOL);
  return [kind, symbol, askedAt.toISOString().slice(0, 10)].filter(Boolean).join('-');
}
