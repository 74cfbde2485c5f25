/** Checks of headers, of what browsers may do, and of what is set when nothing is. */

import { expect } from 'vitest';
import { loadConfig } from '../../../../src/config/config.ts';
import { startAlpha, TOKENS } from '../../../support/registry/alpha-registry.ts';
import { ask, bearer, type Check, MAINSITE, statusOf } from './ask.ts';

export const headersAndBrowsers: Record<string, Check> = {
  'other-origins-are-served': async ({ plain }) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const { status, headers } = await ask(plain, '/api/stats', { Origin: 'http://other.example.org' }, method);
      expect([method, status, headers['access-control-allow-origin']]).toEqual([method, 200, undefined]);
    }
  },
  'foreign-preflights-are-200': async ({ plain }) => {
    const preflight = { Origin: 'http://other.example.org', 'Access-Control-Request-Method': 'GET' };
    const { status, headers } = await ask(plain, '/api/stats', preflight, 'OPTIONS');
    expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
    await using closed = await startAlpha({ APP_SITE_MAINSITE: MAINSITE, APP_SETTINGS_ISEARCH_ENABLED: 'false' });
    expect(await statusOf(closed, '/api/stats', preflight, 'OPTIONS')).toBe(503);
  },
  'refusals-are-read-by-main-sites': async ({ plain }) => {
    const refused = await ask(plain, '/api/stats', { Origin: MAINSITE, ...bearer('wrong') });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, MAINSITE]);
    await using closed = await startAlpha({ APP_SITE_MAINSITE: MAINSITE, APP_SETTINGS_ISEARCH_ENABLED: 'false' });
    const headers = { Origin: MAINSITE, 'Access-Control-Request-Method': 'GET' };
    expect(await statusOf(closed, '/api/stats', headers, 'OPTIONS')).toBe(200);
    const answer = await ask(closed, '/api/stats', { Origin: MAINSITE });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([503, MAINSITE]);
  },
  'several-main-sites': async () => {
    await using registry = await startAlpha({ APP_SITE_MAINSITE: `${MAINSITE},https://second.example.org` });
    for (const Origin of [MAINSITE, 'https://second.example.org']) {
      const { headers } = await ask(registry, '/api/stats', { Origin });
      expect(headers['access-control-allow-origin']).toBe(Origin);
    }
  },
  'headers-are-exposed': async ({ plain }) => {
    const { headers } = await ask(plain, '/api/stats', { Origin: MAINSITE });
    expect(headers['access-control-expose-headers']).toBe(
      'Link,Deprecation,ETag,WWW-Authenticate,Retry-After,RateLimit,RateLimit-Policy',
    );
  },
  'mainsite-is-an-origin': async () => {
    await using registry = await startAlpha({ APP_SITE_MAINSITE: `${MAINSITE}:80/somewhere` });
    const { headers } = await ask(registry, '/api/stats', { Origin: MAINSITE });
    expect(headers['access-control-allow-origin']).toBe(MAINSITE);
  },
  'answers-can-be-cached': async ({ plain, anonymising }) => {
    const { headers } = await ask(plain, '/api/users');
    expect(headers['cache-control']).toBe('no-cache');
    expect(await statusOf(plain, '/api/users', { 'If-None-Match': headers.etag ?? '' })).toBe(304);
    const others = [
      ask(plain, '/api/users', bearer(TOKENS.member)),
      ask(anonymising, '/api/users'),
      ask(plain, '/api/users/4711'),
    ];
    for (const other of await Promise.all(others)) {
      expect([other.headers['cache-control'], other.headers.etag]).toEqual([
        expect.stringContaining('no-store'),
        undefined,
      ]);
    }
  },
  'small-answers-are-not-compressed': async ({ plain }) => {
    const zipped = { 'Accept-Encoding': 'gzip' };
    const small = await ask(plain, '/api/stats', zipped);
    expect([small.headers['content-encoding'], small.headers['content-length']]).toEqual([
      undefined,
      String(small.bytes.length),
    ]);
    const large = await ask(plain, '/api/users', zipped);
    expect([large.headers['content-encoding'], large.headers['content-length']]).toEqual([
      'gzip',
      String(large.bytes.length),
    ]);
  },
  'other-safety-headers': async ({ plain }) => {
    const { headers } = await ask(plain, '/api/stats');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    for (const name of ['x-xss-protection', 'pragma', 'expires']) expect(headers).not.toHaveProperty(name);
  },
};

export const defaults: Record<string, Check> = {
  'the-api-is-on': async () => {
    expect(loadConfig({ files: [], env: {} }).app.settings.isearch.enabled).toBe(true);
  },
  'another-short-name': async () => {
    expect(loadConfig({ files: [], env: {} }).app.site.shortname).toBe('Registry');
  },
};
