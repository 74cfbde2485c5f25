/** A field with suggestions for mouse and keyboard (the combobox pattern of ARIA). */

import { ownMember } from '../../domain/own-member.ts';

export type Choice = {
  /** The value of the field when the choice is taken. */
  value: string;
  /** The text of the option; `detail` follows it in smaller type. */
  label: string;
  detail: string;
  /** Choices with the same group are listed together, below its name. */
  group?: string;
};

type Options = {
  input: HTMLInputElement;
  /** The accessible name of the list. */
  label: string;
  /** Returns the suggestions. If it rejects, there are none. */
  suggest(typed: string, signal: AbortSignal): Promise<Choice[]>;
  /** Returns the sentence for screen readers about the number of suggestions. */
  countText(count: number): string;
  /** Takes a choice. Returns a sentence for screen readers if they do not read the change from the field. */
  take(choice: Choice): string | undefined;
  /** Whether the text can have no suggestions. */
  isOver?: (typed: string) => boolean;
};

const LEAST_TYPED = 2;
const QUIET_MS = 300;

/** Turns a field into a combobox. */
export function combobox({ input, label, suggest, countText, take, isOver = () => false }: Options): void {
  const list = document.createElement('div');
  list.id = `${input.id}-choices`;
  list.className = 'choices';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', label);
  list.hidden = true;
  // The list is inserted after the field. Moving the field would lose the focus and the cursor.
  input.after(list);
  // Screen readers do not read a list beside the field unless they are notified.
  const live = document.createElement('span');
  live.className = 'visually-hidden';
  live.setAttribute('role', 'status');
  list.after(live);
  input.autocomplete = 'off';
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  })) {
    input.setAttribute(name, value);
  }

  let choices: readonly Choice[] = [];
  let options: readonly HTMLElement[] = [];
  let active = -1;
  let waiting: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(offered: readonly Choice[]): void {
    choices = offered;
    options = offered.map((choice, index) => option(`${list.id}-${index}`, choice));
    list.replaceChildren(...grouped(offered, options));
    list.hidden = offered.length === 0;
    list.style.top = `${input.offsetTop + input.offsetHeight}px`;
    input.setAttribute('aria-expanded', String(!list.hidden));
    live.textContent = offered.length === 0 ? '' : countText(offered.length);
    activate(-1);
  }

  function close(): void {
    waiting?.abort();
    clearTimeout(timer);
    show([]);
  }

  function activate(index: number): void {
    active = index;
    for (const [at, one] of options.entries()) one.setAttribute('aria-selected', String(at === index));
    const chosen = options[index];
    if (chosen === undefined) {
      input.removeAttribute('aria-activedescendant');
      return;
    }
    input.setAttribute('aria-activedescendant', chosen.id);
    chosen.scrollIntoView({ block: 'nearest' });
  }

  function pick(index: number): void {
    const choice = choices[index];
    close();
    if (choice === undefined) return;
    live.textContent = take(choice) ?? '';
  }

  async function offer(): Promise<void> {
    waiting?.abort();
    const options = new AbortController();
    waiting = options;
    const typed = input.value.trim();
    const offered = await suggest(typed, options.signal).catch(() => []);
    if (!options.signal.aborted && document.activeElement === input) show(offered);
  }

  function offerSoon(): void {
    clearTimeout(timer);
    if (input.value.trim().length < LEAST_TYPED || isOver(input.value)) close();
    else timer = setTimeout(offer, QUIET_MS);
  }

  input.addEventListener('input', offerSoon);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || list.hidden) return;
    const count = choices.length;
    const moves: Record<string, () => void> = {
      ArrowDown: () => activate((active + 1) % count),
      ArrowUp: () => activate((active <= 0 ? count : active) - 1),
      Escape: close,
    };
    const move = ownMember(moves, event.key) ?? (event.key === 'Enter' && active >= 0 ? () => pick(active) : undefined);
    if (move === undefined) return;
    event.preventDefault();
    move();
  });
  // `pointerdown` comes before the field loses the focus, which closes the list.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const at = options.findIndex((one) => event.target instanceof Node && one.contains(event.target));
    if (at >= 0) pick(at);
  });
  // The reader may have typed before this script was loaded.
  if (document.activeElement === input && input.value !== input.defaultValue) offerSoon();
}

/** Puts options into their groups; an option without a group stays in the list itself. */
function grouped(offered: readonly Choice[], options: readonly HTMLElement[]): HTMLElement[] {
  const groups = new Map<string, HTMLElement>();
  return options.flatMap((one, index) => {
    const name = offered[index]?.group;
    if (name === undefined) return one;
    const known = groups.get(name);
    if (known !== undefined) {
      known.append(one);
      return [];
    }
    const made = document.createElement('div');
    made.setAttribute('role', 'group');
    made.ariaLabel = name;
    const heading = document.createElement('span');
    heading.className = 'group-name';
    heading.ariaHidden = 'true';
    heading.textContent = name;
    made.append(heading, one);
    groups.set(name, made);
    return made;
  });
}

function option(id: string, { label, detail }: Choice): HTMLElement {
  const item = document.createElement('div');
  item.id = id;
  item.setAttribute('role', 'option');
  const name = document.createElement('bdi');
  name.textContent = label;
  const more = document.createElement('small');
  more.textContent = detail;
  item.append(name, ' ', more);
  return item;
}
