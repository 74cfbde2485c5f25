/** `/diseases/{id}` and `/phenotypes/{id}`: what it is called, its genes, and the ways from there to people. */

import type { Candidate, GeneName } from '../../domain/resolve/candidate.ts';
import { type Html, html } from '../html.ts';
import { idInPath, searchOfGene, searchOfTerm, searchOfText } from '../parts/box/box-links.ts';
import { sourceText } from '../parts/box/candidate-words.ts';
import { linkTo, type View } from '../parts/view.ts';
import { layout, type Page, type PageView } from './layout.ts';

export type Described = Exclude<Candidate, { kind: 'gene' }>;

export type DiseasePage = {
  described: Described;
  /** By which of its names or former ids somebody came; undefined where that is the name that is shown. */
  called: string | undefined;
  /** Under which other ids the same name stands. */
  others: readonly Described[];
  script: Page['script'];
};

export function diseasePage(view: PageView, { described, called, others, script }: DiseasePage): string {
  const { words } = view;
  const { id, name, genes, geneCount, ...from } = factsOf(described);
  return layout(view, {
    title: name,
    typed: called ?? name,
    script,
    main: html`<div class="candidates" id="disease"><h1 dir="auto">${name}</h1>
<p class="facts"><span class="id">${id}</span>${called !== undefined && html` <span id="typed" dir="auto">${words.typedText.typed(called)}</span>`}</p>
${others.length > 0 && html`<p>${words.disease.alsoCalled} ${others.map((one, place) => html`${place > 0 && ', '}<a href="${pageOf(view, one)}">${factsOf(one).id}</a>`)}</p>`}
${geneCount === 0 ? html`<p class="of-genes">${words.box.noGenes}</p>` : genesOf(view, { genes, geneCount, from })}
<ul class="offered-searches">
${described.kind === 'term' && described.term.isActive && html`<li><a href="${searchOfTerm(view, described.term)}">${words.box.peopleWithTerm}</a></li>`}
<li><a href="${searchOfText(view, { kind: 'interests', text: name })}">${words.disease.interests(name)}</a></li></ul></div>`,
  });
}

/** The address of the page of a disease or a term; with the name by which it was met, where that is another one. */
export function pageOf(view: View, described: Described, called?: string): string {
  const { id, name } = factsOf(described);
  const folder = described.kind === 'disease' ? 'diseases' : 'phenotypes';
  const params = new URLSearchParams(called === undefined || called === name || called === id ? {} : { called });
  return linkTo(view, `${folder}/${idInPath(id)}`, params);
}

type Facts = { id: string; name: string; genes: readonly GeneName[]; geneCount: number } & {
  source: string | null;
  release: string | null;
};

function factsOf(described: Described): Facts {
  const { id, name, ...facts } =
    described.kind === 'disease'
      ? { ...described.disease, id: described.disease.diseaseId }
      : { ...described.term, id: described.term.termId };
  return { ...facts, id, name: name ?? id };
}

type OfGenes = Pick<Facts, 'genes' | 'geneCount'> & { from: { source: string | null; release: string | null } };

function genesOf(view: PageView, { genes, geneCount, from }: OfGenes): Html {
  const { words } = view;
  const listed = genes.map(({ symbol }) => symbol).join('\n');
  return html`<h2>${words.disease.genesTitle}</h2>
<p class="of-genes">${words.disease.tiedBy(sourceText(from))}${geneCount > genes.length && html` ${words.disease.firstOf(genes.length, geneCount)}`}</p>
<ul class="gene-links">${genes.map((gene) => html`<li><a href="${searchOfGene(view, gene, { beside: genes })}">${gene.symbol}</a></li>`)}</ul>
<form method="post" action="${linkTo(view, 'genes')}"><input type="hidden" name="text" value="${listed}">
<p><button type="submit">${words.disease.anyOf(genes.length)}</button></p></form>`;
}
