/** The page of the coverage of a gene: the gene and each ortholog, with their counts by registry. */

import type { Coverage } from '../../client/answers.ts';
import { completenessSentenceIn } from '../../domain/federation/completeness-sentence.ts';
import { html } from '../html.ts';
import { backLink } from '../parts/back-link.ts';
import type { TaxonChoice } from '../parts/choices.ts';
import { coverageLegend, coverageTable } from '../parts/gene/coverage-table.ts';
import { originChip } from '../parts/people/origin-chip.ts';
import { originLine } from '../parts/people/origins-lines.ts';
import { barState, stateBar } from '../parts/people/state-bar.ts';
import { symbolInSentence, taxonOfRecord } from '../parts/record-names.ts';
import { linkTo } from '../parts/view.ts';
import { layout, type PageView } from './layout.ts';

type Row = Coverage['rows'][number];

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
