/** The loopback addresses of this machine. */

const LOOPBACK = /^(?:localhost|\[?::1\]?|127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})$/;

/** Whether a host is this machine itself, so that nobody else can read what is sent to it. */
export function isThisMachine(host: string): boolean {
  return LOOPBACK.test(host);
}
