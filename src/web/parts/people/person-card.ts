/** One person of an answer as a card: who, with which genes, what for, and how to reach them. */

import type { Filter, Origin } from '../../../domain/federation/origin.ts';
import type { LikelySame } from '../../../domain/people/likely-same.ts';
import { shownText } from '../../../domain/shown-text.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import type { View } from '../view.ts';
import { type FoundPerson, keyOfPerson } from './found-people.ts';
import { nameOf } from './found-record.ts';
import { identifierLinks } from './identifier-links.ts';
import { recordChip } from './organism-chip.ts';
import { categoriesOf, firstOf, MOST_LISTED, organNamesOf, positionOf } from './person.ts';
import { linkToAsk } from './person-links.ts';

/** What is known of a person beside their records. */
export type PersonContext = {
  namesakes: readonly LikelySame[];
  /** Whether the reader can say on this page that one of them is somebody else. */
  canDeny?: boolean;
  /** Their registry, as far as it has answered. */
  origin: Pick<Origin, 'filters'> | undefined;
  /** On how many genes of a list they work, in words. */
  covers?: string | undefined;
  /** Of a search that finds them, where the page is the answer to none. */
  query?: string | undefined;
};

/** An item of a list. `#person-…` is its place, `data-person` says who it is wherever the name is shown. */
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

/** For scripts: whom an element is about. An anonymised record is nobody that could be found again. */
export function personMarks(person: FoundPerson): Html {
  const key = keyOfPerson(person);
  return html`data-origin="${person.originKey}"${key !== undefined && html` data-person="${key}"`}`;
}

/** The name, which leads to the profile; where it is withheld, by whom. */
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

/** Of whom a middle name of the one that was asked for is not known. */
export function nearName({ owner }: FoundPerson, { people }: Words): Html | undefined {
  return owner.nameMatch === 'near' ? html` <span class="place near-name">${people.nearName}</span>` : undefined;
}

/** What they are called in a sentence. */
export function shownName({ owner, anonymousId }: FoundPerson, words: Words): string {
  return anonymousId === undefined ? nameOf(owner, words) : words.people.withheld(owner.origin);
}

/** Each gene with what it is to them; in few words where the head of a column says the rest. */
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

/** Kinds of research and organ systems. */
function workOf({ owner }: FoundPerson, { words }: View): Html | undefined {
  return workList([categoriesOf(owner, words), organNamesOf(owner, words)], words);
}

/** In small letters, each kind cut behind its first. */
export function workList(kinds: readonly (readonly string[])[], words: Words): Html | undefined {
  const all = kinds.flatMap((names) => firstOf(names, words, MOST_LISTED, (name) => html`<bdi>${name}</bdi>`));
  return all.length === 0 ? undefined : html`<ul class="work">${all.map((one) => html`<li>${one}</li>`)}</ul>`;
}

/** Where else they seem to stand, with the evidence, and whether the reader denied it; empty where they stand nowhere else. */
export function alsoIn({ namesakes, canDeny = false }: PersonContext, { people }: Words): Html {
  const lines = namesakes.map(({ originKey, registry, evidence, isDenied = false }) => {
    const text = html`<bdi>${people.likelyAlso(registry, evidence)}</bdi>`;
    if (!canDeny) return html`${text} `;
    return html`${text} <button type="button" data-deny="${originKey}" aria-pressed="${String(isDenied)}" aria-label="${people.notSameAs(registry)}">${people.notSame}</button> `;
  });
  return html`<p class="also"${lines.length === 0 && html` hidden`}>${lines}</p>`;
}

/** A registry that could not filter, over records that hold too little to do it here. */
export function notChecked({ owner }: FoundPerson, { origin }: PersonContext, words: Words): Html | undefined {
  const filters = (origin?.filters ?? []).filter(({ applied }) => applied === 'not-checkable');
  if (filters.length === 0) return undefined;
  const names = filters.map(({ filter }) => words.filterNames[filter as Filter]);
  return html`<p class="unchecked">${words.people.notChecked(owner.origin, names.join(', '))}</p>`;
}

/** Writing leads through the profile, which has the address; access is asked for. */
export function personAction(person: FoundPerson, view: View): Html | undefined {
  const { people } = view.words;
  const href = linkToAsk(view, person);
  if (href === undefined) return undefined;
  return person.anonymousId === undefined
    ? html`<a class="write" href="${href}" aria-label="${people.writeTo(shownName(person, view.words))}">${people.write}</a>`
    : html`<a class="access" href="${href}" aria-label="${people.accessTo(person.owner.origin)}">${people.access}</a>`;
}
