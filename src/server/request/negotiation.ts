/** Chooses the media type and the coding that a caller accepts (rdp-protocol 2.12, RFC 9110, 12.5). */

import type { Request } from 'express';

/** One entry of `Accept` or `Accept-Encoding`, in lower case. */
type Range = { type: string; quality: number; charset: string | undefined };

/** Browsers send about ten entries; those beyond this number are ignored. */
const MOST_RANGES = 100;
const JSON_TYPE = 'application/json';
const SUFFIXED_TYPE = /^application\/[\w.+-]+\+json$/;

/**
 * Returns the content type of JSON for this caller; undefined if it excludes JSON. It ignores all parameters of a type
 * but its quality, and repeats a charset of UTF-8 (rdp-protocol 1.1).
 *
 * @param alsoSuffixed whether a type such as `application/hal+json` is accepted as well, and then sent as requested
 */
export function jsonTypeFor(accept: string | undefined, alsoSuffixed: boolean): string | undefined {
  if (accept === undefined || accept === '*/*' || accept === JSON_TYPE) return JSON_TYPE;
  const ranges = parseRanges(accept);
  const [named] = ranges
    .filter(({ type, quality }) => quality > 0 && (type === JSON_TYPE || (alsoSuffixed && SUFFIXED_TYPE.test(type))))
    .sort((a, b) => b.quality - a.quality);
  if (named !== undefined) return named.type + (isUtf8(named.charset) ? `;charset=${named.charset}` : '');
  const isAccepted = qualityOf(ranges, JSON_TYPE) > 0;
  return isAccepted || (alsoSuffixed && explicitQuality(ranges, 'application/*+json') > 0) ? JSON_TYPE : undefined;
}

/** Whether the caller names a streamed type, and prefers it to one JSON document or accepts both equally. */
export function prefersStream(accept: string | undefined, streamType: string): boolean {
  if (accept === undefined) return false;
  const ranges = parseRanges(accept);
  const quality = explicitQuality(ranges, streamType);
  return quality > 0 && quality >= explicitQuality(ranges, JSON_TYPE);
}

/** Returns the offered type that the caller prefers, the first of equal ones; undefined if it excludes all. */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  const ranges = parseRanges(accept ?? '');
  const liked = offered.map((type) => ({ type, quality: qualityOf(ranges, type) }));
  const [best] = liked.toSorted((a, b) => b.quality - a.quality);
  return best !== undefined && best.quality > 0 ? best.type : undefined;
}

/** Whether the caller names this coding without excluding it. */
export function acceptsCoding(req: Pick<Request, 'headers'>, coding: 'br' | 'gzip'): boolean {
  const header = req.headers['accept-encoding'];
  if (header === undefined) return false;
  const ranges = parseRanges(header);
  // Both names mean the same coding (RFC 9110, 8.4.1.3).
  const names = coding === 'gzip' ? ['gzip', 'x-gzip'] : [coding];
  return names.some((name) => explicitQuality(ranges, name) > 0);
}

function isUtf8(charset: string | undefined): boolean {
  return charset?.toLowerCase() === 'utf-8';
}

/** Returns the format of an error document for this caller; undefined if it accepts none. */
export function errorDocumentForm(accept: string | undefined): 'json' | 'html' | undefined {
  if (accept === undefined) return 'json';
  const ranges = parseRanges(accept);
  const html = explicitQuality(ranges, 'text/html');
  const json = qualityOf(ranges, JSON_TYPE);
  if (html > 0 && (html > json || comesFirst(ranges, 'text/html', JSON_TYPE))) return 'html';
  if (json > 0) return 'json';
  return qualityOf(ranges, 'text/html') > 0 ? 'html' : undefined;
}

function parseRanges(header: string): Range[] {
  const parts = header.split(',', MOST_RANGES).filter((part) => part.trim() !== '');
  // A header without a value means the same as no header.
  return (parts.length === 0 ? ['*/*'] : parts).map((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const parameter = (name: string) =>
      parameters.find((one) => one.toLowerCase().startsWith(name))?.slice(name.length);
    const quality = parameter('q=');
    return {
      // Old Java clients write `*` for `*/*`.
      type: range === '*' ? '*/*' : range.toLowerCase(),
      quality: quality === undefined ? 1 : Number(quality) || 0,
      charset: parameter('charset='),
    };
  });
}

/** Returns the quality of the most specific range that includes the type; 0 if none does. */
function qualityOf(ranges: readonly Range[], type: string): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  const match = [type, family, '*/*'].flatMap((candidate) => ranges.find((range) => range.type === candidate) ?? []);
  return match[0]?.quality ?? 0;
}

function explicitQuality(ranges: readonly Range[], type: string): number {
  return ranges.find((range) => range.type === type)?.quality ?? 0;
}

function comesFirst(ranges: readonly Range[], first: string, second: string): boolean {
  const places = [first, second].map((type) => ranges.findIndex((range) => range.type === type));
  const [a = -1, b = -1] = places;
  return a !== -1 && (b === -1 || a < b) && (ranges[a]?.quality ?? 0) >= (ranges[b]?.quality ?? 0);
}
