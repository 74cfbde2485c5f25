/** Files that are published at an address: fetched whole, or refused in words that follow the address. */

import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { UnreadableFile } from '../../../src/domain/problem.ts';
import { type DownloadLimits, openDownload } from '../../../src/federation/transport/download.ts';
import { testCertificate } from '../../support/machine/test-certificate.ts';
import * as does from '../../support/partners/behaviours.ts';
import { deserted } from '../../support/partners/silent-hosts.ts';

const FILE = Buffer.from('a file\n'.repeat(20_000));
const certificate = testCertificate();
const trusted = getCACertificates('default');
afterEach(() => setDefaultCACertificates(trusted));

async function fetched(address: string, limits: Partial<DownloadLimits> = {}): Promise<Buffer> {
  const allLimits = { connectTimeoutMs: 500, silenceMs: 300, mostBytes: 1_000_000, ...limits };
  await using download = await openDownload(address, { userAgent: 'isearch-proxy/0.0.0 (test)', limits: allLimits });
  const chunks: Uint8Array[] = [];
  for await (const chunk of download.bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What comes of a file that is served like this. */
async function served(behaviour: Behaviour, limits: Partial<DownloadLimits> = {}): Promise<Buffer> {
  await using host = await startScriptedPartner({ '/file': behaviour });
  return await fetched(`${host.url}/file`, limits);
}

const refusal = (problem: string) => new UnreadableFile(problem);

describe('a file is fetched', () => {
  test('from this machine without TLS, and nothing is sent but who asks', async () => {
    await using host = await startScriptedPartner({ '/file': does.bytes(FILE) });
    expect(await fetched(`${host.url}/file?release=1`)).toEqual(FILE);
    expect(host.requests).toMatchObject([{ method: 'GET', path: '/file?release=1' }]);
    const {
      'user-agent': userAgent,
      'accept-encoding': coding,
      cookie,
      authorization,
    } = host.requests[0]?.headers ?? {};
    expect({ userAgent, coding, cookie, authorization }).toEqual({
      userAgent: 'isearch-proxy/0.0.0 (test)',
      coding: 'identity',
      cookie: undefined,
      authorization: undefined,
    });
  });

  test('over TLS, where redirects lead over TLS', async () => {
    setDefaultCACertificates([...trusted, certificate.cert]);
    await using mirror = await startScriptedPartner({ '/file': does.bytes(FILE) }, { certificate });
    await using host = await startScriptedPartner(
      { '/file': does.redirect('/moved', 301), '/moved': does.redirect(`${mirror.url}/file`) },
      { certificate },
    );
    expect(await fetched(`${host.url}/file`)).toEqual(FILE);
  });

  test('as it is sent, when its host packs it unasked', async () => {
    const packed = gzipSync(FILE);
    expect(await served(does.bytes(packed, { 'Content-Encoding': 'gzip' }))).toEqual(packed);
  });
});

describe('a file is refused', () => {
  test.each<[string, Behaviour, string, Partial<DownloadLimits>?]>([
    ['that is not there', does.status(404), 'answers 404, but must answer 200'],
    ['that needs an account', does.status(401), 'answers 401, but must answer 200'],
    ['that has not changed', does.status(304), 'answers 304, but must answer 200'],
    ['with a redirect that says no address', does.status(302), 'answers 302, but must answer 200'],
    ['with a redirect to nothing', does.redirect('http://['), 'redirects to something that is no address'],
    [
      'with a redirect to http',
      does.redirect('http://127.0.0.1:1/a?key=secret'),
      'redirects to http://127.0.0.1:1/a, but redirects are followed only to https://',
    ],
    [
      'with a redirect that carries a password',
      does.redirect('https://somebody:secret@127.0.0.1:1/a'),
      'redirects to an address with a user name or a password in it',
    ],
    [
      'with a redirect to a file of this machine',
      does.redirect('file:///etc/hostname'),
      'redirects to file:///etc/hostname, but redirects are followed only to https://',
    ],
    [
      'with a redirect to a host that is not there',
      does.redirect('https://127.0.0.1:1/a'),
      'leads to https://127.0.0.1:1/a, which refuses connections',
    ],
    [
      'in a coding nobody asked for',
      does.bytes(FILE, { 'Content-Encoding': 'br' }),
      'sends it in a content coding that was not asked for; only gzip is known',
    ],
    ['that breaks off', does.cutBody('a'.repeat(1000)), 'broke off its answer'],
    ['that is shorter than its host says', does.lieAboutLength('a', 10), 'broke off its answer'],
    ['whose host says nothing', does.closeBefore(), 'is not responding'],
    ['whose host does not speak HTTP', does.notHttp(), 'sent something that is no proper answer'],
    [
      'that is longer than is allowed, as its host says',
      does.bytes(FILE, { 'Content-Length': String(FILE.length) }),
      'is longer than 100,000 bytes, and no more are fetched',
      { mostBytes: 100_000 },
    ],
    [
      'that is longer than is allowed, which nobody says before',
      does.bytes(FILE, { 'Transfer-Encoding': 'chunked' }),
      'is longer than 100,000 bytes, and no more are fetched',
      { mostBytes: 100_000 },
    ],
  ])('%s', async (_, behaviour, problem, limits) => {
    await expect(served(behaviour, limits)).rejects.toThrow(refusal(problem));
  });

  test('that never begins, or falls silent', async () => {
    const silent = [does.hang(), does.hangInside('a'.repeat(1000))];
    const outcomes = await Promise.allSettled(silent.map((behaviour) => served(behaviour)));
    const reason = refusal('sent nothing for 0.3 s');
    expect(outcomes).toEqual(silent.map(() => ({ status: 'rejected', reason })));
  });

  test('after five redirects', async () => {
    setDefaultCACertificates([...trusted, certificate.cert]);
    await using host = await startScriptedPartner({ '/file': does.redirect('/file') }, { certificate });
    await expect(fetched(`${host.url}/file`)).rejects.toThrow(refusal('redirects more than 5 times in a row'));
    expect(host.requestsTo('/file')).toHaveLength(6);
  });

  test('when nobody vouches for its host', async () => {
    await using host = await startScriptedPartner({ '/file': does.bytes(FILE) }, { certificate });
    const problem = 'presents a certificate that is not valid';
    await expect(fetched(`${host.url}/file`)).rejects.toThrow(refusal(problem));
    expect(host.requests).toEqual([]);
  });

  test.each([
    [
      'https://somebody:secret@example.org/',
      'has a user name or a password in it; only files that are open to everybody are fetched',
    ],
    ['http://example.org/a', 'begins with http://; files are fetched over https://, or http:// from this machine'],
    [
      'http://127.0.0.1.example.org/a',
      'begins with http://; files are fetched over https://, or http:// from this machine',
    ],
    ['file:///etc/hostname', 'begins with file://; files are fetched over https://, or http:// from this machine'],
    ['https://', 'is no address; one such as https://example.org/gene_info.gz is'],
  ])('at %s, and nobody is asked', async (address, problem) => {
    await expect(fetched(address)).rejects.toThrow(refusal(problem));
  });

  test('when its host is not there', async () => {
    await expect(fetched(`${await deserted()}/file`)).rejects.toThrow(refusal('refuses connections'));
  });
});

test('a download that is given up closes its connection', async () => {
  await using host = await startScriptedPartner({ '/file': does.hangInside('a'.repeat(1000)) });
  {
    const limits = { connectTimeoutMs: 500, silenceMs: 5000, mostBytes: 10_000 };
    await using download = await openDownload(`${host.url}/file`, { userAgent: 'test', limits });
    expect(download.totalBytes).toBeUndefined();
    expect(host.counts().open).toBe(1);
  }
  await expect.poll(() => host.counts().open).toBe(0);
});
