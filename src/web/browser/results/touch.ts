/** Whether somebody has begun to read or to use the page: from then on nothing is moved without their wish. */

/** What a reader does to a page; a pointer that only rests on it does nothing. */
const DEEDS = ['pointerdown', 'keydown', 'touchstart', 'wheel', 'pointermove', 'scroll'] as const;

/** Listens from now on until the first deed, or until the signal. */
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
  // Where the page moves below a pointer that rests, a browser reports it as well.
  if (event instanceof PointerEvent && event.type === 'pointermove') {
    return (event.movementX !== 0 || event.movementY !== 0) && event.target instanceof Element && isRead(event.target);
  }
  // A new search begins at the top, where scripts bring the page.
  return event.type !== 'scroll' || scrollY > 0;
}

/** Whoever moves the pointer over people, or over what leads to a part of them, is about to press something. */
function isRead(target: Element): boolean {
  return target.closest('#results') !== null;
}
