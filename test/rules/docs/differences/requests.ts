/** Checks of how strange requests are answered, and of addresses that differ. */

import { expect } from 'vitest';
import { TOKENS } from '../../../support/registry/alpha-registry.ts';
import { exchangeBytes } from '../../../support/server/raw-http.ts';
import { ask, BY_NAME, type Check, handWritten, json, statusOf } from './ask.ts';

export const requests: Record<string, Check> = {
  'raw-addresses-are-served': async ({ plain }) => {
    const [status, body] = await handWritten(plain, `GET ${BY_NAME}Żółw&auth=${TOKENS.admin} HTTP/1.1`);
    expect([status, JSON.parse(body)]).toMatchObject(['HTTP/1.1 200 OK', [{ lastName: 'Żółw' }]]);
    for (const sign of '[]{}|\\^`"<>') {
      expect(await handWritten(plain, `GET ${BY_NAME}${sign}&tiers[]=x HTTP/1.1`)).toEqual([
        'HTTP/1.1 200 OK',
        expect.any(String),
      ]);
    }
  },
  'texts-have-a-length': async ({ plain }) => {
    const symbol = 'x'.repeat(401);
    expect(await json(plain, `/api/genes/search?taxonId=9606&symbol=${symbol}`)).toMatchObject({
      status: 400,
      message: "The parameter 'symbol' has a text of 401 characters. Allowed: at most 400.",
    });
    const ids = Array.from({ length: 501 }, () => 'x').join(',');
    expect(await json(plain, `${BY_NAME}a&organUberonIds=${ids}`)).toMatchObject({
      status: 400,
      message: "The parameter 'organUberonIds' has 501 values. Allowed: at most 500.",
    });
  },
  'strange-paths-are-400': async ({ plain }) => {
    const paths = [
      '/api/a;b',
      '/api//stats',
      '/api/./stats',
      '/api/a%25b',
      '/api/a%2Fb',
      '/api/a%5Cb',
      '/api/%2e%2e',
      '/api/%ff',
    ];
    for (const path of paths) {
      const { status, headers } = await ask(plain, path);
      expect([path, status, headers['content-type']]).toEqual([path, 400, 'application/json']);
    }
  },
  'unknown-methods': async ({ plain }) => {
    expect(await statusOf(plain, '/api/stats', {}, 'TRACE')).toBe(405);
    expect(await ask(plain, '/api/stats', {}, 'PROPFIND')).toMatchObject({ status: 405, headers: { allow: 'GET' } });
    expect(await handWritten(plain, 'INVENT /api/stats HTTP/1.1')).toEqual(['HTTP/1.1 400 Bad Request', 'Bad Request']);
  },
  'no-http-is-plain-text': async ({ plain }) => {
    const answer = await exchangeBytes(plain.url, 'GET /api/a b HTTP/1.1\r\nAccept: text/html\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nContent-Type: text\/plain/);
    const [tooLong] = await handWritten(plain, `GET /api/${'a'.repeat(100_000)} HTTP/1.1`);
    expect(tooLong).toContain(' 414 ');
  },
  'error-documents-say-why': async ({ plain }) => {
    expect(await json(plain, '/api/users/abc')).toMatchObject({ message: expect.stringContaining("'abc'") });
    const page = await ask(plain, '/api/genes/search', { Accept: 'text/html, application/json;q=0.5' });
    expect([page.headers['content-type'], page.text]).toEqual([
      'text/html;charset=utf-8',
      expect.stringContaining('The parameter &#39;symbol&#39; is missing.'),
    ]);
  },
  'the-description-is-exact': async ({ plain }) => {
    const { components, info, servers } = await json(plain, '/api');
    expect(components.parameters.nameLike.required).toBeUndefined();
    expect(components.schemas.User.properties).not.toHaveProperty('contactEmail');
    expect([info.title, info.version]).toEqual(['AlphaNet RESTful API', '1.5.10']);
    expect(servers).toEqual([{ url: 'https://alpha.example.org' }]);
  },
  'no-yaml-description': async ({ plain }) => {
    expect(await statusOf(plain, '/api.yaml')).toBe(404);
  },
  'legacy-stats': async ({ plain }) => {
    const { headers } = await ask(plain, '/stats', { Origin: 'http://anywhere.example.org' });
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', deprecation: expect.any(String) });
    expect(await statusOf(plain, '/stats.html')).toBe(404);
  },
};
