/** The dialog to write messages, which the reader's own mail program sends: one message for each person, so that nobody sees the other recipients. */

import type { AnyFederatedUser } from '../../client/answers.ts';
import { type FetchJson, segment } from '../../client/fetch-json.ts';
import type { Chosen } from '../../domain/contact/shortlist.ts';
import { mailtoAddress, openAddress } from '../../domain/mail-address.ts';
import type { View } from '../parts/view.ts';
import { type CitedSearch, draftTo, draftToAll, wholeBody } from '../shortlist/draft.ts';
import { draftForm, reachOf } from '../shortlist/draft-form.ts';
import { withLaterWords } from './later-words.ts';
import { elementsOf } from './page.ts';

type DraftOptions = { view: View; ask: Pick<FetchJson, 'json'>; base: string };

/** Opens the dialog; when it closes, the focus returns. */
export async function openDraft(people: readonly Chosen[], { view: given, ask, base }: DraftOptions): Promise<void> {
  const [first] = people;
  if (first === undefined) return;
  const words = await withLaterWords(given.words);
  const view = { ...given, words };
  const isOne = people.length === 1;
  const search = searchOf(people, base);
  const dialog = document.createElement('dialog');
  dialog.id = 'draft';
  dialog.setAttribute('aria-labelledby', 'draft-title');
  const draft = isOne && first.name !== '' ? draftTo(first, search, words) : draftToAll(search, words);
  dialog.append(...elementsOf([draftForm(view, people, draft, Date.now())]));
  const part = <Found extends HTMLElement>(selector: string): Found => {
    const found = dialog.querySelector<Found>(selector);
    if (found === null) throw new Error(`The dialog has no ${selector}.`);
    return found;
  };
  const subject = part<HTMLInputElement>('#draft-subject');
  const text = part<HTMLTextAreaElement>('#draft-text');
  const leaving = new AbortController();
  const found = new Map<number, string | 'none' | 'failed'>();

  function bodyFor(one: Chosen): string {
    if (isOne) return text.value;
    return wholeBody(one, text.value, words, search.address === undefined ? addressOfSearch(one, base) : undefined);
  }

  /** Returns all messages, each with the name, the registry and the gene of its recipient. */
  function copyOfAll(): string {
    return people
      .map((one) => `${subject.value}\n\n${bodyFor(one.name === '' ? { ...one, name: '…' } : one)}`)
      .join('\n\n----\n\n');
  }

  function paint(at: number): void {
    const [one, email] = [people[at], found.get(at)];
    if (one === undefined || email === undefined) return;
    const isAddress = email !== 'none' && email !== 'failed';
    const mailto = isAddress ? mailtoAddress({ to: email, subject: subject.value, body: bodyFor(one) }) : undefined;
    const reach = reachOf(view, one, isAddress ? { email, mailto } : email);
    part(`[data-at="${at}"] .reach`).innerHTML = reach.html;
  }

  async function lookUp(): Promise<void> {
    for (const [at, { person, origin, expires }] of people.entries()) {
      if (expires !== '') continue;
      const email = await addressOf(ask, person, origin, leaving.signal);
      if (leaving.signal.aborted) return;
      found.set(at, email);
      paint(at);
    }
  }

  dialog.addEventListener('input', () => {
    for (const at of found.keys()) paint(at);
  });
  offerWords(part('#draft-copy'), text, words.message.regards);
  part('#draft-copy').addEventListener('click', async () => {
    const copied = isOne && first.name !== '' ? `${subject.value}\n\n${text.value}` : copyOfAll();
    part('#draft-live').textContent = (await hasCopied(copied, text)) ? words.message.copied : '';
  });
  part('#draft-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    leaving.abort();
    dialog.remove();
  });
  // The page below the dialog is replaced.
  addEventListener('popstate', () => dialog.close(), { signal: leaving.signal });
  document.body.append(dialog);
  dialog.showModal();
  const wish = text.value.indexOf(words.message.wish);
  text.focus();
  if (wish >= 0) text.setSelectionRange(wish, wish + words.message.wish.length);
  void lookUp();
}

/** Offers to mention the words that were not searched for, where the page has some; they come before the regards. */
function offerWords(before: HTMLElement, text: HTMLTextAreaElement, regards: string): void {
  const { about = '', add = '' } = document.getElementById('left-out')?.dataset ?? {};
  if (about === '') return;
  const button = document.createElement('button');
  button.type = 'button';
  button.id = 'draft-about';
  button.textContent = add;
  button.addEventListener('click', () => {
    const found = text.value.lastIndexOf(regards);
    const at = found < 0 ? text.value.length : found;
    text.setRangeText(`${about}\n\n`, at, at);
    text.dispatchEvent(new Event('input', { bubbles: true }));
    button.remove();
    text.focus();
  });
  before.before(button, ' ');
}

/** Returns the search that found the people; without an address if there were several. */
function searchOf(people: readonly Chosen[], base: string): CitedSearch {
  const [first, ...others] = people;
  if (first === undefined || others.some(({ search }) => search !== first.search)) {
    return { gene: '', address: undefined };
  }
  return { gene: new URLSearchParams(first.search).get('symbol') ?? '', address: addressOfSearch(first, base) };
}

function addressOfSearch({ search }: Chosen, base: string): string {
  return search === '' ? `${base}/` : `${base}/search?${search}`;
}

async function addressOf(ask: Pick<FetchJson, 'json'>, person: string, origin: string, signal: AbortSignal) {
  try {
    const path = `/api/federated/users/${segment(person)}`;
    const { email } = await ask.json<AnyFederatedUser>(path, new URLSearchParams({ origin }), { signal });
    return openAddress(email) ?? 'none';
  } catch {
    return 'failed';
  }
}

/** Copies a text. If the browser forbids it, the text is selected, to be copied by hand. */
async function hasCopied(copied: string, text: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(copied);
    return true;
  } catch {
    text.focus();
    text.select();
    return false;
  }
}
