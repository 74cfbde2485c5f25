/** Keys that lead through the map: one stop of the Tab key for all of its cells, and arrows from one to the next. */

const STEPS: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/** To be told with `refresh` when cells were written anew. */
export function gridKeys(map: HTMLElement): { refresh(): void } {
  /** The id of the link that the Tab key leads to: that where the reader was last. */
  let stop: string | undefined;

  function refresh(): void {
    const links = [...map.querySelectorAll<HTMLElement>('.map a')];
    const entered = links.find(({ id }) => id === stop) ?? links[0];
    for (const link of links) link.tabIndex = link === entered ? 0 : -1;
  }

  map.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches('.map a')) return;
    stop = target.id;
    refresh();
  });
  map.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    const cell = event.target instanceof Element ? event.target.closest('.map :is(th, td)') : null;
    if (step === undefined || cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    linkBehind(map, cell, step)?.focus();
  });
  refresh();
  return { refresh };
}

/** The next link in that direction; cells without people have none. */
function linkBehind(
  map: HTMLElement,
  from: Element,
  [down, right]: readonly [number, number],
): HTMLElement | undefined {
  const rows = [...map.querySelectorAll('.map tr')].map((row) => [...row.children]);
  let row = rows.findIndex((cells) => cells.includes(from));
  let at = rows[row]?.indexOf(from) ?? -1;
  for (;;) {
    row += down;
    at += right;
    const cell = rows[row]?.[at];
    if (cell === undefined) return undefined;
    const link = cell.querySelector<HTMLElement>('a');
    if (link !== null) return link;
  }
}
