/** Which of the forms and codings we have a caller accepts (rdp-protocol 2.12, RFC 9110, 12.5). */

import type { Request } from 'express';

/** What a caller named in `Accept` or `Accept-Encoding`, in lower case. */
type Range = { type: string; quality: number; charset: string | undefined };

/** Browsers name about ten; what comes behind the last of these is not read. */
const MOST_RANGES = 100;
const JSON_TYPE = 'application/json';
const SUFFIXED_TYPE = /^application\/[\w.+-]+\+json$/;

/**
 * The content type under which JSON goes to this caller; undefined when it excludes JSON. Parameters of a type other
 * than its quality do not matter, but its charset is repeated when it is ours (rdp-protocol 1.1).
 *
 * @param alsoSuffixed whether a type such as `application/hal+json` will do as well, which is then sent as asked
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

/** Whether the caller names a streamed type, and likes it no less than one JSON document. */
export function prefersStream(accept: string | undefined, streamType: string): boolean {
  if (accept === undefined) return false;
  const ranges = parseRanges(accept);
  const quality = explicitQuality(ranges, streamType);
  return quality > 0 && quality >= explicitQuality(ranges, JSON_TYPE);
}

/** Of the types offered, the one that the caller likes best, of equal ones the first; undefined when it excludes all. */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  const ranges = parseRanges(accept ?? '');
  const liked = offered.map((type) => ({ type, quality: qualityOf(ranges, type) }));
  const [best] = liked.toSorted((a, b) => b.quality - a.quality);
  return best !== undefined && best.quality > 0 ? best.type : undefined;
}

/** Whether the caller names this coding, and not to refuse it. */
export function acceptsCoding(req: Pick<Request, 'headers'>, coding: 'br' | 'gzip'): boolean {
  const header = req.headers['accept-encoding'];
  if (header === undefined) return false;
  const ranges = parseRanges(header);
  // Recipients take the one for the other (RFC 9110, 8.4.1.3).
  const names = coding === 'gzip' ? ['gzip', 'x-gzip'] : [coding];
  return names.some((name) => explicitQuality(ranges, name) > 0);
}

function isUtf8(charset: string | undefined): boolean {
  return charset?.toLowerCase() === 'utf-8';
}

/** How an error document is written for this caller; undefined when it accepts no form that we have. */
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
  // A header without a value says as little as none.
  return (parts.length === 0 ? ['*/*'] : parts).map((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const parameter = (name: string) =>
      parameters.find((one) => one.toLowerCase().startsWith(name))?.slice(name.length);
    const quality = parameter('q=');
    return {
      // Old Java clients write the one for the other.
      type: range === '*' ? '*/*' : range.toLowerCase(),
      quality: quality === undefined ? 1 : Number(quality) || 0,
      charset: parameter('charset='),
    };
  });
}

/** The quality of the most specific range that holds the type; 0 when none does. */
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
