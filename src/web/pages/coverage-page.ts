/** Coverage of a gene: the gene and its orthologs by registry, as a table and as a picture. */

import type { Coverage, CoverageCell } from '../../client/federated-answers.ts';
import { hasAnswered, isFull } from '../../domain/federation/completeness.ts';
import { type Html, html } from '../html.ts';
import { backLink } from '../parts/back-link.ts';
import { type TaxonChoice, taxonLabel } from '../parts/choices.ts';
import { coverageLegend, coveragePicture } from '../parts/gene/coverage-picture.ts';
import { geneLink } from '../parts/gene/external-links.ts';
import { originLine } from '../parts/origins/origins-lines.ts';
import { linkTo } from '../parts/view.ts';
import { completenessSentenceIn } from '../words/completeness-words.ts';
import { momentIn } from '../words/dates.ts';
import type { Words } from '../words/words.ts';
import { layout, type PageView } from './layout.ts';

type Row = Coverage['rows'][number];

/**
 * @param given as the registry tells it; of a gene that is not known here, it gives the id of the organism alone
 * @param asked the parameters of the question
 * @param taxa those of this registry
 * @param genes how many genes of this registry the symbol may mean; the registry gives orthologs where it is one
 */
export function coveragePage(
  view: PageView,
  given: Coverage,
  asked: URLSearchParams,
  taxa: readonly TaxonChoice[],
  genes: number,
): string {
  const { words } = view;
  const coverage = { ...given, rows: given.rows.map((row) => ({ ...row, taxon: named(row.taxon, taxa) })) };
  const [first] = coverage.rows;
  const title = words.coverageOf(first?.symbol ?? coverage.askedAs, taxonLabel(words, first?.taxon ?? {}));
  return layout(view, {
    title,
    main: html`<h1 dir="auto">${title}</h1>
<p>${words.coverageHelp}</p>
${genes !== 1 && html`<p>${genes === 0 ? words.unknownGene : words.severalGenes(genes)}</p>`}
<p id="summary">${completenessSentenceIn(words, coverage.origins)}</p>
<div class="coverage-both">${table(view, coverage)}<figure aria-hidden="true"><figcaption>${words.coveragePicture}</figcaption>${picture(coverage, words)}${coverageLegend(words)}</figure></div>
<ul id="origins">${coverage.origins.map((origin) => originLine(origin, view, againHref(view, coverage, asked)))}</ul>
${backLink(view, linkTo(view, 'search', asked))}`,
  });
}

/** The whole table once more: whoever is named is asked at rest, too. */
function againHref(view: PageView, { origins }: Coverage, asked: URLSearchParams): string {
  const params = new URLSearchParams(asked);
  params.delete('origins');
  for (const { key, state } of origins) if (state !== 'not-asked') params.append('origins', key);
  return linkTo(view, 'coverage', params);
}

function named({ id, commonName }: Row['taxon'], taxa: readonly TaxonChoice[]): Row['taxon'] {
  return { id, commonName: commonName ?? taxa.find((taxon) => taxon.id === id)?.commonName ?? null };
}

function table(view: PageView, { rows, origins }: Coverage): Html {
  const { words } = view;
  return html`<div class="wide"><table id="coverage"><caption>${words.coverageCaption}</caption>
<thead><tr><th scope="col">${words.coverageGene}</th>${origins.map(({ origin }) => html`<th scope="col"><bdi>${origin}</bdi></th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${rowHead(row, words)}${origins.map((origin) => cellOf(view, row, origin))}</tr>`)}</tbody></table></div>`;
}

function picture(coverage: Coverage, words: Words): Html {
  return coveragePicture(coverage, ({ cells, symbol, taxon }, origin) => {
    const cell = cells.find((one) => one.key === origin.key);
    return `${symbol} (${taxonLabel(words, taxon)}), ${origin.origin}: ${cellText(cell, origin, words)}`;
  });
}

function rowHead({ geneId, symbol, taxon }: Row, words: Words): Html {
  return html`<th scope="row">${geneLink(geneId, symbol)} <span class="taxon"><bdi>${taxonLabel(words, taxon)}</bdi></span></th>`;
}

/** A number leads to the people that it counts. */
function cellOf(view: PageView, { cells, symbol, taxon }: Row, origin: Coverage['origins'][number]): Html {
  const { key } = origin;
  const cell = cells.find((one) => one.key === key);
  const text = cellText(cell, origin, view.words);
  const state = cell?.state ?? 'not-asked';
  if (cell === undefined || cell.count === 0) return html`<td data-state="${state}">${text}</td>`;
  const taxonId = String(taxon.id);
  const params = new URLSearchParams({ symbol, taxonId, orthologTaxonId: taxonId, origins: key });
  return html`<td data-state="${state}"><a href="${linkTo(view, 'search', params)}">${text}</a></td>`;
}

type ShownAsOf = Pick<Coverage['origins'][number], 'retrievedAt'>;

/** What is kept from before is told with its time, a zero too. */
function cellText(cell: CoverageCell | undefined, { retrievedAt }: ShownAsOf, words: Words): string {
  if (cell === undefined) return words.cellSilent;
  if (cell.state !== 'stale' || retrievedAt === null) return cellNow(cell, words);
  const kept = cell.count > 0 ? words.cellAtLeast(cell.count) : words.cellNobodyThen;
  return words.cellAsOf(kept, momentIn(retrievedAt));
}

function cellNow({ state, count, exact }: CoverageCell, words: Words): string {
  if (count > 0) {
    if (!isFull(state) || !exact) return words.cellAtLeast(count);
    return count === 1 ? words.cellOne : words.cellResearchers(String(count));
  }
  if (state === 'empty' || state === 'answered') return words.cellNobody;
  if (state === 'unknown-term') return words.cellUnknown;
  return hasAnswered(state) ? words.cellLimited : words.cellSilent;
}
