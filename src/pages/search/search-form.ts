/** The two search forms: for researchers who work on a gene, and for researchers by name or interest. */

import { SET_FILTERS, type SetFilter } from '../../domain/federation/origin.ts';
import { SEARCHABLE_TIERS } from '../../domain/query/gene-query.ts';
import {
  type Choices,
  HUMAN_TAXON_ID,
  type OntologyChoice,
  ontologyTitle,
  originLabel,
  type ResultKind,
  type TaxonChoice,
  type TermChoice,
} from '../parts/choices.ts';
import { type Box, checkbox, checkboxes, type Option, selectField, textField } from '../parts/form-fields.ts';
import { type Html, html } from '../parts/html.ts';
import { icon, researchIcon } from '../parts/icons.ts';
import { organLabel, taxonLabel } from '../parts/labels.ts';
import type { WholeView } from '../parts/view.ts';
import type { AllWords } from '../words/words.ts';
import { type OpenTerm, type PageSearch, TERMS_PREFIX } from './search-query.ts';

/** @param id the id of the field */
function termChoices(id: string, words: AllWords, open: readonly OpenTerm[]): readonly Html[] {
  return open
    .filter(({ matches }) => matches.length > 0)
    .map(({ ontologyName, text, matches }, index) =>
      checkboxes(
        {
          id: `${id}-choices-${index}`,
          name: `${TERMS_PREFIX}${ontologyName}`,
          legend: words.termsMeant(text),
          chosen: [],
        },
        matches.map(({ termId, name }) => ({ value: termId, text: `${name} (${termId})` })),
      ),
    );
}

/** Returns the text of the field: ids, and texts that match no term, for correction. */
function typedValue(chosen: readonly string[], open: readonly OpenTerm[]): string {
  return [...chosen, ...open.filter(({ matches }) => matches.length === 0).map(({ text }) => text)].join('; ');
}

/** Returns a sentence for each text that matches no term or several. */
export function openTermsText(words: AllWords, open: readonly OpenTerm[]): string {
  const lines = open.map(({ ontologyName, text, matches }) => {
    const sentenceOf = matches.length === 0 ? words.termsNoneMatch : words.termsSeveralMatch;
    return sentenceOf(text, ontologyTitle(words, ontologyName));
  });
  return lines.join(' ');
}

/**
 * Returns a form for each search that is switched on, in their order. The form in use is open, or else the first one.
 * `#by-gene-search` and `#by-researcher-search` link to them, as in RDP.
 */
export function searchForms(view: WholeView, choices: Choices, search: PageSearch): Html {
  const { modes } = choices;
  const opened = modes.includes(search.kind) ? search.kind : modes[0];
  return html`<div id="search-form">
${modes.map((kind) => html`${modeOf(kind, view, choices, search, kind === opened)}\n`)}</div>`;
}

function modeOf(kind: ResultKind, view: WholeView, choices: Choices, search: PageSearch, isOpen: boolean): Html {
  const { words } = view;
  return kind === 'genes'
    ? mode(kind, 'by-gene-search', words.byGene, isOpen, geneForm(view, choices, search))
    : mode(kind, 'by-researcher-search', words.byResearcher, isOpen, userForm(view, choices, search));
}

function mode(kind: ResultKind, id: string, title: string, isOpen: boolean, form: Html): Html {
  return html`<details class="mode" name="mode" data-mode="${kind}"${isOpen && html` open`}><summary><h2>${title}</h2></summary><div id="${id}">${form}</div></details>`;
}

function geneForm(view: WholeView, choices: Choices, search: PageSearch): Html {
  const { words } = view;
  const params = search.kind === 'genes' ? search.params : new URLSearchParams();
  const tiers = params.getAll('tiers');
  const orthologTaxa = params.getAll('orthologTaxonId');
  const taxa = (name: string) =>
    withChosen(taxonOptions(words, choices.taxa), search.submitted === 'search' ? params.getAll(name) : []);
  return form(
    'genes',
    view,
    html`<div class="fields">
${textField({ id: 'symbol', name: 'symbol', label: words.symbol, value: params.get('symbol') ?? '', help: words.symbolHelp, attributes: html` required data-suggest="genes"` })}
${selectField({ id: 'taxonId', name: 'taxonId', label: words.taxon, value: params.get('taxonId') ?? HUMAN_TAXON_ID }, taxa('taxonId'))}
</div>
${checkboxes(
  { id: 'tiers', name: 'tiers', legend: words.tiersHeading, chosen: tiers.length === 0 ? SEARCHABLE_TIERS : tiers },
  SEARCHABLE_TIERS.map((tier) => ({ value: tier, text: words.tiers[tier] })),
)}
${checkboxes({ id: 'orthologTaxonId', name: 'orthologTaxonId', legend: words.orthologTaxon, chosen: orthologTaxa, help: words.orthologTaxonHelp }, taxa('orthologTaxonId'))}
${filters('genes', view, choices, search)}`,
  );
}

function userForm(view: WholeView, choices: Choices, search: PageSearch): Html {
  const { words } = view;
  const params = search.kind === 'users' ? search.params : new URLSearchParams();
  return form(
    'users',
    view,
    html`<div class="fields">
${textField({ id: 'nameLike', name: 'nameLike', label: words.name, value: params.get('nameLike') ?? '', help: words.nameHelp })}
${textField({ id: 'descriptionLike', name: 'descriptionLike', label: words.interest, value: params.get('descriptionLike') ?? '', help: words.interestHelp })}
</div>
${checkbox('prefix', 'prefix', words.prefix, params.get('prefix') === 'true')}
${filters('users', view, choices, search)}`,
  );
}

