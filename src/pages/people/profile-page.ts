/** The profile of a researcher of any registry: everything in the record. */

import type { FederatedPerson } from '../../client/answers.ts';
import type { CarriedGene } from '../../domain/contact/carried-gene.ts';
import { LOCAL_ORIGIN, type OriginNotice } from '../../domain/federation/origin.ts';
import { mailtoAddress } from '../../domain/mail-address.ts';
import { ownMember } from '../../domain/own-member.ts';
import { orcidUrl, rorUrl } from '../../domain/record/identifiers.ts';
import { shownText } from '../../domain/shown-text.ts';
import { breakable } from '../parts/breakable.ts';
import { ontologyTitle } from '../parts/choices.ts';
import { dayIn } from '../parts/dates.ts';
import { geneLink, publicationLink, termLink, webLink } from '../parts/external-links.ts';
import { type Html, html, type Shown } from '../parts/html.ts';
import { icon, researchIcon } from '../parts/icons.ts';
import { backLink, layout, type PageView } from '../parts/layout.ts';
import { linkOut } from '../parts/link-out.ts';
import { organOfRecord, quotedIn, taxonOfRecord } from '../parts/record-names.ts';
import { linkTo, type View, type WholeView } from '../parts/view.ts';
import type { Draft } from '../shortlist/draft.ts';
import type { AllWords } from '../words/words.ts';
import { nameOf } from './found-record.ts';
import { noticeLine } from './origins-lines.ts';
import { categoriesIn, firstOf, positionOf, wordOf } from './person.ts';

/** Returns the person's kinds of research, each with its icon. @param most the limit; infinite on the profile */
export function kindsOf(user: FederatedPerson, view: View, most: number): readonly Html[] {
  const { words } = view;
  return firstOf(categoriesIn(user), words, most, (kind) => {
    return html`${researchIcon(view, kind)}<bdi>${shownText(wordOf(words.categories, kind))}</bdi>`;
  });
}

/** Returns the person's organ systems, each with its icon. @param most the limit; infinite on the profile */
export function organsOf({ userOrgans }: FederatedPerson, view: View, most: number): readonly Html[] {
  const { words } = view;
  return firstOf(Object.entries(userOrgans ?? {}), words, most, ([id, organ]) => {
    return html`${icon(view, id)}<bdi>${organOfRecord(words, id, organ?.name)}</bdi>`;
  });
}

/** Returns one badge for each entry. */
export function badges(all: readonly (Html | string)[]): Html | undefined {
  return all.length === 0
    ? undefined
    : html`<ul class="badges">${all.map((one) => html`<li>${typeof one === 'string' ? html`<bdi>${one}</bdi>` : one}</li>`)}</ul>`;
}

type Profile = {
  user: FederatedPerson;
  /** The key of its registry. */
  origin: string;
  /** The notice of that registry. */
  notice?: OriginNotice | undefined;
  /** The gene that the person was found with, if the reader comes from a search. */
  about?: CarriedGene | undefined;
  /** The search that the reader comes from, or a search for that gene: `search?…`. */
  search?: string | undefined;
  /** The prepared message; if the reader comes from a search, it mentions the gene and the address of the search. */
  draft?: Draft | undefined;
};

export function profilePage(view: PageView, { user, origin, notice = {}, about, search, draft }: Profile): string {
  const { words } = view;
  const name = nameOf(user, words);
  const isLocal = origin === LOCAL_ORIGIN;
  return layout(view, {
    title: name,
    main: html`<article class="profile person" data-origin="${origin}" data-person="${origin}/${user.id}"${search !== undefined && html` data-query="${search.slice(search.indexOf('?') + 1)}"`}>
<h1 dir="auto"><span class="name"><bdi>${name}</bdi></span></h1>
<p class="origin">${words.from(user.origin)}${!isLocal && html` (${webLink(user.originUrl)})`}<span class="registry" hidden><bdi>${user.origin}</bdi></span>${noticeLine(notice, words)}</p>
<p class="profile-acts">${writeLink(user, view, draft)} <label><span class="tick"></span> ${words.message.shortlist}</label></p>
${about !== undefined && html`<p class="found-with">${words.foundWith} <span class="organism"><span class="visually-hidden"><bdi>${about.organism}</bdi> </span><i><bdi>${about.gene}</bdi></i></span></p>`}
${draft !== undefined && draftWithoutScripts(draft, words)}
${profileParts(user, view, draft)}
${isYou(user, view, isLocal)}
</article>
${backLink(view)}`,
  });
}

