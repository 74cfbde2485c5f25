/** Where nobody was found: what to do next. */

import { LOCAL_ORIGIN } from '../../../domain/federation/origin.ts';
import { isWebAddress } from '../../../domain/record/website.ts';
import type { Candidate } from '../../../domain/resolve/candidate.ts';
import { type Html, html } from '../../html.ts';
import { idInPath, searchOfText } from '../box/box-links.ts';
import { candidateItem } from '../box/candidate-item.ts';
import { searchText } from '../box/candidate-words.ts';
import { linkOut } from '../gene/external-links.ts';
import { geneMeant, type KnownGenes } from '../gene/known-genes.ts';
import { linkTo, type WholeView } from '../view.ts';

export type Ways = {
  params: URLSearchParams;
  genes: KnownGenes | undefined;
  /** What else the symbol may mean, where no gene is called so. */
  alike: readonly Candidate[];
  /** Those that were asked. */
  registries: readonly { key: string; name: string; url?: string }[];
};

const MOST_DISEASES = 3;
const MOST_ALIKE = 5;
const MOST_REGISTRIES = 5;

/** Other spellings, the same gene elsewhere, genes of the same diseases, people by what they write, and whom to ask. */
export function waysOn(
  view: WholeView & { site: { contactEmail: string | undefined; shortname: string } },
  ways: Ways,
): Html {
  const { words, site } = view;
  const { params, genes, alike, registries } = ways;
  const partners = registries.filter(({ key }) => key !== LOCAL_ORIGIN).slice(0, MOST_REGISTRIES);
  const text = params.get('symbol') ?? params.get('nameLike') ?? params.get('descriptionLike') ?? '';
  const gene = genes && geneMeant(genes);
  const diseases = (gene?.diseases?.diseases ?? []).slice(0, MOST_DISEASES);
  const kind = params.has('descriptionLike') ? 'people' : 'interests';
  const links = [
    gene !== undefined &&
      html`<a href="${linkTo(view, 'coverage', new URLSearchParams(genes?.asked))}">${words.gene.toCoverage}</a>`,
    ...diseases.map(
      ({ diseaseId, name }) =>
        html`<a href="${linkTo(view, `diseases/${idInPath(diseaseId)}`)}">${words.otherGenesOf(name ?? diseaseId)}</a>`,
    ),
    text !== '' && html`<a href="${searchOfText(view, { kind, text })}">${searchText(words, { kind, text })}</a>`,
    site.contactEmail !== undefined &&
      html`<a href="mailto:${site.contactEmail}">${words.askTheRegistry(site.shortname)}</a>`,
    ...partners.map(({ name, url = '' }) => isWebAddress(url) && linkOut(url, words.visitTheRegistry(name))),
  ].filter((link) => link !== false);
  return html`${alike.length > 0 && html`<h2>${words.box.didYouMean}</h2><ul class="candidate-list">${alike.slice(0, MOST_ALIKE).map((one) => candidateItem(view, one, alike))}</ul>`}
<h2>${words.nextSteps}</h2><ul class="next-steps">${links.map((link) => html`<li>${link}</li>`)}</ul>`;
}
