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
    const current = focused?.closest('#people .person') ?? null;
    if (isForward && current !== null && current.nextElementSibling === null) showMore();
    const next = neighbourOf(current, isForward)?.querySelector<HTMLElement>('.name');
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function isPlainArrow({ ctrlKey, metaKey, altKey }: KeyboardEvent, focused: Element | null): boolean {
  return !ctrlKey && !metaKey && !altKey && focused?.matches('#people .name') === true && !isTyping();
}

function neighbourOf(current: Element | null, isForward: boolean): Element | null {
  if (current === null) return document.querySelector('#people .person');
  return isForward ? current.nextElementSibling : current.previousElementSibling;
}
