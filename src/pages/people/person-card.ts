/** A person of an answer as a card: name, genes, kinds of work, and how to contact them. */

import type { CarriedGene } from '../../domain/contact/carried-gene.ts';
import type { Filter, Origin } from '../../domain/federation/origin.ts';
import type { LikelySame } from '../../domain/people/likely-same.ts';
import { shownText } from '../../domain/shown-text.ts';
import { type Html, html } from '../parts/html.ts';
import { recordChip } from '../parts/organism-chip.ts';
import { taxonOfRecord } from '../parts/record-names.ts';
import type { View } from '../parts/view.ts';
import { accessLink, profileLink } from '../shortlist/contact-links.ts';
import type { Words } from '../words/words.ts';
import { type FoundPerson, keyOfPerson } from './found-people.ts';
import { nameOf } from './found-record.ts';
import { categoriesOf, firstOf, identifierLinks, MOST_LISTED, organNamesOf, positionOf } from './person.ts';

/** Facts about a person besides their records. */
export type PersonContext = {
  namesakes: readonly LikelySame[];
  /** Whether the reader can declare on this page that one of them is a different person. */
  canDeny?: boolean;
  /** Their registry; undefined until it has answered. */
  origin: Pick<Origin, 'filters'> | undefined;
  /** On how many genes of a list they work, in words. */
  covers?: string | undefined;
  /** The parameters of a search that finds them, if the page is not the answer to a search. */
  query?: string | undefined;
};

/** Returns a list item. `#person-…` is its id; `data-person` names the person wherever the name is shown. */
export function personCard(person: FoundPerson, view: View, context: PersonContext): Html {
  const { words } = view;
  const { owner, originKey } = person;
  const place = shownText([positionOf(owner.researcherPosition, words), owner.organization].filter(Boolean).join(', '));
  return html`<li class="person" id="person-${person.id}" ${personMarks(person)}${context.query !== undefined && html` data-query="${context.query}"`}>
<span class="tick"></span>
<div class="who"><h3>${personName(person, view)}</h3>${nearName(person, words)}${place !== '' && html` <span class="place"><bdi>${place}</bdi></span>`}${identifierLinks(owner)}</div>
<div class="does">${context.covers !== undefined && html`<strong class="covers">${context.covers}</strong>`}${geneChips(person, view)}${workOf(person, view)}</div>
${owner.description && html`<p class="interest" dir="auto">${shownText(owner.description)}</p>`}
${alsoIn(context, words)}
${notChecked(person, context, words)}
<div class="act">${personAction(person, view)}<span class="registry" data-registry="${originKey}"><bdi>${owner.origin}</bdi></span></div>
</li>`;
}

/** Returns attributes that name the person for scripts. A person with a withheld name has no `data-person`, because they cannot be found again. */
export function personMarks(person: FoundPerson): Html {
  const key = keyOfPerson(person);
  return html`data-origin="${person.originKey}"${key !== undefined && html` data-person="${key}"`}`;
}

/** Returns the name with a link to the profile, or else the registry that withholds it. */
export function personName(person: FoundPerson, view: View): Html {
  const { words } = view;
  const { owner, anonymousId } = person;
  if (anonymousId !== undefined) {
    return html`<span class="name withheld" tabindex="-1"><svg class="lock" viewBox="0 0 13 14" aria-hidden="true"><rect x="1" y="6" width="11" height="7.5" rx="1.6"/><path d="M3.5 6V4a3 3 0 016 0v2"/></svg> <bdi>${words.people.withheld(owner.origin)}</bdi></span>`;
  }
  const name = html`<bdi>${shownName(person, words)}</bdi>`;
  const href = linkToAsk(view, person);
  return href === undefined
    ? html`<span class="name" tabindex="-1">${name}</span>`
    : html`<a class="name" href="${href}">${name}</a>`;
}

/** Returns a remark if the record lacks a middle name of the queried name. */
export function nearName({ owner }: FoundPerson, { people }: Words): Html | undefined {
  return owner.nameMatch === 'near' ? html` <span class="place near-name">${people.nearName}</span>` : undefined;
}

