/** Coverage as a picture: a square for each gene and registry, the fuller the more people work on it. */

import type { Coverage } from '../client/federated-answers.ts';
import { type Html, html } from './html.ts';

const SIZE = 18;
const STEP = 22;
/** From here on a square is as full as it gets. */
const MANY = 20;

/** Nothing that the table beside it does not say: it is hidden from who cannot see it. */
export function coveragePicture({ rows, origins }: Pick<Coverage, 'rows' | 'origins'>): Html {
  const width = origins.length * STEP;
  const height = rows.length * STEP;
  return html`<svg class="coverage" aria-hidden="true" focusable="false" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${rows.map(
    ({ cells }, row) =>
      origins.map(({ key }, column) => {
        const cell = cells.find((one) => one.key === key);
        return square(column * STEP + 2, row * STEP + 2, cell?.state ?? 'not-asked', cell?.count ?? 0);
      }),
  )}</svg>`;
}

function square(x: number, y: number, state: string, count: number): Html {
  const box = html`<rect class="cell ${kindOf(state)}" x="${x}" y="${y}" width="${SIZE}" height="${SIZE}" rx="3"/>`;
  if (count === 0) return box;
  const side = Math.round(4 + (SIZE - 6) * Math.sqrt(Math.min(count, MANY) / MANY));
  const inset = (SIZE - side) / 2;
  return html`${box}<rect class="fill" x="${x + inset}" y="${y + inset}" width="${side}" height="${side}" rx="2"/>`;
}

function kindOf(state: string): 'whole' | 'unknown' | 'silent' {
  if (state === 'answered' || state === 'empty') return 'whole';
  return state === 'unknown-term' || state === 'limited' ? 'unknown' : 'silent';
}