/** Returns what the person of the record wants to know: what is public, to whom, of when, and how it is corrected or hidden. */
function isYou({ origin, originUrl }: FederatedPerson, { words, site }: PageView, isLocal: boolean): Html {
  const { isYou: texts } = words;
  const contact = isLocal ? site.contactEmail : undefined;
  return html`<details class="is-you"><summary>${texts.title}</summary>
<p>${texts.shown(origin, dayIn(new Date(), words.lang))}</p>
<p>${texts.correct} ${webLink(originUrl)}${contact !== undefined && html` ${texts.orWrite} <a href="mailto:${contact}">${contact}</a>`}</p>
<p>${texts.when}</p></details>`;
}

/** Returns a `mailto` link, which scripts replace by a dialog with the draft; undefined if the record has no usable address. */
function writeLink({ email }: FederatedPerson, { words }: WholeView, draft: Draft | undefined): Html | undefined {
  const address = email ? mailtoAddress({ to: email, ...draft }) : undefined;
  return address === undefined ? undefined : html`<a class="write" href="${address}">${words.people.write}</a>`;
}

/** Returns the text of the draft for browsers without scripts, to be copied. */
function draftWithoutScripts({ subject, body }: Draft, { message }: AllWords): Html {
  return html`<noscript><section class="draft" aria-labelledby="draft-here"><h2 id="draft-here">${message.text}</h2><p><strong>${subject}</strong></p><p class="text">${body}</p></section></noscript>`;
}

/** Returns everything below the name. Each part that the record fills has a heading of the second level. */
export function profileParts(user: FederatedPerson, view: WholeView, draft?: Draft): Html {
  const { words } = view;
  return html`${badges([shownText(positionOf(user.researcherPosition, words)), ...kindsOf(user, view, Infinity)].filter((one) => one !== ''))}
${contactOf(user, words, draft)}
${user.description && section('about', words.about, html`<p class="text" dir="auto">${user.description}</p>`)}
${organsSection(user, view)}
${termsOf(user, view)}
${genesOf(user, view)}
${goTermsOf(user, view)}
${publicationsOf(user, words)}`;
}

function section(id: string, title: string, content: Shown): Html {
  return html`<section aria-labelledby="${id}"><h2 id="${id}" dir="auto">${title}</h2>${content}</section>`;
}

