/** `/coverage`: who works on a gene and its orthologs, registry by registry: the gene and each ortholog, with their counts. */

import type { RequestHandler } from 'express';
import type { Coverage } from '../../client/answers.ts';
import { completenessSentenceIn } from '../../domain/federation/completeness-sentence.ts';
import { parseCoverageQuery } from '../../domain/federation/federated-query.ts';
import { type MatrixCell, matrixCell } from '../../domain/federation/people-matrix.ts';
import { refuseMisread } from '../../domain/query/parameters.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { shownText } from '../../domain/shown-text.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { readerSignal } from '../../server/reply/reader.ts';
import { checkSearchMode, type FeatureFlags } from '../../server/request/features.ts';
import { readAddress } from '../../server/request/request-context.ts';
import type { TaxonChoice } from '../parts/choices.ts';
import { geneLink } from '../parts/external-links.ts';
import { type Html, html } from '../parts/html.ts';
import { backLink, layout, type PageView } from '../parts/layout.ts';
import { recordChip } from '../parts/organism-chip.ts';
import { symbolInSentence, taxonOfRecord } from '../parts/record-names.ts';
import { linkTo, type WholeView } from '../parts/view.ts';
import { originLine } from '../people/origins-lines.ts';
import { barState, originChip, stateBar } from '../people/state-bar.ts';
import { allowReferrer } from '../server/came-from.ts';
import { type RecordViewOptions, recordViewOf, replyWithPage } from '../server/page-replies.ts';
import type { AllWords } from '../words/words.ts';
import { amountOf, cellSign, cellText } from './matrix.ts';

type Row = Coverage['rows'][number];

function coverageTable(view: WholeView, { rows, origins }: Pick<Coverage, 'rows' | 'origins'>): Html {
  const { coverage } = view.words;
  return html`<div class="wide"><table id="coverage"><caption class="visually-hidden">${coverage.caption}</caption>
<thead><tr><th scope="col">${coverage.gene}</th>${origins.map(({ origin }) => html`<th scope="col"><bdi>${origin}</bdi></th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${rowHead(view, row)}${origins.map((origin) => coverageCell(view, row, origin))}</tr>`)}</tbody></table></div>`;
}

/** Returns the head of a row, with links to the search of the gene and to its page at NCBI. */
function rowHead(view: WholeView, { geneId, symbol, taxon }: Row): Html {
  const href = linkTo(view, 'search', new URLSearchParams({ symbol, taxonId: String(taxon.id) }));
  return html`<th scope="row"><a href="${href}">${recordChip(view, taxon, shownText(symbol))}</a>${
    geneId !== null && html` <span class="ncbi">${geneLink(geneId, `NCBI ${geneId}`)}</span>`
  }</th>`;
}

/** Returns a cell; its number links to the people that it counts. */
function coverageCell(
  view: WholeView,
  { cells, symbol, taxon }: Row,
  { key, origin }: Coverage['origins'][number],
): Html {
  const given = cells.find((one) => one.key === key);
  const cell = matrixCell(given ?? NOT_ASKED, given?.count ?? 0);
  const text = cellText(cell, view.words);
  const about = html`<td data-kind="${cell.kind}" data-amount="${amountOf(cell)}" data-state="${given?.state ?? 'not-asked'}" data-registry="${origin}">`;
  if (cell.count === 0) return html`${about}${text}</td>`;
  const taxonId = String(taxon.id);
  const params = new URLSearchParams({ symbol, taxonId, orthologTaxonId: taxonId, origins: key });
  return html`${about}<a href="${linkTo(view, 'search', params)}">${text}</a></td>`;
}

const NOT_ASKED = { state: 'not-asked', exact: false, retrievedAt: null } as const;

