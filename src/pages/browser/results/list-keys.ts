/** Keyboard shortcuts that step through the people of the list. */

import { isTyping } from '../page.ts';
import { isSingleKey } from '../single-keys.ts';

const FORWARD: ReadonlySet<string> = new Set(['j', 'ArrowDown']);
const BACK: ReadonlySet<string> = new Set(['k', 'ArrowUp']);

/** Adds `j` and `k`, anywhere but in fields, and the arrows, on a name. @param showMore called at the last shown person */
export function peopleKeys(showMore: () => void): void {
  addEventListener('keydown', (event) => {
    const isForward = FORWARD.has(event.key);
    if (!isForward && !BACK.has(event.key)) return;
    const focused = document.activeElement;
    const isMeant = event.key.startsWith('Arrow') ? isPlainArrow(event, focused) : isSingleKey(event);
    if (!isMeant) return;
    const before = stops();
    const at = placeOf(focused, before);
    const isLast = at === before.length - 1;
    if (isForward && isLast) showMore();
    const next = (isLast ? stops() : before)[isForward || at < 0 ? at + 1 : at - 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function isPlainArrow({ ctrlKey, metaKey, altKey }: KeyboardEvent, focused: Element | null): boolean {
  return !ctrlKey && !metaKey && !altKey && focused?.matches(STOPS) === true && !isTyping();
}

/** Names, and what unfolds runs of withheld names. */
const STOPS = '#people :is(.name, .run summary)';

function stops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(STOPS)].filter((one) => one.checkVisibility());
}

/** Returns the place of the person or run that has the focus; -1 if there is none. */
function placeOf(focused: Element | null, all: readonly Element[]): number {
  const current = focused?.closest('#people .person')?.querySelector('.name') ?? focused;
  return current === null ? -1 : all.indexOf(current);
}
