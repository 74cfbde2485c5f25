/** Feeds are read without a complaint by a reader that others wrote: feedparser, where Python has it. */

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';

const READ = `
import json, sys, feedparser
read = feedparser.parse(sys.stdin.buffer.read())
print(json.dumps({"bozo": bool(read.bozo), "version": read.version, "title": read.feed.title,
  "updated": read.feed.updated_parsed is not None,
  "entries": [{"title": one.title, "id": one.id, "link": one.link, "dated": one.published_parsed is not None} for one in read.entries]}))
`;
const hasReader = spawnSync('python3', ['-c', 'import feedparser']).status === 0;
const ODD_NAMES = ['Zoë "Z" O’Hara & <b>', '李小龍', 'محمد', 'a\u0000b\u001b\ufffec', ']]>', '🧬 Émile'];

test.skipIf(!hasReader)('feedparser reads a feed of odd names, each as it is shown', async () => {
  const genes = [{ geneId: 672, tier: 'TIER1', privacyLevel: null } as const];
  const people = ODD_NAMES.map((name, index) => aUser(index + 1, { name: null, lastName: name, genes }));
  await using registry = await startTestRegistry({ snapshot: smallSnapshot({ users: people }) });
  for (const path of [
    '/feeds/genes?symbol=BRCA1',
    '/feeds/users?nameLike=&descriptionLike=e',
    '/feeds/genes?symbol=TP53',
  ]) {
    const answer = await registry.get(path);
    if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
    const { items } = await registry.json(`${path}&format=json`);
    const { status, stdout, stderr } = spawnSync('python3', ['-c', READ], { input: await answer.text() });
    expect([status, String(stderr)]).toEqual([0, '']);
    const read = JSON.parse(String(stdout));
    expect(read).toMatchObject({ bozo: false, version: 'atom10', updated: true });
    expect(read.entries).toEqual(
      items.map(({ title, id, url }: Record<string, string>) => ({ title, id, link: url, dated: true })),
    );
  }
});
