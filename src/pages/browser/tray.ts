/** The tray at the foot of the page: the shortlist in one line, and above it, if opened, the list with its notes. */

import { type Chosen, keyOf, moved, withNote, withoutChosen } from '../../domain/contact/shortlist.ts';
import type { View } from '../parts/view.ts';
import { calledOf } from '../shortlist/contact-links.ts';
import { trayLine, trayList } from '../shortlist/tray.ts';
import { withLaterWords } from './later-words.ts';
import { elementsOf } from './page.ts';
import { isSingleKey } from './single-keys.ts';
import type { StoredShortlist } from './stored-shortlist.ts';

type TrayOptions = {
  shortlist: StoredShortlist;
  view: View;
  say(sentence: string): void;
  draft(people: readonly Chosen[]): void;
};

export async function tray({ shortlist, view: given, say, draft }: TrayOptions): Promise<void> {
  const view = { ...given, words: await withLaterWords(given.words) };
  const { message } = view.words;
  const whole = document.createElement('section');
  whole.id = 'shortlist';
  whole.setAttribute('aria-labelledby', 'shortlist-title');
  const panel = document.createElement('div');
  panel.id = 'shortlist-list';
  panel.hidden = true;
  const line = document.createElement('div');
  line.className = 'line';
  whole.append(panel, line);
  document.body.append(whole);

  function paint(): void {
    const list = shortlist.list();
    whole.hidden = list.length === 0;
    if (list.length === 0) panel.hidden = true;
    // A note that is being written is not replaced by a change in another window.
    const isWriting = document.activeElement instanceof HTMLTextAreaElement && panel.contains(document.activeElement);
    if (!isWriting) panel.replaceChildren(...elementsOf([trayList(view, list, Date.now())]));
    const isStored = shortlist.isStored();
    for (const one of panel.querySelectorAll<HTMLElement>('.bar .help')) one.hidden = !isStored;
    line.replaceChildren(...elementsOf([trayLine(view, list, { isOpen: !panel.hidden, isStored })]));
  }

  function focus(selector: string): void {
    whole.querySelector<HTMLElement>(selector)?.focus();
  }

  // The tray is many steps of the Tab key away from a person at the top, so a key leads to it.
  document.addEventListener('keydown', (event) => {
    if (event.key !== 's' || whole.hidden || !isSingleKey(event)) return;
    event.preventDefault();
    focus('#shortlist-draft');
  });

  function toggle(): void {
    panel.hidden = !panel.hidden;
    paint();
    focus('#shortlist-notes');
  }

  function clear(): void {
    if (!confirm(message.confirmClear(shortlist.list().length))) return;
    shortlist.keep([]);
    say(message.cleared);
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  function act(what: string, key: string): void {
    const list = shortlist.list();
    const at = list.findIndex((one) => keyOf(one) === key);
    const one = list[at];
    if (one === undefined) return;
    const called = calledOf(one, view.words);
    if (what === 'remove') {
      const next = withoutChosen(list, key);
      shortlist.keep(next);
      say(message.removed(called, next.length));
      const neighbour = next[at] ?? next.at(-1);
      if (neighbour === undefined) document.getElementById('content')?.focus({ preventScroll: true });
      else focus(`[data-key="${CSS.escape(keyOf(neighbour))}"] [data-act=remove]`);
      return;
    }
    const next = moved(list, key, what === 'up' ? -1 : 1);
    shortlist.keep(next);
    const place = next.findIndex((other) => keyOf(other) === key);
    say(message.place(called, place + 1, next.length));
    // At the end of the list the pressed button is disabled, so the other one gets the focus.
    const buttons = `[data-key="${CSS.escape(key)}"] [data-act`;
    focus(whole.querySelector(`${buttons}=${what}]:enabled`) === null ? `${buttons}]:enabled` : `${buttons}=${what}]`);
  }

  whole.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button === null) return;
    if (button.id === 'shortlist-notes') toggle();
    if (button.id === 'shortlist-clear') clear();
    if (button.id === 'shortlist-draft') draft(shortlist.list());
    const key = button.closest<HTMLElement>('[data-key]')?.dataset.key;
    if (key !== undefined && button.dataset.act !== undefined) act(button.dataset.act, key);
  });
  whole.addEventListener('input', ({ target }) => {
    const key =
      target instanceof HTMLTextAreaElement ? target.closest<HTMLElement>('[data-key]')?.dataset.key : undefined;
    if (key === undefined) return;
    const isStored = shortlist.keep(withNote(shortlist.list(), key, (target as HTMLTextAreaElement).value));
    if (!isStored) say(message.notStored);
  });
  whole.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !panel.hidden) toggle();
  });
  shortlist.onChange(paint);
  paint();
}