/** Returns the legend of the cells. */
function coverageLegend({ coverage }: AllWords): Html {
  const samples: [cell: Pick<MatrixCell, 'kind' | 'count'>, meaning: string][] = [
    [{ kind: 'people', count: 4 }, coverage.many],
    [{ kind: 'nobody', count: 0 }, coverage.nobody],
    [{ kind: 'at-least', count: 1 }, coverage.atLeast],
    [{ kind: 'earlier', count: 1 }, coverage.earlier],
    [{ kind: 'unknown', count: 0 }, coverage.unknown],
    [{ kind: 'silent', count: 0 }, coverage.silent],
  ];
  return html`<h2 id="legend">${coverage.legend}</h2>
<ul class="legend" aria-labelledby="legend">${samples.map(([sample, meaning]) => {
    const cell = { ...sample, asOf: null };
    return html`<li><span class="sample" aria-hidden="true" data-kind="${cell.kind}" data-amount="${amountOf(cell)}"><span>${cellSign(cell)}</span></span> ${meaning}</li>`;
  })}</ul>`;
}

/**
 * @param given the answer of the registry; for a gene that it does not know, the taxon is an id only
 * @param query the parameters of the question
 * @param taxa the organisms of this registry
 * @param genes how many genes of this registry the symbol may mean; orthologs are present only for exactly one
 */
export function coveragePage(
  view: PageView,
  given: Coverage,
  query: URLSearchParams,
  taxa: readonly TaxonChoice[],
  genes: number,
): string {
  const { words } = view;
  const { gene } = words;
  const coverage = { ...given, rows: given.rows.toSorted((a, b) => placeOf(a, taxa) - placeOf(b, taxa)) };
  const { origins } = coverage;
  const [first] = coverage.rows;
  const title = words.coverage.title(
    symbolInSentence(words, first?.symbol ?? coverage.askedAs),
    taxonOfRecord(words, first?.taxon ?? {}),
  );
  const retryHref = againHref(view, coverage, query);
  return layout(view, {
    title,
    main: html`${backLink(view, linkTo(view, 'search', query))}
<h1 dir="auto">${title}</h1>
<p class="remark">${words.coverage.help}</p>
${genes !== 1 && html`<p>${genes === 0 ? gene.unknown : gene.several(genes)}</p>`}
${stateBar(view, {
  state: barState(origins),
  sentence: completenessSentenceIn(words, origins),
  chips: origins.map((origin) => originChip(origin, view, { retryHref })),
  lines: origins.map((origin) => originLine(origin, view)),
})}
${coverageTable(view, coverage)}
${coverageLegend(words)}`,
  });
}

/** Returns the address that requests the whole table again. It names the registries, so that resting ones are asked, too. */
function againHref(view: PageView, { origins }: Coverage, query: URLSearchParams): string {
  const params = new URLSearchParams(query);
  params.delete('origins');
  for (const { key, state } of origins) if (state !== 'not-asked') params.append('origins', key);
  return linkTo(view, 'coverage', params);
}

/** Returns the sort key of a row: the gene comes first, then its orthologs in this registry's order of organisms. */
function placeOf({ relation, taxon }: Row, taxa: readonly TaxonChoice[]): number {
  if (relation === 'gene') return -1;
  const place = taxa.findIndex(({ id }) => id === taxon.id);
  return place < 0 ? taxa.length : place;
}

export type CoveragePageOptions = RecordViewOptions & { features: FeatureFlags } & Pick<UseCases, 'federatedCoverage'> &
  Pick<LocalRegistry, 'resolveGene'>;

const PARAMETERS = ['symbol', 'taxonId', 'origins'];

export function coveragePageHandler(options: CoveragePageOptions): RequestHandler {
  const { federatedCoverage, features, activeTaxa, resolveGene } = options;
  return async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    allowReferrer(res);
    refuseMisread(params, PARAMETERS);
    const given = new URLSearchParams([...params].filter(([name]) => PARAMETERS.includes(name)));
    checkSearchMode('genes', features);
    const query = parseCoverageQuery(given);
    const { collect } = await federatedCoverage(query, PUBLIC_VIEWER, readerSignal(res));
    const collected = await collect();
    if (collected === undefined) return;
    const genes = await resolveGene(query.symbol, query.taxonId);
    const view = await recordViewOf(req, params, options);
    const page = coveragePage(view, collected.answer, given, await activeTaxa(), genes.length);
    await replyWithPage(req, res, 200, page);
  };
}
