/** Every link between the pages of the documentation leads somewhere. */

import { existsSync, globSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { headingsOf, linksOf, read } from '../../support/docs/read-markdown.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pages = ['README.md', ...globSync(['docs/**/*.md', 'config/**/*.md'], { cwd: root })];

test.each(pages)('%s has no link that leads nowhere', (page) => {
  const broken = linksOf(read(page)).filter((link) => !/^https?:/.test(link) && !leadsSomewhere(page, link));
  expect(broken).toEqual([]);
});

test('every page of docs can be reached from README.md', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    const linked = linksOf(read(page)).map((link) => posix.join(posix.dirname(page), link.replace(/#.*/, '')));
    for (const other of linked.flatMap((target) => pagesAt(target))) reached.add(other);
  }
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : posix.join(posix.dirname(page), file);
  if (!existsSync(root + target)) return false;
  return anchor === undefined || headingsOf(read(target)).some((heading) => heading.anchor === anchor);
}

/** The page itself, or the pages in a folder that is linked to as a whole. */
function pagesAt(target: string): string[] {
  return pages.filter((page) => page === target || posix.dirname(page) === target.replace(/\/$/, ''));
}
