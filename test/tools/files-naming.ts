/** `node test/tools/files-naming.ts MEMBER…`: how many files of src name a member of a record, and which. */

import { readdirSync, readFileSync } from 'node:fs';

const SRC = new URL('../../src/', import.meta.url);

/** Returns the files, relative to src, in which the member stands as a word. */
export function filesNaming(member: string): string[] {
  const name = new RegExp(`\\b${member}\\b`);
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && name.test(readFileSync(new URL(path, SRC), 'utf8')))
    .toSorted();
}

if (import.meta.main) {
  for (const member of process.argv.slice(2)) {
    const files = filesNaming(member);
    process.stdout.write(`${member}: ${files.length}\n${files.map((file) => `  ${file}\n`).join('')}`);
  }
}
