/** The rows of an answer, the same from the server and in the browser. */

import type { Origin } from '../../../domain/federation/origin.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import { type ResultKind, taxonLabel } from '../choices.ts';
import { geneLink } from '../gene/external-links.ts';
import { linkTo, type View } from '../view.ts';
import {
  anonymousIdOf,
  badges,
  categoriesOf,
  type FoundRecord,
  isGeneRecord,
  nameOf,
  organsOf,
  ownerOf,
  placeOf,
  termsWithIconOf,
} from './person.ts';

/** Of any text in a row: no partner fills the page with one. */
const MOST_CHARACTERS = 200;
/** Written one upon the other, marks cover other rows. */
const MARKS_TOO_MANY = /(\p{M}{8})\p{M}+/gu;

/** The head of the table: a row of column titles. */
export function resultHead(kind: ResultKind, { columns }: Words): Html {
  return html`<tr role="row">${columnsOf(kind).map((column) => html`<th scope="col" role="columnheader">${columns[column]}</th>`)}</tr>`;
}

const COLUMNS = ['researcher', 'organisation', 'gene', 'tier', 'organism', 'registry', 'more'] as const;
const OF_GENES: readonly string[] = ['gene', 'tier', 'organism'];

function columnsOf(kind: ResultKind) {
  return COLUMNS.filter((column) => kind === 'genes' || !OF_GENES.includes(column));
}

/**
 * One record as a row. Roles stand in it because on narrow screens it is laid out as no table, which some browsers take
 * for its being none.
 *
 * @param originKey of the registry that gave it
 * @param id of the row, where it has to have one
 * @param alsoIn registries in which somebody of the same name was found
 */
export function resultRow(
  record: FoundRecord,
  kind: ResultKind,
  view: View,
  originKey: string,
  { id, alsoIn = [] }: { id?: string; alsoIn?: readonly string[] } = {},
): Html {
  const { words } = view;
  const owner = ownerOf(record);
  const name = shortNameOf(owner, words);
  const place = shortened(placeOf(owner, words));
  const cell = (column: keyof Words['columns'], content: Html | string | undefined | false) =>
    html`<td role="cell" class="${column}" data-label="${words.columns[column]}">${content}</td>`;
  const gene = isGeneRecord(record) ? record : undefined;
  const ofGene = html`${cell('gene', gene && geneLink(gene.geneId, shortened(gene.symbol)))}${cell('tier', gene && tierOf(gene.tier, words))}${cell('organism', html`<bdi>${gene && shortened(taxonLabel(words, gene.taxon))}</bdi>`)}`;
  return html`<tr role="row"${id !== undefined && html` id="${id}"`} data-origin="${originKey}">
<th scope="row" role="rowheader" data-label="${words.columns.researcher}" aria-label="${name}"><bdi>${name}</bdi>${preview(owner, view)}</th>
${cell('organisation', place !== '' && html`<bdi>${place}</bdi>`)}
${kind === 'genes' && ofGene}
${cell('registry', html`<bdi>${owner.origin}</bdi>${alsoInMark(alsoIn, words)}`)}
${cell('more', whereToGo(record, view, originKey))}
</tr>`;
}

/** A hint that two records may be of one person. */
export function alsoInMark(registries: readonly string[], words: Words): Html | undefined {
  return registries.length === 0
    ? undefined
    : html`<small class="also"><bdi>${words.alsoIn(registries.join(', '))}</bdi></small>`;
}

function tierOf(tier: string, { tierShort }: Words): string {
  return Object.hasOwn(tierShort, tier) ? tierShort[tier as keyof typeof tierShort] : tier;
}

/** What lets a reader choose without leaving the list; a hidden person has no such thing. */
function preview(owner: ReturnType<typeof ownerOf>, view: View): Html | undefined {
  const { words } = view;
  const categories = categoriesOf(owner, words);
  const organs = [...organsOf(owner, view), ...termsWithIconOf(owner, view)];
  const description = shortened(owner.description ?? '');
  if (categories.length + organs.length === 0 && description === '') return undefined;
  return html`<details class="preview"><summary aria-label="${words.previewOf(shortNameOf(owner, words))}">${words.preview}</summary>${badges([...categories, ...organs])}${
    description !== '' && html`<p dir="auto">${description}</p>`
  }</details>`;
}

function shortened(text: string): string {
  const characters = [...text.replace(MARKS_TOO_MANY, '$1')];
  const shown = characters.slice(0, MOST_CHARACTERS).join('');
  return characters.length > MOST_CHARACTERS ? `${shown}…` : shown;
}

function shortNameOf(owner: ReturnType<typeof ownerOf>, words: Words): string {
  return shortened(nameOf(owner, words));
}

function whereToGo(record: FoundRecord, view: View, originKey: string): Html | undefined {
  const { words } = view;
  const owner = ownerOf(record);
  const anonymousId = anonymousIdOf(record);
  if (anonymousId !== undefined) {
    const label = words.requestAccessTo(owner.origin);
    return html`<a href="${accessLink(view, anonymousId, originKey, isGeneRecord(record) ? record : undefined)}" aria-label="${label}">${words.requestAccess}</a>`;
  }
  if (typeof owner.id !== 'number') return undefined;
  const label = words.profileOf(shortNameOf(owner, words));
  return html`<a href="${profileLink(view, owner.id, originKey)}" aria-label="${label}">${words.viewProfile}</a>`;
}

export function profileLink(view: View, userId: number, originKey: string): string {
  return linkTo(view, `userView/${userId}`, originParams(originKey));
}

/** Where access to an anonymised record is asked for; for a partner's record, the way leads on to the partner. */
export function accessLink(
  view: View,
  anonymousId: string,
  originKey: string,
  gene?: { symbol: string; taxon: { id: number } },
): string {
  const path = `search/gene/by-anonymous-id/${encodeURIComponent(anonymousId)}/request-access`;
  const params = originParams(originKey);
  if (gene !== undefined) {
    params.set('gene', gene.symbol);
    params.set('organism', String(gene.taxon.id));
  }
  return linkTo(view, path, params);
}

function originParams(originKey: string): URLSearchParams {
  return new URLSearchParams(originKey === 'local' ? {} : { origin: originKey });
}

/** The key of the origin that signed a record of a merged answer. */
export function originKeyOf(record: FoundRecord, origins: readonly Pick<Origin, 'key' | 'origin' | 'originUrl'>[]) {
  const { origin, originUrl } = ownerOf(record);
  return origins.find((one) => one.originUrl === originUrl && one.origin === origin)?.key ?? 'local';
}
