/** A field that offers what could be meant while somebody types (the combobox pattern of ARIA), with mouse and keyboard. */

export type Choice = {
  /** What the field holds when it is taken. */
  value: string;
  /** What is read in the list, and after it in smaller letters. */
  label: string;
  detail: string;
  /** Choices of one group stand together, below its name. */
  group?: string;
};

type Options = {
  input: HTMLInputElement;
  /** What the list is called. */
  label: string;
  /** What could be meant; nothing when it rejects. */
  suggest(typed: string, signal: AbortSignal): Promise<Choice[]>;
  /** What is said aloud of how many are offered. */
  countText(count: number): string;
  /** Says what a screen reader reads of it, where the field itself does not. */
  take(choice: Choice): string | undefined;
  /** Whether nothing can be meant any more. */
  isOver?: (typed: string) => boolean;
};

const LEAST_TYPED = 2;
const QUIET_MS = 300;

export function combobox({ input, label, suggest, countText, take, isOver = () => false }: Options): void {
  const list = document.createElement('div');
  list.id = `${input.id}-choices`;
  list.className = 'choices';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', label);
  list.hidden = true;
  // The field itself stays where it is, or it would lose the focus and the place of the next letter.
  input.after(list);
  // A screen reader does not read a list beside the field by itself.
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
    const move = moves[event.key] ?? (event.key === 'Enter' && active >= 0 ? () => pick(active) : undefined);
    if (move === undefined) return;
    event.preventDefault();
    move();
  });
  // Before the field loses the focus, which would close the list.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const at = options.findIndex((one) => event.target instanceof Node && one.contains(event.target));
    if (at >= 0) pick(at);
  });
  // Somebody was faster than this script.
  if (document.activeElement === input && input.value !== input.defaultValue) offerSoon();
}

/** Options without a group stand in the list itself. */
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
