/** Which of the forms we have a caller accepts (contract 2.12). */

type Range = { type: string; quality: number };

/** Whether JSON will do. Parameters of a type other than its quality do not matter. */
export function acceptsJson(accept: string | undefined, alsoSuffix = false): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true;
  const ranges = parseAccept(accept);
  if (qualityOf(ranges, 'application/json') > 0) return true;
  return alsoSuffix && ranges.some(({ type, quality }) => quality > 0 && /^application\/[^ ]*\+json$/.test(type));
}

/** How an error document is written for this caller; undefined when it accepts no form that we have. */
export function errorDocumentForm(accept: string | undefined): 'json' | 'html' | undefined {
  if (accept === undefined) return 'json';
  const ranges = parseAccept(accept);
  const html = explicitQuality(ranges, 'text/html');
  const json = qualityOf(ranges, 'application/json');
  if (html > 0 && (html > json || comesFirst(ranges, 'text/html', 'application/json'))) return 'html';
  if (json > 0) return 'json';
  return qualityOf(ranges, 'text/html') > 0 ? 'html' : undefined;
}

function parseAccept(accept: string): Range[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
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
