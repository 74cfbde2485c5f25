/** The addresses that lead no further than this machine. */

const LOOPBACK = /^(?:localhost|\[?::1\]?|127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})$/;

/** Whether a host is this machine itself: what goes there, nobody else can read on its way. */
export function isThisMachine(host: string): boolean {
  return LOOPBACK.test(host);
}
