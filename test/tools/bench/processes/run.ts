/** Another program, run to its end. */

import { execFile } from 'node:child_process';

const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Answers what the program wrote on standard output.
 *
 * @throws Error with what it wrote on standard error, when it failed or the signal ended it
 */
export function run(program: string, words: string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, words, { signal, maxBuffer: MOST_OUTPUT_BYTES }, (error, output, complaint) => {
      if (error === null) resolve(output);
      else reject(new Error(`${program} failed: ${complaint.trim() || error.message}`, { cause: error }));
    });
  });
}
