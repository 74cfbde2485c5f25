/** Whether the reader has begun to read or use the page; from then on nothing moves without their action. */

/** The events of a reader who uses a page; a resting pointer causes none. */
const DEEDS = ['pointerdown', 'keydown', 'touchstart', 'wheel', 'pointermove', 'scroll'] as const;

/** Listens until the first such event, or until the signal. */
export function watchTouch(signal: AbortSignal): { isTouched(): boolean } {
  let isTouched = false;
  const until = new AbortController();
  const stop = () => until.abort();
  signal.addEventListener('abort', stop);
  const notice = (event: Event) => {
    if (!isDeed(event)) return;
    isTouched = true;
    stop();
  };
  for (const deed of DEEDS) {
    addEventListener(deed, notice, { capture: true, passive: true, signal: until.signal });
  }
  return { isTouched: () => isTouched };
}

function isDeed(event: Event): boolean {
  // Browsers also report a move if the page moves below a resting pointer.
  if (event instanceof PointerEvent && event.type === 'pointermove') {
    return (event.movementX !== 0 || event.movementY !== 0) && event.target instanceof Element && isRead(event.target);
  }
  // Scripts scroll to the top for a new search.
  return event.type !== 'scroll' || scrollY > 0;
}

/** Whether an element is within the results. A reader who moves the pointer there will probably press something. */
function isRead(target: Element): boolean {
  return target.closest('#results, .found') !== null;
}
