/** A QR code as a picture: dark on light whatever the page looks like, with the quiet edge that readers of codes need. */

import type { QrCode } from '../../../domain/qr/qr-code.ts';
import { type Html, html } from '../../html.ts';

/** In modules (ISO/IEC 18004, 6.3.8). */
const QUIET = 4;

/** @param label what whoever cannot see it is told */
export function qrPicture({ size, isDark }: QrCode, label: string): Html {
  const whole = size + 2 * QUIET;
  const rows = Array.from({ length: size }, (_, y) => runsOf(isDark.slice(y * size, (y + 1) * size), y));
  return html`<svg class="qr" viewBox="${-QUIET} ${-QUIET} ${whole} ${whole}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect x="${-QUIET}" y="${-QUIET}" width="${whole}" height="${whole}" fill="#fff"/><path fill="#000" d="${rows.join('')}"/></svg>`;
}

/** What is dark in a row, as rectangles. */
function runsOf(row: readonly boolean[], y: number): string {
  const signs = row.map((isDark) => (isDark ? '1' : '0')).join('');
  return [...signs.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('');
}
