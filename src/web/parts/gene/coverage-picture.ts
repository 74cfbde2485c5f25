/** Coverage as a picture: a square for each gene and registry, the fuller the more people work on it. */

import type { Coverage } from '../../../client/federated-answers.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';

const SIZE = 18;
const STEP = 22;
/** From here on a square is as full as it gets. */
const MANY = 20;

type Row = Coverage['rows'][number];

/**
 * Nothing that the table beside it does not say: it is hidden from who cannot see it.
 *
 * @param tell what the table says of a gene at a registry, shown at the square under the pointer
 */
export function coveragePicture(
  { rows, origins }: Pick<Coverage, 'rows' | 'origins'>,
  tell: (row: Row, origin: Coverage['origins'][number]) => string,
): Html {
  const width = origins.length * STEP;
  const height = rows.length * STEP;
  return html`<svg class="coverage" focusable="false" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${rows.map(
    (row, at) =>
      origins.map((origin, column) => {
        const cell = row.cells.find(({ key }) => key === origin.key);
        const drawn = square(column * STEP + 2, at * STEP + 2, cell?.state ?? 'not-asked', cell?.count ?? 0);
        return html`<g><title>${tell(row, origin)}</title>${drawn}</g>`;
      }),
  )}</svg>`;
}

/** What the squares mean, in the order from most to least. */
export function coverageLegend(words: Words): Html {
  const squares: [state: string, count: number, text: string][] = [
    ['answered', MANY / 2, words.legendMany],
    ['empty', 0, words.cellNobody],
    ['unknown-term', 0, words.legendUnknown],
    ['failed', 0, words.cellSilent],
  ];
  return html`<ul class="legend">${squares.map(
    ([state, count, text]) =>
      html`<li><svg class="coverage" focusable="false" viewBox="0 0 ${STEP} ${STEP}" width="${STEP}" height="${STEP}">${square(2, 2, state, count)}</svg> ${text}</li>`,
  )}</ul>`;
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
