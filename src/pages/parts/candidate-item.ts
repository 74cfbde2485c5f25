/** A list item for a gene, a disease or a term that a text may mean: its name, the reason, and its links. */

import { ownMember } from '../../domain/own-member.ts';
import type { Candidate, GeneName, ResolvedGene } from '../../domain/resolve/candidate.ts';
import { idInPath, searchOfGene, searchOfTerm } from './box-links.ts';
import { genesText, identifierText, reasonText } from './candidate-words.ts';
import { HUMAN_TAXON_ID } from './choices.ts';
import { type Html, html } from './html.ts';
import { organismChip } from './organism-chip.ts';
import { linkTo, type WholeView } from './view.ts';

/**
 * @param all all candidates of the list; genes among them are not repeated below their disease
 * @param peopleOf returns the number of people who work on a gene
 */
export function candidateItem(
  view: WholeView,
  candidate: Candidate,
  all: readonly Candidate[],
  peopleOf: (gene: GeneName) => Html | undefined = () => undefined,
): Html {
  const { words } = view;
  const reason = (...shown: (string | null)[]) =>
    html`<span class="reason" dir="auto">${reasonText(words, candidate.reason, shown)}</span>`;
  if (candidate.kind === 'gene') {
    const { gene } = candidate;
    return geneItem(view, gene, {
      reason: reason(gene.symbol, gene.name),
      beside: genesOf(all),
      people: peopleOf(gene),
    });
  }
  const { kind } = candidate;
  const [id, name, names] =
    candidate.kind === 'disease'
      ? [candidate.disease.diseaseId, candidate.disease.name, candidate.disease]
      : [candidate.term.termId, candidate.term.name, candidate.term];
  const count = genesText(words, candidate);
  return html`<li class="candidate ${kind}"><p><strong dir="auto"><a href="${linkTo(view, `${candidate.kind === 'disease' ? 'diseases' : 'phenotypes'}/${idInPath(id)}`)}">${name ?? id}</a></strong> <span class="id">${id}</span> ${reason(id, name)}</p>
<p class="of-genes">${count ?? words.box.noGenes}</p>
${names.genes.length > 0 && !all.some((one) => isGeneOf(one, id)) && geneLinks(view, names.genes, names.geneCount)}
${candidate.kind === 'term' && candidate.term.isActive && html`<p><a href="${searchOfTerm(view, candidate.term)}">${words.box.peopleWithTerm}</a></p>`}</li>`;
}

function isGeneOf({ reason }: Candidate, diseaseId: string): boolean {
  return reason.kind === 'disease' && reason.diseaseId === diseaseId;
}

/** Returns the genes among the candidates. */
function genesOf(candidates: readonly Candidate[]): ResolvedGene[] {
  return candidates.flatMap((one) => (one.kind === 'gene' ? [one.gene] : []));
}

type Item = { reason: Html; beside: readonly GeneName[]; people: Html | undefined };

function geneItem(view: WholeView, gene: ResolvedGene, { reason, beside, people }: Item): Html {
  const { symbol, taxonId, taxonName, name, orthologs, geneKind, nomenclatureStatus } = gene;
  const { words } = view;
  const human = orthologs.find((other) => String(other.taxonId) === HUMAN_TAXON_ID);
  const isHuman = String(taxonId) === HUMAN_TAXON_ID;
  const kind = geneKind === null ? undefined : (ownMember(words.gene.kind, geneKind) ?? geneKind);
  const status =
    nomenclatureStatus === null ? undefined : (words.gene.status[nomenclatureStatus] ?? nomenclatureStatus);
  const facts = [identifierText(gene), kind, status].filter(Boolean).join(' · ');
  return html`<li class="candidate gene"><p><a href="${searchOfGene(view, gene, { beside })}">${organismChip(view, { id: taxonId, commonName: taxonName }, symbol)}</a> <span dir="auto">${name}</span>${people}</p>
<p class="facts"><span class="id">${facts}</span> ${reason}</p>
${!isHuman && human !== undefined && html`<p>${words.box.humanGene} <a href="${searchOfGene(view, human)}">${human.symbol}</a></p>`}</li>`;
}

/** Returns links to searches for the given genes, and how many more there are. */
function geneLinks(view: WholeView, genes: readonly GeneName[], count: number): Html {
  const more = count - genes.length;
  return html`<ul class="gene-links">${genes.map(
    (gene) => html`<li><a href="${searchOfGene(view, gene, { beside: genes })}">${gene.symbol}</a></li>`,
  )}${more > 0 && html`<li>${view.words.box.moreGenes(more)}</li>`}</ul>`;
}