/** Returns the name for use in a sentence. */
export function shownName({ owner, anonymousId }: FoundPerson, words: Words): string {
  return anonymousId === undefined ? nameOf(owner, words) : words.people.withheld(owner.origin);
}

/** Returns each gene with the person's relation to it; short if the head of a column says the rest. */
export function geneChips({ genes }: FoundPerson, view: View, isShort = false): readonly Html[] {
  const { words } = view;
  return firstOf(genes, words, MOST_LISTED, ({ taxon, symbol, tier }) => {
    const isNow = tier === 'TIER1';
    const { worksNow, workedBefore, tiers } = words.people;
    const [now, before] = isShort ? [tiers.TIER1, tiers.TIER2] : [worksNow, workedBefore];
    const text = isNow ? now : before;
    return recordChip(view, taxon, shownText(symbol), { text, isPast: !isNow });
  });
}

/** Returns kinds of research and organ systems. */
function workOf({ owner }: FoundPerson, { words }: View): Html | undefined {
  return workList([categoriesOf(owner, words), organNamesOf(owner, words)], words);
}

/** Returns lists of words in small type, each list cut after its first entries. */
export function workList(kinds: readonly (readonly string[])[], words: Words): Html | undefined {
  const all = kinds.flatMap((names) => firstOf(names, words, MOST_LISTED, (name) => html`<bdi>${name}</bdi>`));
  return all.length === 0 ? undefined : html`<ul class="work">${all.map((one) => html`<li>${one}</li>`)}</ul>`;
}

/** Returns where else the person is likely registered, with the evidence, and whether the reader denied it; empty if nowhere. */
export function alsoIn({ namesakes, canDeny = false }: PersonContext, { people }: Words): Html {
  const lines = namesakes.map(({ originKey, registry, evidence, isDenied = false }) => {
    const text = html`<bdi>${people.likelyAlso(registry, evidence)}</bdi>`;
    if (!canDeny) return html`${text} `;
    return html`${text} <button type="button" data-deny="${originKey}" aria-pressed="${String(isDenied)}" aria-label="${people.notSameAs(registry)}">${people.notSame}</button> `;
  });
  return html`<p class="also"${lines.length === 0 && html` hidden`}>${lines}</p>`;
}

/** Returns a remark if the registry could not apply a filter, and its records have too little to apply it here. */
export function notChecked({ owner }: FoundPerson, { origin }: PersonContext, words: Words): Html | undefined {
  const filters = (origin?.filters ?? []).filter(({ applied }) => applied === 'not-checkable');
  if (filters.length === 0) return undefined;
  const names = filters.map(({ filter }) => words.filterNames[filter as Filter]);
  return html`<p class="unchecked">${words.people.notChecked(owner.origin, names.join(', '))}</p>`;
}

/** Returns the link to contact the person: to the profile, which has the address, or to the form that requests access. */
export function personAction(person: FoundPerson, view: View): Html | undefined {
  const { people } = view.words;
  const href = linkToAsk(view, person);
  if (href === undefined) return undefined;
  return person.anonymousId === undefined
    ? html`<a class="write" href="${href}" aria-label="${people.writeTo(shownName(person, view.words))}">${people.write}</a>`
    : html`<a class="access" href="${href}" aria-label="${people.accessTo(person.owner.origin)}">${people.access}</a>`;
}

/** Returns the address of the profile, or of the form that requests access; undefined if the record has no id. */
function linkOf(view: View, person: FoundPerson, about?: CarriedGene): string | undefined {
  const { owner, anonymousId, originKey } = person;
  if (anonymousId !== undefined) return accessLink(view, anonymousId, originKey, about);
  return typeof owner.id === 'number' ? profileLink(view, owner.id, originKey, about) : undefined;
}

/** Returns the same with the person's first gene, so that the page works without scripts and can mention the gene. */
function linkToAsk(view: View, person: FoundPerson): string | undefined {
  const [gene] = person.genes;
  if (gene === undefined) return linkOf(view, person);
  return linkOf(view, person, { gene: gene.symbol, organism: taxonOfRecord(view.words, gene.taxon) });
}
