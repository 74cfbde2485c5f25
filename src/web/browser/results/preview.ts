/** A glance at the person of a row, on hover and on focus: the same that stands folded in the row. */

const QUIET_MS = 250;

/** Shown beside the row, out of its way; Escape puts it away, and the pointer can go into it (WCAG 1.4.13). */
export function previews(table: HTMLElement): void {
  const card = document.createElement('div');
  card.className = 'glance';
  card.hidden = true;
  // Readers of the screen find the same in the row.
  card.setAttribute('aria-hidden', 'true');
  table.after(card);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (change: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(change, QUIET_MS);
  };
  const hide = () => {
    clearTimeout(timer);
    card.hidden = true;
  };
  const showFor = (target: EventTarget | null) => {
    if (!(target instanceof Element) || card.contains(target)) return;
    const name = target.closest('tbody th') ?? target.closest('tbody tr')?.querySelector('th');
    const folded = name?.querySelector<HTMLDetailsElement>('details.preview');
    if (!name || !folded || folded.open) return later(hide);
    later(() => {
      const title = name.querySelector('bdi')?.cloneNode(true) ?? '';
      const heading = document.createElement('strong');
      heading.append(title);
      const glimpse = [...folded.children].slice(1).map((one) => one.cloneNode(true));
      card.replaceChildren(heading, ...glimpse);
      card.hidden = false;
      const { bottom, left } = name.getBoundingClientRect();
      const base = card.offsetParent?.getBoundingClientRect() ?? { top: 0, left: 0 };
      card.style.top = `${bottom - base.top}px`;
      card.style.left = `${left - base.left}px`;
    });
  };

  table.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return;
    const name = event.target instanceof Element ? event.target.closest('tbody th') : null;
    if (name === null) later(hide);
    else showFor(name);
  });
  table.addEventListener('pointerleave', () => later(hide));
  card.addEventListener('pointerenter', () => clearTimeout(timer));
  card.addEventListener('pointerleave', () => later(hide));
  table.addEventListener('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) showFor(event.target);
  });
  table.addEventListener('focusout', () => later(hide));
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
}
