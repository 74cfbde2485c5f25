/** How a cached answer is recognised, and until when it holds; test/rules/cacheable-answers has who may cache which. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileInput, importSnapshotFrom } from '../../../src/files/snapshot-file.ts';
import { ALPHA_SNAPSHOT, startAlpha } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { type Answer, askRaw } from '../../support/server/raw-http.ts';

const FAILING = ['/api/taxa/1', '/api/users/abc', '/api/users/11', '/api/users/search', '/api/nothing/down/here'];

/** Other registries are opened over its database, with other settings. */
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startAlpha();
});
afterAll(() => registry[Symbol.asyncDispose]());

function ask(path: string, headers: Record<string, string> = {}, of = registry): Promise<Answer> {
  return askRaw(of.url, path, { headers });
}

async function tagOf(path: string, of = registry): Promise<string> {
  return String((await ask(path, {}, of)).headers.etag);
}

describe('an answer to the public', () => {
  test('holds also when it is compressed, or only its head is asked for', async () => {
    const tag = await tagOf('/api/users');
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    const packed = await ask('/api/users', { 'If-None-Match': tag, 'Accept-Encoding': 'gzip' });
    expect([packed.status, packed.text]).toEqual([304, '']);
    expect(packed.headers).not.toHaveProperty('content-length');
    const head = await askRaw(registry.url, '/api/users', { method: 'HEAD', headers: { 'If-None-Match': tag } });
    expect(head.status).toBe(304);
  });

  test('is recognised among several tags, without its mark of weakness, and by a star', async () => {
    const tag = await tagOf('/api/users');
    for (const held of [`"other", ${tag}`, `${tag},W/"other"`, tag.replace('W/', ''), '*']) {
      expect([held, (await ask('/api/users', { 'If-None-Match': held })).status]).toEqual([held, 304]);
    }
    for (const held of ['', '"other"', 'W/"other"', tag.replaceAll('"', ''), tag.slice(0, -2)]) {
      expect([held, (await ask('/api/users', { 'If-None-Match': held })).status]).toEqual([held, 200]);
    }
  });

  test('is sent whole to whoever names a time instead of a tag', async () => {
    expect((await ask('/api/users', { 'If-Modified-Since': new Date().toUTCString() })).status).toBe(200);
  });
});

test('a module of the page is recognised by its tag in the same ways as an answer of the API', async () => {
  const path = '/assets/pages/browser/search.js';
  const tag = await tagOf(path);
  for (const held of [tag, `"other", ${tag}`, `${tag},W/"other"`, tag.replace('W/', ''), '*']) {
    const { status, text } = await ask(path, { 'If-None-Match': held });
    expect([held, status, text]).toEqual([held, 304, '']);
  }
  for (const held of ['', '"other"', 'W/"other"', tag.replaceAll('"', ''), tag.slice(0, -2)]) {
    expect([held, (await ask(path, { 'If-None-Match': held })).status]).toEqual([held, 200]);
  }
});

describe('a reader who reloads', () => {
  test.each(['/api/users', '/assets/pages/browser/search.js'])('holds too when %s is unchanged', async (path) => {
    const again = { 'If-None-Match': await tagOf(path), 'Cache-Control': 'no-cache' };
    expect((await ask(path, again)).status).toBe(304);
  });
});

describe('the tag', () => {
  test('changes with every import, and with what the registry says about itself', async () => {
    await using changing = await startAlpha();
    const before = await tagOf('/api/users', changing);
    expect(await tagOf('/api/users', changing)).toBe(before);
    await importSnapshotFrom(fileInput(ALPHA_SNAPSHOT), changing.context.store, () => {});
    const after = await tagOf('/api/users', changing);
    expect(after).not.toBe(before);
    expect((await ask('/api/users', { 'If-None-Match': before }, changing)).status).toBe(200);
    expect((await ask('/api/users', { 'If-None-Match': after }, changing)).status).toBe(304);
    expect(after).not.toBe(await tagOf('/api/users'));
  });

  test('is another one when the same data are signed otherwise', async () => {
    const DATABASE_FILE = `${registry.folder}/registry.sqlite`;
    const tags = [await tagOf('/api/users')];
    for (const shortname of ['AlphaNet', 'OmegaNet']) {
      await using other = await startAlpha({ DATABASE_FILE, APP_SITE_SHORTNAME: shortname });
      tags.push(await tagOf('/api/users', other));
    }
    expect(tags[1]).toBe(tags[0]);
    expect(tags[2]).not.toBe(tags[0]);
  });

  test('shows nobody any longer whom a setting hides since a restart', async () => {
    const DATABASE_FILE = `${registry.folder}/registry.sqlite`;
    const held = await ask('/api/users?size=100');
    expect(held.text).toContain('"id":19,');
    await using restarted = await startAlpha({ DATABASE_FILE, APP_SETTINGS_ISEARCH_USER_ID: '19' });
    const again = await ask('/api/users?size=100', { 'If-None-Match': String(held.headers.etag) }, restarted);
    expect(again.status).toBe(200);
    expect(again.text).not.toContain('"id":19,');
  });

  test.each([
    ['APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS', 'true'],
    ['APP_SETTINGS_PRIVACY_NAMED_AT_PARTNERS_MINUTES', '3'],
    ['APP_SITE_ANONYMIZED_USER_NAME', 'Somebody of {0}'],
    ['APP_SITE_FULLNAME', 'The other network'],
    ['APP_SETTINGS_CONTACT_TERM_DAYS', '70'],
  ])('is another one when %s has changed at a restart', async (name, value) => {
    const DATABASE_FILE = `${registry.folder}/registry.sqlite`;
    const held = await tagOf('/api/users');
    await using restarted = await startAlpha({ DATABASE_FILE, [name]: value });
    expect((await ask('/api/users', { 'If-None-Match': held }, restarted)).status).toBe(200);
  });

  test('does not turn an error into good news', async () => {
    const tag = await tagOf('/api/users');
    for (const path of FAILING) {
      const { status } = await ask(path);
      expect([path, (await ask(path, { 'If-None-Match': tag })).status]).toEqual([path, status]);
    }
    expect((await ask('/api/taxa/9606', { 'If-None-Match': tag, Accept: 'image/png' })).status).toBe(406);
  });
});
