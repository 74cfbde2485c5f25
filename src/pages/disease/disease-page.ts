/**
 * `/diseases/{id}` and `/phenotypes/{id}`: the names of the disease or phenotype, its genes with the people who work on
 * each, and links to these people.
 *
 * Elements for scripts: `#disease-genes[data-taxa][data-genes][data-names]`, the organisms and the genes of `#list-table` and this
 * registry's names as JSON, `#list-summary`, `#who-works`, the link to all people with their number, and the first of them in `#people`. The server
 * has filled all of these with what is cached.
 */

import type { OtherDiseaseName } from '../../domain/record/snapshot.ts';
import type { Candidate, ResolvedTerm } from '../../domain/resolve/candidate.ts';
import type { Association } from '../../domain/resolve/described-gene.ts';
import { associationText } from '../gene/gene-card.ts';
import { heatLegend, heatTable, type ShownList } from '../gene/heat-table.ts';
import type { PeopleOfGenes } from '../gene/people-of-genes.ts';
import { idInPath, searchOfTerm, searchOfText } from '../parts/box-links.ts';
import { sourceText } from '../parts/candidate-words.ts';
import type { TaxonChoice } from '../parts/choices.ts';
import { describedLink } from '../parts/external-links.ts';
import { type Html, html } from '../parts/html.ts';
import type { OwnNames } from '../parts/labels.ts';
import { layout, type Page, type PageView, styleOf } from '../parts/layout.ts';
import { linkTo, type View } from '../parts/view.ts';
import { bestCards, whoWorks } from './best-people.ts';

/** The limit of genes in the heading. */
const MOST_NAMED = 5;

export type Described = Exclude<Candidate, { kind: 'gene' }>;

type DiseasePage = {
  described: Described;
  /** The name or former id that led here; undefined if it is the name that the page shows. */
  called: string | undefined;
  /** How many people are called as the text was. */
  calledSo: number;
  /** Its other names. */
  otherNames: readonly OtherDiseaseName[];
  /** Diseases or terms with the same name under other ids. */
  others: readonly Described[];
  /** For a disease, the equivalent terms that people here can choose. */
  terms: readonly Pick<ResolvedTerm, 'termId' | 'ontologyName'>[];
  /** Its associations with genes, from each source; empty for a phenotype. */
  associations: readonly Association[];
  /** Its genes in display order, with their cached counts and the people of these; undefined if it has no genes. */
  list: (ShownList & { taxa: readonly TaxonChoice[]; people: PeopleOfGenes; names: OwnNames }) | undefined;
  script: Page['script'];
};

export function diseasePage(
  view: PageView,
  { described, associations, called, calledSo, otherNames, others, terms, list, script }: DiseasePage,
): string {
  const { words } = view;
  const { id, name, source, release } = factsOf(described);
  const namedBy = [...new Set(otherNames.map((one) => one.source))].join(', ');
  return layout(view, {
    title: name,
    typed: called ?? name,
    script,
    head: styleOf(view, 'lists'),
    main: html`<div class="candidates" id="disease"><h1 dir="auto">${name}</h1>
<p class="facts"><span class="id">${describedLink(id)}</span>${called !== undefined && html` <span id="typed" dir="auto">${words.typedText.typed(called)}</span>`}${called !== undefined && calledSo > 0 && html` <a id="called-so" href="${searchOfText(view, { kind: 'people', text: called })}">${words.typedText.calledSo(calledSo, called)}</a>`}</p>
${others.length > 0 && html`<p>${words.disease.alsoCalled} ${others.map((one, place) => html`${place > 0 && ', '}<a href="${pageOf(view, one)}">${factsOf(one).id}</a>`)}</p>`}
${otherNames.length > 0 && html`<p id="other-names">${words.disease.otherNames(namedBy)} ${otherNames.map((one, place) => html`${place > 0 && '; '}<span lang="${one.language}" dir="auto">${one.name}</span>`)}</p>`}
${list === undefined ? html`<p class="of-genes">${words.box.noGenes}</p>` : genesOf(view, { described, associations, list, from: { source, release } })}
<ul class="offered-searches">
${called !== undefined && html`<li><a href="${searchOfText(view, { kind: 'people', text: called })}">${words.box.peopleCalled(called)}</a></li>`}
${terms.map((term) => html`<li><a href="${searchOfTerm(view, term)}">${words.box.peopleWithTerm}</a> <span class="id">${describedLink(term.termId)}</span></li>`)}
${described.kind === 'term' && described.term.isActive && html`<li><a href="${searchOfTerm(view, described.term)}">${words.box.peopleWithTerm}</a></li>`}
<li><a href="${searchOfText(view, { kind: 'interests', text: name })}">${words.disease.interests(name)}</a></li></ul></div>`,
  });
}