function contactOf(user: FederatedPerson, words: AllWords, draft: Draft | undefined): Html {
  const { organization, department, email, phone, website, orcid, ror } = user;
  const rows: [string, Html | string | null | undefined][] = [
    [words.organisation, organization && shownText(organization)],
    [words.department, department && shownText(department)],
    [words.email, email ? emailLink(email, draft) : undefined],
    [words.phone, phone && shownText(phone)],
    [words.website, website ? webLink(website) : undefined],
    [words.orcid, orcid ? linkOut(orcidUrl(orcid), orcid) : undefined],
    [words.ror, ror ? linkOut(rorUrl(ror), ror) : undefined],
  ];
  const present = rows.filter(([, value]) => value);
  return html`<dl>${present.map(([title, value]) => html`<div><dt>${title}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

function emailLink(email: string, draft: Draft | undefined): Html {
  const address = mailtoAddress({ to: email, ...draft });
  return address === undefined ? breakable(email) : html`<a href="${address}">${breakable(email)}</a>`;
}

function organsSection(user: FederatedPerson, view: WholeView): Html | undefined {
  const organs = organsOf(user, view, Infinity);
  return organs.length === 0 ? undefined : section('organs', view.words.filterNames.organUberonIds, badges(organs));
}

/** Returns a section for each ontology. */
function termsOf({ userOntologyTerms }: FederatedPerson, view: WholeView): readonly Html[] {
  const terms = (userOntologyTerms ?? []).filter((term) => term?.termId);
  const byOntology = Map.groupBy(terms, (term) => term.ontology?.name ?? '');
  return [...byOntology].map(([name, own], index) =>
    section(
      `terms-${index}`,
      ontologyHeading(view.words, name),
      html`${own[0]?.ontology?.definition && html`<p class="help" dir="auto">${own[0].ontology.definition}</p>`}<ul class="terms">${own.map(({ termId, name }) => html`<li>${termWithIcon(view, termId ?? '', name)}</li>`)}</ul>`,
    ),
  );
}

/** Returns the title of an ontology. A name without a title is quoted, because any registry may have chosen it. */
function ontologyHeading(words: AllWords, name: string): string {
  const title = ontologyTitle(words, name);
  return title === name ? quotedIn(words, name) : title;
}

function termWithIcon(view: WholeView, termId: string, name: string | null | undefined): Html {
  return html`${icon(view, termId)}${termLink(termId, name)}`;
}

/** Returns a table for each organism, with the closest tier first. */
function genesOf({ userGenes }: FederatedPerson, view: WholeView): Html {
  const { words } = view;
  const genes = Object.values(userGenes ?? {}).filter((gene) => gene !== null && gene !== undefined);
  if (genes.length === 0) return section('genes', words.genesHeading, html`<p>${words.noGenes}</p>`);
  const byTaxon = Map.groupBy(genes, (gene) => taxonOfRecord(words, gene.taxon ?? {}));
  const tiers: Readonly<Record<string, string>> = words.people.tiers;
  const tables = [...byTaxon].map(([taxon, own]) => {
    const rows = own.toSorted((a, b) => compare(a.tier ?? '', b.tier ?? '') || compare(a.symbol ?? '', b.symbol ?? ''));
    return html`<div class="wide"><table><caption dir="auto">${taxon}</caption>
<thead><tr><th scope="col">${words.geneSymbol}</th><th scope="col">${words.geneName}</th><th scope="col">${words.people.facets.tier}</th></tr></thead>
<tbody>${rows.map((gene) => html`<tr><th scope="row">${searchLink(view, shownText(gene.symbol ?? ''), gene.taxon?.id)}${gene.geneId && html` <span class="ncbi">${geneLink(gene.geneId, `NCBI ${gene.geneId}`)}</span>`}</th><td dir="auto">${shownText(gene.name ?? '')}</td><td>${ownMember(tiers, gene.tier ?? '') ?? shownText(gene.tier ?? '')}</td></tr>`)}</tbody></table></div>`;
  });
  return section('genes', words.genesHeading, tables);
}

/** Links a gene to the search for everyone who works on it, in every registry. */
function searchLink(view: WholeView, symbol: string | null | undefined, taxonId: number | null | undefined): Html {
  const shown = html`<bdi>${symbol}</bdi>`;
  if (!symbol || !taxonId) return shown;
  return html`<a href="${linkTo(view, 'search', new URLSearchParams({ symbol, taxonId: String(taxonId) }))}">${shown}</a>`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns the GO terms; they describe the genes, so they are only shown beside genes. */
function goTermsOf({ userGenes, userTerms }: FederatedPerson, view: WholeView): Html | undefined {
  const terms = (userTerms ?? []).filter((term) => term?.goId);
  if (terms.length === 0 || Object.keys(userGenes ?? {}).length === 0) return undefined;
  const items = terms.map(
    (term) =>
      html`<li>${termWithIcon(view, term.goId ?? '', term.name)} (${taxonOfRecord(view.words, term.taxon ?? {})})</li>`,
  );
  return section('go-terms', view.words.goTerms, html`<ul class="terms">${items}</ul>`);
}

function publicationsOf({ publications }: FederatedPerson, words: AllWords): Html | undefined {
  const all = publications ?? [];
  if (all.length === 0) return undefined;
  const items = all.map((one) => html`<li>${publicationLink(one?.pmid, one?.title)}</li>`);
  return section('publications', words.publications, html`<ul>${items}</ul>`);
}
