/** How the reader of a message calls this program. */

import type { Host } from './command.ts';

/** The command of this program: in a checkout by path, in the package by name. */
export const COMMAND = import.meta.filename.endsWith('.ts') ? 'node src/launch/isearch-proxy.js' : 'isearch-proxy';

/** Returns how the demonstration was started, without its port: by `npm start`, or by the command. */
export function demoCall({ npmScript }: Pick<Host, 'npmScript'>): string {
  return npmScript === 'start' ? 'npm start --' : `${COMMAND} demo`;
}
