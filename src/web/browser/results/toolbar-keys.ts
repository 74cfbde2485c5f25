/** Keys that lead along the bar of tools. */

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
    const at = event.target instanceof HTMLElement ? all.indexOf(event.target) : -1;
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
