/** The printable page of a gene: its orthologs, the first people to contact, the completeness of the answer, and the address of the search. */

import { correction, generate, mode } from 'lean-qr';
import { completenessSentenceIn } from '../../domain/federation/completeness-sentence.ts';
import { openAddress } from '../../domain/mail-address.ts';
import { namedFirst } from '../../domain/people/order.ts';
import type { NamedGene } from '../../domain/resolve/described-gene.ts';
import { shownText } from '../../domain/shown-text.ts';
import { geneMeant, type KnownGenes } from '../gene/known-genes.ts';
import { breakable } from '../parts/breakable.ts';
import { momentIn, timeElement } from '../parts/dates.ts';
import { type Html, html } from '../parts/html.ts';
import { layout, type PageView, styleOf } from '../parts/layout.ts';
import { geneParams, type ListView, readListView } from '../parts/list-view.ts';
import { organismChip, recordChip } from '../parts/organism-chip.ts';
import { linkTo, type WholeView } from '../parts/view.ts';
import type { FoundPerson } from '../people/found-people.ts';
import { nameOf } from '../people/found-record.ts';
import { nobodyText } from '../people/list-address.ts';
import { placeOf } from '../people/person.ts';
import { querySummary } from './query-summary.ts';
import type { CollectedAnswer, SearchPage } from './search-page.ts';

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

/** The limits of texts on the printed sheet, in characters, so that it is always one page. */

const MOST_OF_SYMBOL = 16;
const MOST_OF_LINE = 60;

const MOST_GENES = 3;
const MOST_OF_NAME = 48;
const MOST_OF_PLACE = 90;

function sheetPerson({ owner, genes, facts }: FoundPerson, view: WholeView): Html {
  const { words } = view;
  const { isWithheld } = facts;
  const { people } = words;
  const email = openAddress(owner.email);
  // A long address is omitted, because a cut one is useless.
  const isShort = email !== undefined && email.length <= MOST_OF_LINE;
  const place = shownText(placeOf(owner, words), MOST_OF_PLACE);
  const contact = [shownText(owner.origin, MOST_OF_LINE), ...(isShort ? [breakable(email)] : [])];
  return html`<li><p class="who">${
    isWithheld
      ? html`<b><bdi>${shownText(words.sheet.withheld(owner.origin), MOST_OF_LINE)}</bdi></b>`
      : html`<b><bdi>${shownText(nameOf(owner, words), MOST_OF_NAME)}</bdi></b>${place !== '' && html` · <bdi>${place}</bdi>`}`
  }</p>
<p class="does">${genes.slice(0, MOST_GENES).map((gene) => html`<span>${recordChip(view, gene.taxon)} <i><bdi>${shownText(gene.symbol, MOST_OF_SYMBOL)}</bdi></i> ${gene.tier === 'TIER1' ? people.worksNow : people.workedBefore}</span>`)}${!isWithheld && html`<span class="reach">${contact.map((one, index) => html`${index > 0 && ' · '}<bdi>${one}</bdi>`)}</span>`}</p></li>`;
}

type SheetPage = Pick<SearchPage, 'search' | 'choices' | 'termNames' | 'genes'> & {
  answer: CollectedAnswer;
  at: Date;
  /** The public address of this registry. */
  host: string;
};

const MOST_PEOPLE = 5;
const MOST_NOTICES = 2;
const MOST_OF_NOTICE = 60;
const MOST_OF_REGISTRY = 24;
const MOST_OF_HEADING = 160;
const MOST_OF_SENTENCE = 420;
/** The limit of sentence and address together. If the foot is longer, or has notices, the whole page uses a smaller font. */
const MOST_OF_SHORT_FOOT = 240;
/** Readers open a long address by its QR code, so it is cut in print; without a code, more of it is printed. */
const MOST_OF_ADDRESS = { withCode: 300, alone: 900 };
const MOST_ORTHOLOGS = 7;

export function sheetPage(view: PageView, page: SheetPage): string {
  const { words, site } = view;
  const params = new URLSearchParams([...page.search.params, ...geneParams(readListView(view.params))]);
  const sentence = querySummary(words, page.search, page.choices, page.termNames).join(words.nextClause);
  const address = `${page.host.replace(/(?<!\/)\/+$/, '')}/search?${params}`;
  const code = qrPicture(address, words.sheet.codeOf);
  const shownAddress = shownText(address, code === undefined ? MOST_OF_ADDRESS.alone : MOST_OF_ADDRESS.withCode);
  const [completeness, notices] = [completenessOf(view, page.answer), noticesOf(page.answer)];
  const isLong = notices !== undefined || completeness.length + shownAddress.length > MOST_OF_SHORT_FOOT;
  const at = page.at.toISOString();
  return layout(view, {
    title: words.sheet.titleOf(sentence),
    head: styleOf(view, 'sheet'),
    main: html`<p class="sheet-bar"><a href="${linkTo(view, 'search', params)}">${words.sheet.back}</a> <span class="help" data-print="${words.sheet.print}">${words.sheet.printHint}</span></p>
<article class="sheet${isLong && ' dense'}">
<div class="sheet-head"><div><header><p>${site.shortname} · ${words.sheet.title}</p>${headingOf(view, page.genes, sentence)}</header>
${page.genes !== undefined && orthologsOf(view, page.genes)}</div>${code}</div>
<section aria-labelledby="sheet-people"><h2 id="sheet-people">${words.sheet.people}</h2>
${peopleOf(view, page)}</section>
<section class="sheet-foot" aria-labelledby="sheet-complete"><h2 id="sheet-complete">${words.sheet.completeness}</h2>
<p><b>${completeness}</b> ${timeElement(at, words.sheet.asOf(momentIn(at)))}</p>
<h2>${words.sheet.address}</h2>
<p class="address">${shownAddress}</p>${notices}</section>
</article>`,
  });
}