function form(kind: ResultKind, { root, chosenLang, words }: WholeView, fields: Html): Html {
  return html`<form method="get" action="${root}search" data-kind="${kind}" role="search" aria-label="${kind === 'genes' ? words.byGene : words.byResearcher}">
${chosenLang !== undefined && html`<input type="hidden" name="lang" value="${chosenLang}">`}
${fields}
<p><button type="submit">${words.search}</button></p>
</form>`;
}

function taxonOptions(words: AllWords, taxa: readonly TaxonChoice[]) {
  return taxa.map((taxon) => {
    const { scientificName } = taxon;
    const label = taxonLabel(words, taxon);
    const text = scientificName === null || scientificName === label ? label : `${label} (${scientificName})`;
    return { value: String(taxon.id), text, attributes: html` data-ordering="${taxon.ordering}"` };
  });
}

/** Adds chosen organisms that the form does not offer. Without them, the form would silently select another organism. */
function withChosen(options: readonly Option[], chosen: readonly string[]): readonly Option[] {
  const others = chosen.filter((id) => !options.some(({ value }) => value === id));
  return [...options, ...others.map((id) => ({ value: id, text: id }))];
}

function filters(kind: ResultKind, view: WholeView, choices: Choices, search: PageSearch): Html {
  const { words } = view;
  const { params, openTerms = [] } = search.kind === kind ? search : { params: new URLSearchParams() };
  const { filterNames } = words;
  const ontologies = choices.ontologies.filter(({ isForGenes }) => kind === 'users' || isForGenes);
  const chosen = (name: string) => params.getAll(name);
  const used = [...Object.keys(filterNames), 'origins'].flatMap((name) => [...new Set(params.getAll(name))]).length;
  // With an answer, the chips above it list the filters; open filters would push the answer out of sight.
  const isOpen = openTerms.length > 0 || (used > 0 && search.submitted !== 'search');
  const names = (known: Readonly<Record<string, string>>) =>
    Object.entries(known).map(([value, text]) => ({ value, text }));
  const offered = choices.organs.filter(
    ({ uberonId }) => choices.offersOrgans || chosen('organUberonIds').includes(uberonId),
  );
  const organs = offered.map(({ uberonId, name, description }) => ({
    value: uberonId,
    text: organLabel(words, uberonId, name),
    title: description,
    icon: icon(view, uberonId),
  }));
  const boxesOf = (name: SetFilter) => ({
    id: `${kind}-${name}`,
    name,
    legend: filterNames[name],
    chosen: chosen(name),
  });
  const categories = names(words.categories).map((box) => ({ ...box, icon: researchIcon(view, box.value) }));
  const offeredIn: { readonly [Name in SetFilter]: readonly Box[] } = {
    researcherPositions: names(words.positions),
    researcherCategories: categories,
    organUberonIds: organs,
  };
  const sets = SET_FILTERS.filter((name) => offeredIn[name].length > 0);
  return html`<details class="filters"${isOpen && html` open`}><summary>${words.filters}${used > 0 && ` (${words.filtersUsed(used)})`}</summary>
<p class="help">${words.filtersHelp}</p>
${sets.map(
  (name) => html`${checkboxes(boxesOf(name), offeredIn[name])}
`,
)}${ontologies.map((ontology, index) => ontologyFilter(`${kind}-terms-${index}`, view, ontology, termsIn(params, ontology.name), openTerms))}
${
  choices.origins.length > 1 &&
  checkboxes(
    {
      id: `${kind}-origins`,
      name: 'origins',
      legend: words.registries,
      chosen: chosen('origins'),
      help: words.registriesHelp,
    },
    choices.origins.map((origin) => ({ value: origin.key, text: originLabel(words, origin) })),
  )
}
</details>`;
}

/** Returns the filter of an ontology: boxes for a small one; for a large one a field for names and ids, which scripts turn into a search of terms. */
function ontologyFilter(
  id: string,
  view: WholeView,
  { name, definition, terms }: OntologyChoice,
  chosen: string[],
  openTerms: readonly OpenTerm[],
): Html {
  const { words } = view;
  const field = `${TERMS_PREFIX}${name}`;
  const help = definition || undefined;
  if (terms !== undefined) {
    return checkboxes({ id, name: field, legend: ontologyTitle(words, name), chosen, help }, termBoxes(view, terms));
  }
  const open = openTerms.filter(({ ontologyName }) => ontologyName.toLowerCase() === name.toLowerCase());
  // Scripts would take this text for ids, but the reader still has to correct it.
  const attributes =
    open.length === 0 ? html` data-suggest="terms" data-ontology="${name}"` : html` aria-invalid="true"`;
  return html`${textField({
    id,
    name: field,
    label: ontologyTitle(words, name),
    value: typedValue(chosen, open),
    help: `${help === undefined ? '' : `${help} `}${words.termIdsHelp}`,
    attributes,
  })}${termChoices(id, words, open)}`;
}

/** Returns the boxes of terms; those of sub-terms are below the box of their grouping term. */
function termBoxes(view: WholeView, terms: readonly TermChoice[], above?: string): readonly Box[] {
  return terms
    .filter(({ group }) => group === above)
    .map(({ termId, name, definition }) => ({
      value: termId,
      text: name ?? termId,
      title: definition,
      icon: icon(view, termId),
      boxes: termBoxes(view, terms, termId),
    }));
}

function termsIn(params: URLSearchParams, ontologyName: string): string[] {
  const termIds = params.getAll('ontologyTermIds');
  const names = params.getAll('ontologyNames');
  return termIds.filter((_, index) => names[index]?.toLowerCase() === ontologyName.toLowerCase());
}
