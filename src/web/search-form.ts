/** The two forms of a search: for the researchers who work on a gene, and for researchers by name or interest. */

import type { Choices, OntologyChoice, TaxonChoice } from './choices.ts';
import { checkbox, checkboxes, selectField, textField } from './form-fields.ts';
import { type Html, html } from './html.ts';
import type { ResultKind } from './results.ts';
import { type PageSearch, TERMS_PREFIX } from './search-query.ts';
import type { View } from './view.ts';
import type { Words } from './words/words.ts';

const SEARCHED_TIERS = ['TIER1', 'TIER2'] as const;

/** Both forms, the one in use open. `#by-gene-search` and `#by-researcher-search` lead to them, as RDP's links do. */
export function searchForms(view: View, choices: Choices, search: PageSearch): Html {
  const { words } = view;
  return html`<div id="search-form">
${choices.opens.genes && mode('genes', 'by-gene-search', words.byGene, search, geneForm(view, choices, search))}
${choices.opens.users && mode('users', 'by-researcher-search', words.byResearcher, search, userForm(view, choices, search))}
</div>`;
}

function mode(kind: ResultKind, id: string, title: string, search: PageSearch, form: Html): Html {
  return html`<details class="mode" name="mode" data-mode="${kind}"${search.kind === kind && html` open`}><summary><h2>${title}</h2></summary><div id="${id}">${form}</div></details>`;
}

function geneForm(view: View, choices: Choices, search: PageSearch): Html {
  const { words } = view;
  const params = search.kind === 'genes' ? search.params : new URLSearchParams();
  const tiers = params.getAll('tiers');
  return form(
    'genes',
    view,
    html`<div class="fields">
${textField({ id: 'symbol', name: 'symbol', label: words.symbol, value: params.get('symbol') ?? '', help: words.symbolHelp, attributes: html` required data-suggest="genes"` })}
${selectField({ id: 'taxonId', name: 'taxonId', label: words.taxon, value: params.get('taxonId') ?? '9606' }, taxonOptions(choices.taxa))}
${selectField({ id: 'orthologTaxonId', name: 'orthologTaxonId', label: words.orthologTaxon, value: params.get('orthologTaxonId') ?? '', help: words.orthologTaxonHelp }, [{ value: '', text: words.everyOrganism }, ...taxonOptions(choices.taxa)])}
</div>
${checkboxes(
  { id: 'tiers', name: 'tiers', legend: words.tiersHeading, chosen: tiers.length === 0 ? SEARCHED_TIERS : tiers },
  SEARCHED_TIERS.map((tier) => ({ value: tier, text: words.tiers[tier] })),
)}
${filters('genes', words, choices, params)}`,
  );
}

function userForm(view: View, choices: Choices, search: PageSearch): Html {
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
${filters('users', words, choices, params)}`,
  );
}

function form(kind: ResultKind, { root, chosenLang, words }: View, fields: Html): Html {
  return html`<form method="get" action="${root}search" data-kind="${kind}" role="search" aria-label="${kind === 'genes' ? words.byGene : words.byResearcher}">
${chosenLang !== undefined && html`<input type="hidden" name="lang" value="${chosenLang}">`}
${fields}
<p><button type="submit">${words.search}</button></p>
</form>`;
}

function taxonOptions(taxa: readonly TaxonChoice[]) {
  return taxa.map(({ id, commonName, scientificName, ordering }) => {
    const hasBoth = scientificName !== null && scientificName !== commonName;
    const text = hasBoth ? `${commonName} (${scientificName})` : commonName;
    return { value: String(id), text, attributes: html` data-ordering="${ordering}"` };
  });
}

function filters(kind: ResultKind, words: Words, choices: Choices, params: URLSearchParams): Html {
  const { filterNames } = words;
  const ontologies = choices.ontologies.filter(({ isForGenes }) => kind === 'users' || isForGenes);
  const chosen = (name: string) => params.getAll(name);
  const isUsed = [...Object.keys(filterNames), 'origins'].some((name) => params.has(name));
  const names = (known: Readonly<Record<string, string>>) =>
    Object.entries(known).map(([value, text]) => ({ value, text }));
  const organs = choices.organs.map(({ uberonId, name, description }) => ({
    value: uberonId,
    text: name ?? uberonId,
    title: description,
  }));
  const boxesOf = (name: 'researcherPositions' | 'researcherCategories' | 'organUberonIds') => ({
    id: `${kind}-${name}`,
    name,
    legend: filterNames[name],
    chosen: chosen(name),
  });
  return html`<details class="filters"${isUsed && html` open`}><summary>${words.filters}</summary>
<p class="help">${words.filtersHelp}</p>
${checkboxes(boxesOf('researcherPositions'), names(words.positions))}
${checkboxes(boxesOf('researcherCategories'), names(words.categories))}
${organs.length > 0 && checkboxes(boxesOf('organUberonIds'), organs)}
${ontologies.map((ontology, index) => ontologyFilter(`${kind}-terms-${index}`, words, ontology, termsIn(params, ontology.name)))}
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
    choices.origins.map(({ key, name }) => ({
      value: key,
      text: key === 'local' ? `${name} (${words.thisRegistry})` : name,
    })),
  )
}
</details>`;
}

/** Small ontologies as boxes; large ones as a field for ids, which scripts make a search among the terms. */
function ontologyFilter(id: string, words: Words, { name, definition, terms }: OntologyChoice, chosen: string[]): Html {
  const field = `${TERMS_PREFIX}${name}`;
  const help = definition || undefined;
  if (terms !== undefined) {
    const boxes = terms.map((term) => ({ value: term.termId, text: term.name ?? term.termId, title: term.definition }));
    return checkboxes({ id, name: field, legend: name, chosen, help }, boxes);
  }
  const attributes = html` data-suggest="terms" data-ontology="${name}"`;
  return textField({
    id,
    name: field,
    label: name,
    value: chosen.join(', '),
    help: `${help === undefined ? '' : `${help} `}${words.termIdsHelp}`,
    attributes,
  });
}

function termsIn(params: URLSearchParams, ontologyName: string): string[] {
  const termIds = params.getAll('ontologyTermIds');
  const names = params.getAll('ontologyNames');
  return termIds.filter((_, index) => names[index]?.toLowerCase() === ontologyName.toLowerCase());
}
