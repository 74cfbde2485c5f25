/** The script of every page: the shortlist, and the links that open the draft of a message. */

import { fetchJson } from '../../client/fetch-json.ts';
import type { Chosen } from '../../domain/contact/shortlist.ts';
import { baseUrl, button } from './page.ts';
import { readView } from './read-view.ts';
import { storedShortlist } from './stored-shortlist.ts';
import { keysSwitch, personKeys, shownPerson, ticks } from './ticks.ts';

const view = await readView();
const base = baseUrl(view);
const shortlist = storedShortlist(base);
const ask = fetchJson({ baseUrl: base, token: undefined, fetch: (address, init) => fetch(address, init) });

const live = document.createElement('p');
live.className = 'visually-hidden';
live.role = 'status';
document.body.append(live);

function say(sentence: string): void {
  live.textContent = sentence;
}

let isOpening = false;

/** Opens the draft. Few readers write messages, so the dialog is loaded when it is needed; a second press while it loads does nothing. */
async function draft(people: readonly Chosen[]): Promise<void> {
  if (isOpening || document.getElementById('draft') !== null) return;
  isOpening = true;
  try {
    const { openDraft } = await import('./draft-dialog.ts');
    await openDraft(people, { view, ask, base });
  } finally {
    isOpening = false;
  }
}

let hasTray = false;

/** Shows the tray. It is not loaded before the first person is chosen. */
function showTray(): void {
  if (hasTray || shortlist.list().length === 0) return;
  hasTray = true;
  void import('./tray.ts').then(({ tray }) => tray({ shortlist, view, say, draft }));
}

const { boxOf } = ticks({ shortlist, view, say });
personKeys({ draft: () => void (shortlist.list().length > 0 && draft(shortlist.list())), boxOf });
keysSwitch();
shortlist.onChange(showTray);
showTray();

// This listener runs before other listeners for links, because the link leads to a profile.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a.write') : null;
    const element = link?.closest<HTMLElement>('.person');
    if (!element || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const person = shownPerson(element, Date.now());
    if (person === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void draft([person]);
  },
  { capture: true },
);

for (const hint of document.querySelectorAll<HTMLElement>('[data-print]')) {
  hint.before(button(hint.dataset.print ?? '', () => print()));
}
