/** Reads the commit of a checkout from its files, without git. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the full hash of the commit that is checked out in `root`, or undefined if that is not a checkout.
 *
 * @param {string} root
 * @returns {string | undefined}
 */
export function commitIn(root) {
  const folder = gitFolder(root);
  const head = folder && read(join(folder, 'HEAD'));
  const ref = head && /^ref: (\S+)$/.exec(head)?.[1];
  if (!folder || !ref) return hashIn(head);
  const common = join(folder, read(join(folder, 'commondir')) ?? '');
  return hashIn(read(join(folder, ref)) ?? read(join(common, ref))) ?? hashIn(packed(common, ref));
}

/** @param {string} root */
function gitFolder(root) {
  // In a linked work tree, `.git` is a file with the path of the folder.
  const elsewhere = /^gitdir: (.+)$/.exec(read(join(root, '.git')) ?? '')?.[1];
  return elsewhere ?? (read(join(root, '.git', 'HEAD')) === undefined ? undefined : join(root, '.git'));
}

/**
 * @param {string} folder
 * @param {string} ref
 */
function packed(folder, ref) {
  return read(join(folder, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`));
}

/** @param {string | undefined} text */
function hashIn(text) {
  return /^[0-9a-f]{40,64}\b/.exec(text ?? '')?.[0];
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