function completenessOf({ words }: PageView, { origins }: CollectedAnswer): string {
  const named = origins.map((one) => ({ ...one, origin: shownText(one.origin, MOST_OF_REGISTRY) }));
  return shownText(completenessSentenceIn(words, named), MOST_OF_SENTENCE);
}

/** Returns notices of the registries of the people on the sheet, cut so that the sheet stays one page. The page of the search has them in full. */
function noticesOf({ listed, origins }: CollectedAnswer): Html | undefined {
  const keys = new Set(shownOf(listed.people).map(({ originKey }) => originKey));
  const notices = origins.flatMap(({ key, origin, disclaimer, terms }) => {
    const said = disclaimer ?? terms;
    return said === undefined || !keys.has(key) ? [] : [{ origin, said }];
  });
  if (notices.length === 0) return undefined;
  const lines = notices
    .slice(0, MOST_NOTICES)
    .map(
      ({ origin, said }, index) =>
        html`${index > 0 && ' · '}<bdi>${shownText(origin, MOST_OF_REGISTRY)}</bdi>: <bdi>${shownText(said, MOST_OF_NOTICE)}</bdi>`,
    );
  return html`<p class="help">${lines}</p>`;
}

function headingOf(view: PageView, genes: SheetPage['genes'], sentence: string): Html {
  const { words } = view;
  const gene = genes && geneMeant(genes);
  if (gene === undefined) return html`<h1 dir="auto">${shownText(sentence, MOST_OF_HEADING)}</h1>`;
  return html`<h1><bdi>${shownText(gene.symbol, MOST_OF_SYMBOL)}</bdi> ${organismChip(view, taxonOf(gene))}</h1>
<p class="gene-name">${gene.name && html`<bdi>${shownText(gene.name, MOST_OF_LINE)}</bdi> · `}${words.sheet.identifiers} ${gene.geneId}</p>`;
}

function taxonOf({ taxonId, taxonName }: NamedGene): { id: number; commonName: string } {
  return { id: taxonId, commonName: taxonName };
}

/** Returns the orthologs in the searched organisms. */
function orthologsOf(view: PageView, genes: KnownGenes): Html | undefined {
  const { words } = view;
  const all = (geneMeant(genes)?.orthologs ?? []).filter(({ taxonId }) => genes.searchedTaxonIds.includes(taxonId));
  if (all.length === 0) return undefined;
  const rest = all.length - MOST_ORTHOLOGS;
  return html`<section aria-labelledby="sheet-orthologs"><h2 id="sheet-orthologs">${words.sheet.orthologs}</h2>
<ul class="orthologs">${all.slice(0, MOST_ORTHOLOGS).map((gene) => html`<li>${organismChip(view, taxonOf(gene))} <i><bdi>${shownText(gene.symbol, MOST_OF_SYMBOL)}</bdi></i></li>`)}${rest > 0 && html`<li>${words.sheet.moreOrthologs(rest)}</li>`}</ul></section>`;
}

/** Returns the list view of the sheet. Of all facets it keeps only the chosen gene. */
export function sheetView(params: URLSearchParams): ListView {
  const { gene = [] } = readListView(params).choice;
  return { choice: { gene }, text: '', isTable: false, sorted: undefined };
}

function shownOf(people: CollectedAnswer['listed']['people']) {
  return namedFirst(people, ({ facts }) => facts.isWithheld).slice(0, MOST_PEOPLE);
}

function peopleOf(view: PageView, { answer, search }: SheetPage): Html {
  const { words } = view;
  const { listed, origins } = answer;
  const { people } = listed;
  if (people.length === 0) return html`<p>${nobodyText(words, { found: 0, origins, params: search.params })}</p>`;
  const shown = shownOf(people);
  const others = people.length - shown.length;
  const more = origins.every(({ exact }) => exact) ? words.sheet.otherPeople : words.sheet.otherPeopleAtLeast;
  return html`<ol>${shown.map((one) => sheetPerson(one, view))}</ol>
<p class="help">${others > 0 && html`${more(others)} `}${words.sheet.order}</p>`;
}
