/** Icons of the operator as a browser gets them: pictures that nothing can make more of. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]);

const resources = new AsyncDisposableStack();
let registry: TestRegistry;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'icons-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'HP_0001250.svg'), PICTURE);
  await writeFile(join(folder, 'UBERON_0000955.png'), BYTES);
  const settings = { APP_SITE_ICON_FOLDER: folder };
  registry = resources.use(await startTestRegistry({ snapshot: smallSnapshot(), settings }));
});
afterAll(() => resources.disposeAsync());

test('an icon is a picture under a policy of its own, and is not sent again to whoever has it', async () => {
  const icon = await registry.get('/icons/HP_0001250.svg');
  expect([icon.status, await icon.text()]).toEqual([200, PICTURE]);
  expect(icon.headers.get('content-type')).toBe('image/svg+xml');
  expect(icon.headers.get('x-content-type-options')).toBe('nosniff');
  expect(icon.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  const tag = icon.headers.get('etag') ?? '';
  expect((await registry.get('/icons/HP_0001250.svg', { headers: { 'If-None-Match': tag } })).status).toBe(304);
  const other = await registry.get('/icons/UBERON_0000955.png');
  expect(other.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await other.arrayBuffer())).toEqual(BYTES);
});

test('the page shows the icons, by addresses that exist', async () => {
  const page = await (await registry.get('/search')).text();
  const addresses = [...page.matchAll(/<img class="icon" src="\.(\/icons\/[^"]+)"/g)].map(([, address]) => address);
  expect(new Set(addresses)).toEqual(new Set(['/icons/HP_0001250.svg', '/icons/UBERON_0000955.png']));
  expect(page).toMatch(
    /<html lang="en" data-root="\.\/" data-assets="assets\/v-[\w-]+\/" data-icons="HP_0001250\.svg UBERON_0000955\.png">/,
  );
});

test('nothing but icons is below their address', async () => {
  for (const path of ['/icons/', '/icons/HP_0001250.png', '/icons/..%2fregistry.sqlite', '/icons/constructor']) {
    expect([path, (await registry.get(path)).status]).toEqual([path, 404]);
  }
  expect((await registry.get('/icons/HP_0001250.svg', { method: 'POST' })).status).toBe(405);
});
