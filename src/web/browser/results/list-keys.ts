/** Keys that lead through the people of the list, and along its bar of tools. */

import { byId } from '../page.ts';

const FORWARD: ReadonlySet<string> = new Set(['j', 'ArrowDown']);
const BACK: ReadonlySet<string> = new Set(['k', 'ArrowUp']);
/** A letter means something there. A box that is ticked takes none, and whoever ticks one person goes on to the next. */
const TAKES_LETTERS = 'input:not([type=checkbox], [type=radio]), select, textarea';

/** `j` and `k` from anywhere but a field, arrows from a name. @param showMore at the end of what is shown */
export function peopleKeys(showMore: () => void): void {
  addEventListener('keydown', (event) => {
    const isForward = FORWARD.has(event.key);
    if ((!isForward && !BACK.has(event.key)) || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = document.activeElement;
    const isArrow = event.key.startsWith('Arrow');
    if (isArrow ? !focused?.matches('#people .name') : focused?.matches(TAKES_LETTERS)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const current = focused?.closest('.person') ?? null;
    if (isForward && current !== null && current.nextElementSibling === null) showMore();
    const next = neighbourOf(current, isForward)?.querySelector<HTMLElement>('.name');
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function neighbourOf(current: Element | null, isForward: boolean): Element | null {
  if (current === null) return byId('people').querySelector('.person');
  return isForward ? current.nextElementSibling : current.previousElementSibling;
}

/** One stop of the Tab key for all tools of a bar; the arrows lead along it (ARIA 1.2, toolbar). */
export function toolbarKeys(bar: HTMLElement): void {
  const tools = () => [...bar.querySelectorAll<HTMLElement>('.tool')].filter((one) => one.getClientRects().length > 0);
  const enter = (one: HTMLElement) => {
    for (const tool of tools()) tool.tabIndex = tool === one ? 0 : -1;
  };
  const [first] = tools();
  if (first !== undefined) enter(first);
  bar.addEventListener('focusin', ({ target }) => {
    const tool = tools().find((one) => one === target);
    if (tool !== undefined) enter(tool);
  });
  bar.addEventListener('keydown', (event) => {
    const all = tools();
    const at = all.findIndex((one) => one === event.target);
    if (at < 0) return;
    const places: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: all.length - 1,
    };
    const next = all.at((places[event.key] ?? at) % all.length);
    if (!Object.hasOwn(places, event.key) || next === undefined) return;
    event.preventDefault();
    enter(next);
    next.focus();
  });
}