/** Returns the address of the page of a disease or a term. `called` is added if it differs from name and id. */
export function pageOf(view: View, described: Described, called?: string): string {
  const { id, name } = factsOf(described);
  const folder = described.kind === 'disease' ? 'diseases' : 'phenotypes';
  const params = new URLSearchParams(called === undefined || called === name || called === id ? {} : { called });
  return linkTo(view, `${folder}/${idInPath(id)}`, params);
}

type Facts = { id: string; name: string; geneCount: number; source: string | null; release: string | null };

export function nameOfDescribed(described: Described): string {
  return factsOf(described).name;
}

function factsOf(described: Described): Facts {
  const { id, name, ...facts } =
    described.kind === 'disease'
      ? { ...described.disease, id: described.disease.diseaseId }
      : { ...described.term, id: described.term.termId };
  return { ...facts, id, name: name ?? id };
}

type OfGenes = Pick<DiseasePage, 'described' | 'associations'> & {
  list: NonNullable<DiseasePage['list']>;
  from: { source: string | null; release: string | null };
};

function genesOf(view: PageView, { described, associations, list, from }: OfGenes): Html {
  const { words } = view;
  const { taxa, people, names, ...table } = list;
  const shown = list.genes.length;
  const genes = list.genes.map(({ symbol, taxonId }) => ({ symbol, taxonId }));
  const places = taxa.map(({ id, commonName, ordering }) => ({ id, commonName, ordering }));
  const isWhole = list.cells.length >= shown * list.origins.length;
  const bySource = Map.groupBy(associations, sourceText);
  const sources = bySource.size === 0 ? sourceText(from) : [...bySource.keys()].join(', ');
  const kinds = kindsBySource(view, list.genes, bySource);
  return html`<h2>${genesTitle(view, genes, kinds !== false)}</h2>
<p class="of-genes">${words.disease.tiedBy(sources)}${notAll(view, described, shown)}</p>
${kinds}
<p><a class="tool" id="who-works" href="${peoplePageOf(view, described)}">${whoWorks(words, shown, { count: people.count, isWhole })}</a></p>
<div id="people"><ol class="list cards" aria-label="${words.disease.best}"${people.count === 0 && html` hidden`}>${bestCards(view, people, shown)}</ol></div>
<div id="disease-genes" data-names="${JSON.stringify(names)}" data-taxa="${JSON.stringify(places)}" data-genes="${JSON.stringify(genes)}">
<div id="list-table">${heatTable(view, table, taxa)}</div><p id="list-summary"></p><div id="list-not-understood"></div>${heatLegend(view)}</div>
<p id="live" class="visually-hidden" role="status"></p>`;
}

/** Returns the heading above the genes, which names a few genes unless they are named by kind below it. */
function genesTitle({ words }: PageView, genes: readonly { symbol: string }[], areNamedByKind: boolean): string {
  const { genesTitle: title } = words.disease;
  if (areNamedByKind || genes.length > MOST_NAMED) return title;
  return words.geneList.clause(title, genes.map(({ symbol }) => symbol).join(', '));
}

/** Returns a sentence if the disease has more genes than `count`. */
export function notAll({ words }: PageView, described: Described, count: number): Html | false {
  const { geneCount: all } = factsOf(described);
  return all > count && html` ${words.disease.firstOf(count, all)}`;
}

/** Lists the genes by kind of association, for each source that names kinds; nothing if no source does. */
function kindsBySource(
  view: PageView,
  genes: ShownList['genes'],
  bySource: ReadonlyMap<string, readonly Association[]>,
): Html | false {
  const lists = [...bySource].flatMap(([source, associations]) => {
    const kinds = kindsOf(view, genes, associations);
    return kinds.length === 0 ? [] : html`<li>${view.words.disease.associations(source)} ${kinds}</li>`;
  });
  return lists.length > 0 && html`<ul id="associations">${lists}</ul>`;
}

/** Groups genes by the kind of their association, in display order. */
function kindsOf({ words }: PageView, genes: ShownList['genes'], associations: readonly Association[]): Html[] {
  const kindOf = new Map(associations.map(({ geneId, kind }) => [geneId, kind ?? undefined]));
  const byKind = Map.groupBy(genes, ({ geneId }) => kindOf.get(geneId ?? 0));
  return [...byKind]
    .flatMap(([kind, own]) => (kind === undefined ? [] : [{ kind: associationText(words, kind), own }]))
    .map(({ kind, own }, place) => {
      const symbols = own.map(({ symbol }, at) => html`${at > 0 && ', '}<bdi>${symbol}</bdi>`);
      return html`${place > 0 && '; '}${words.geneList.clause(kind, '')}${symbols}`;
    });
}

/** Returns the address of the list of people who work on any of its genes. */
export function peoplePageOf(view: View, described: Described, params?: URLSearchParams): string {
  const folder = described.kind === 'disease' ? 'diseases' : 'phenotypes';
  return linkTo(view, `${folder}/${idInPath(factsOf(described).id)}/people`, params);
}
