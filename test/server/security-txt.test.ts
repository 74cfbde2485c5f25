/** `/.well-known/security.txt`: whom to write to about a weakness. */

import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startAlpha } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { test } from '../support/worlds.ts';

const PATH = '/.well-known/security.txt';
const MS_PER_DAY = 86_400_000;

describe('a registry that names contacts', () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startAlpha({
      APP_SITE_HOST: 'https://registry.example.org/',
      APP_SITE_SECURITY_CONTACT: 'security@example.org, https://www.example.org/report',
    });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  test('lists them in plain text, the preferred first, with the day until which a copy holds', async () => {
    const answer = await registry.get(PATH);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(lines.toSpliced(2, 1)).toEqual([
      'Contact: mailto:security@example.org',
      'Contact: https://www.example.org/report',
      'Preferred-Languages: en, fr',
      `Canonical: https://registry.example.org${PATH}`,
    ]);
    const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00\.000Z)$/.exec(lines[2] ?? '') ?? [];
    const days = (Date.parse(expires) - Date.now()) / MS_PER_DAY;
    expect(days).toBeGreaterThan(28);
    expect(days).toBeLessThan(31);
  });

  test('is read, not written to', async () => {
    expect((await registry.get(PATH, { method: 'POST' })).status).toBe(405);
  });
});

test('a registry that names none has no such file', async ({ alpha: registry }) => {
  expect((await registry.get(PATH)).status).toBe(404);
});

test.each(['nobody', 'http://example.org/report', 'a b@example.org', 'javascript:x@y'])(
  'what is no contact is refused at the start: %s',
  async (contact) => {
    await expect(startAlpha({ APP_SITE_SECURITY_CONTACT: contact })).rejects.toThrow(
      /must be an e-mail address, or an address that begins with https:\/\//,
    );
  },
);
