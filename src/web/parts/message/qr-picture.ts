/** An address as a QR code: dark on light in any colour scheme, with the margin that scanners need. */

import { correction, generate, mode } from 'lean-qr';
import { type Html, html } from '../../html.ts';

/** The width of the margin in modules (ISO/IEC 18004, 6.3.8). */
const QUIET = 4;

/**
 * Level M stays readable with 15 % damage, because prints in a clinic get stained. Versions above 20, for more than 666
 * characters, would be too fine to scan from paper.
 */
const OPTIONS = {
  minCorrectionLevel: correction.M,
  maxCorrectionLevel: correction.M,
  maxVersion: 20,
  modes: [mode.ascii],
};
/** Error codes of lean-qr: the text is too long, or has characters that no address has. */
const DOES_NOT_FIT = [4, 5];

/**
 * Returns the code; undefined if the address does not fit.
 *
 * @param label the text for screen readers
 */
export function qrPicture(address: string, label: string): Html | undefined {
  const code = codeOf(address);
  if (code === undefined) return undefined;
  const whole = code.size + 2 * QUIET;
  const rows = Array.from({ length: code.size }, (_, y) => runsOf(code, y));
  return html`<svg class="qr" viewBox="${-QUIET} ${-QUIET} ${whole} ${whole}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect x="${-QUIET}" y="${-QUIET}" width="${whole}" height="${whole}" fill="#fff"/><path fill="#000" d="${rows.join('')}"/></svg>`;
}

function codeOf(address: string): ReturnType<typeof generate> | undefined {
  try {
    return generate(address, OPTIONS);
  } catch (error) {
    if (DOES_NOT_FIT.includes((error as { code?: number }).code ?? 0)) return undefined;
    throw error;
  }
}

/** Returns the dark modules of a row as rectangles. */
function runsOf({ size, get }: ReturnType<typeof generate>, y: number): string {
  const signs = Array.from({ length: size }, (_, x) => (get(x, y) ? '1' : '0')).join('');
  return [...signs.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('');
}
