/** The look-up of a researcher as administrators see them, by id, or by an anonymous id of the researcher or of one of their genes. */

import type { FederatedGene, FederatedPerson } from '../../../client/answers.ts';
import { ClientError } from '../../../client/fetch-json.ts';
import { webLink } from '../../parts/external-links.ts';
import { type Html, html, type Shown } from '../../parts/html.ts';
import { taxonLabel } from '../../parts/labels.ts';
import type { WholeView } from '../../parts/view.ts';
import { type AnsweredRecord, anonymousIdOf, isGeneRecord, nameOf, ownerOf } from '../../people/found-record.ts';
import { profileParts } from '../../people/profile-page.ts';
import type { AllWords } from '../../words/words.ts';
import { byId, elementsOf } from '../page.ts';
import type { Desk } from './desk.ts';

type Level = number | null | undefined;

/** Returns the card, with a heading of the third level. It omits the genes if the record has none. */
export function privacyCard(record: AnsweredRecord, words: AllWords): Html {
  const { admin } = words;
  const titles = admin.privacyRows;
  const owner = ownerOf(record);
  const isAnonymised = anonymousIdOf(record) !== undefined;
  const rows: [string, Shown][] = [
    // The level of an anonymised record only serves to pass filters; it is not the level of the person (rdp-protocol 5.1).
    [titles.level, levelIn(words, isAnonymised ? null : owner.privacyLevel)],
    [titles.gene, isGeneRecord(record) && searchedGene(record, isAnonymised, words)],
    [titles.genes, !isAnonymised && genesOfOtherLevels(owner, words)],
    [titles.shown, isAnonymised ? admin.shownAnonymised : admin.shownInFull],
  ];
  const present = rows.filter(([, value]) => value);
  return html`<section class="privacy-card" aria-labelledby="privacy"><h3 id="privacy">${admin.privacy}</h3>
<dl>${present.map(([title, value]) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

function levelIn({ admin }: AllWords, level: Level): string {
  const levels: Readonly<Record<number, string>> = admin.levels;
  return levels[level ?? -1] ?? admin.levelUnknown;
}

function searchedGene({ symbol, taxon, privacyLevel }: FederatedGene, isAnonymised: boolean, words: AllWords): Html {
  const level = levelIn(words, isAnonymised ? null : privacyLevel);
  return html`<bdi>${symbol}</bdi> (<bdi>${taxonLabel(words, taxon)}</bdi>): ${level}`;
}

/** Lists the genes with another level than the profile. Records of older versions have no level for a gene, so they list none. */
function genesOfOtherLevels({ userGenes, privacyLevel }: FederatedPerson, words: AllWords): Html | undefined {
  const genes = Object.values(userGenes ?? {}).filter((gene) => gene !== null && gene !== undefined);
  const others = genes.filter((gene) => typeof gene.privacyLevel === 'number' && gene.privacyLevel !== privacyLevel);
  if (others.length === 0) return undefined;
  const byLevel = Map.groupBy(others, (gene) => levelIn(words, gene.privacyLevel));
  return html`<ul>${[...byLevel].map(([level, own]) => html`<li>${own.map(({ symbol }, index) => html`${index > 0 && ', '}<bdi>${symbol}</bdi>`)}: ${level}</li>`)}</ul>`;
}

const ANONYMOUS_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/**
 * Returns the paths below `/api/federated` at which the record may be, in the order of requests: an anonymous id does
 * not show whether it is of a user or a gene. Empty if the text has no id.
 */
export function lookUpPaths(text: string): string[] {
  const anonymousId = ANONYMOUS_ID.exec(text)?.[0];
  if (anonymousId !== undefined) return ['users', 'genes'].map((kind) => `/${kind}/by-anonymous-id/${anonymousId}`);
  return /^\s*\d+\s*$/.test(text) ? [`/users/${text.trim()}`] : [];
}

/**
 * Makes the form, and the buttons `data-person` in the list of requests, open a profile. Escape closes it, and the focus
 * returns to what opened it.
 *
 * @returns a function that removes everything that was shown
 */
export function letLookUp(desk: Desk): () => void {
  const { words } = desk.view;
  const form = byId('look-up-form') as HTMLFormElement;
  const origin = byId('look-up-origin') as HTMLSelectElement;
  const field = byId('look-up-id') as HTMLInputElement;
  const found = byId('found');
  let opener = field.id;
  let latest = new AbortController();

  function say(content: Html): void {
    byId('look-up-result').replaceChildren(...elementsOf([content]));
  }

  function clear(): void {
    latest.abort();
    found.hidden = true;
    found.replaceChildren();
    byId('look-up-result').replaceChildren();
  }

  async function lookUp(by: string): Promise<void> {
    clear();
    latest = new AbortController();
    const { signal } = latest;
    const paths = lookUpPaths(field.value);
    if (paths.length === 0) return refuse(html`<span class="error">${words.admin.lookUpNoId}</span>`);
    say(html`<span>${words.admin.lookingUp}</span>`);
    try {
      const record = await find(paths, askAt(origin.value, desk, signal));
      if (signal.aborted || record === undefined) return;
      opener = by;
      byId('look-up-result').replaceChildren();
      show(record);
    } catch (error) {
      if (!signal.aborted) refuse(faultOf(error, desk.view));
    }
  }

  function refuse(why: Html): void {
    say(why);
    field.focus();
  }

  function show(record: AnsweredRecord): void {
    found.replaceChildren(...elementsOf([person(record, desk.view)]));
    // Here the profile is below the heading of the person, so its headings are one level lower than on its own page.
    for (const heading of found.querySelectorAll('article h2')) heading.ariaLevel = '3';
    byId('close-profile').addEventListener('click', close);
    found.hidden = false;
    byId('found-title').focus();
  }

  function close(): void {
    clear();
    (document.getElementById(opener) ?? field).focus();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void lookUp(field.id);
  });
  byId('requests-part').addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-person]') : null;
    if (pressed === null) return;
    origin.selectedIndex = 0;
    field.value = pressed.dataset.person ?? '';
    void lookUp(pressed.id);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !found.hidden) close();
  });
  return () => {
    form.reset();
    clear();
  };
}

type AskAtOrigin = <Answer>(path: string) => Promise<Answer | undefined>;

function askAt(origin: string, desk: Desk, signal: AbortSignal): AskAtOrigin {
  const params = new URLSearchParams({ origin });
  return async (path) => desk.ask()?.json(`/api/federated${path}`, params, { signal });
}

/** Returns the record from the first path that has it; undefined without a token. @throws ClientError of the last path */
async function find([path, ...others]: readonly string[], ask: AskAtOrigin): Promise<AnsweredRecord | undefined> {
  try {
    const record = await ask<AnsweredRecord>(path ?? '');
    return record === undefined || !isGeneRecord(record) ? record : await withWholeOwner(record, ask);
  } catch (error) {
    const isElsewhere = error instanceof ClientError && error.status === 404 && others.length > 0;
    if (!isElsewhere) throw error;
    return find(others, ask);
  }
}

/** Adds the full owner to a gene, because the owner in a gene record has no list of genes. */
async function withWholeOwner(gene: FederatedGene, ask: AskAtOrigin): Promise<FederatedGene> {
  const { id } = gene.remoteUser;
  const remoteUser = id === undefined ? undefined : await ask<FederatedPerson>(`/users/${id}`);
  return remoteUser === undefined ? gene : { ...gene, remoteUser };
}

function person(record: AnsweredRecord, view: WholeView): Html {
  const { words } = view;
  const owner = ownerOf(record);
  return html`<section aria-labelledby="found-title">
<p class="close"><button type="button" id="close-profile">${words.admin.closeProfile}</button></p>
<h2 id="found-title" tabindex="-1" dir="auto">${nameOf(owner, words)}</h2>
<p class="origin">${words.from(owner.origin)}: ${webLink(owner.originUrl)}</p>
${privacyCard(record, words)}
<article>${profileParts(owner, view)}</article>
</section>`;
}

/** Returns the error in words; the detail from the registry is in English. */
function faultOf(error: unknown, { words }: WholeView): Html {
  const { status, detail } = error instanceof ClientError ? error : { status: undefined, detail: '' };
  const known: Readonly<Record<number, string>> = {
    ...words.errors,
    401: words.admin.refused,
    404: words.admin.lookUpNobody,
  };
  return html`<span class="error">${known[status ?? 0] ?? words.admin.failed} <small lang="en">${detail}</small></span>`;
}
