/** Pieces of the page that are written anew keep the focus, and what was unfolded in them, by their ids. */

export function keepingFocus(region: HTMLElement, change: () => void): void {
  const focused = region.contains(document.activeElement) ? document.activeElement : null;
  const open = [...region.querySelectorAll('details[id][open]')].map(({ id }) => id);
  change();
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  if (focused === null || focused.isConnected) return;
  if (focused.id !== '') document.getElementById(focused.id)?.focus({ preventScroll: true });
}
