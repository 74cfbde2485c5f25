/** What a partner sends that cannot be used, or never arrives whole: it is named for what it is, and harms nobody else. */

import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import type { Behaviour, Script } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { testCertificate } from '../../support/machine/test-certificate.ts';
import { askPlain } from '../../support/network/federated-reader.ts';
import {
  askBeside,
  type Expected,
  expectAnswer,
  GENES,
  goodScript,
  learned,
  ROUTES,
  type Route,
  startOdd,
} from '../../support/network/network-of-partners.ts';
import * as does from '../../support/partners/behaviours.ts';
import { deserted } from '../../support/partners/silent-hosts.ts';
import { neighboursForAll } from '../../support/worlds.ts';

const neighbours = neighboursForAll();

type Row = [name: string, behaviour: (body: unknown) => Behaviour, expected: Expected];

const CLOSED: Expected = {
  ...{ state: 'unreachable', error: 'connection_terminated' },
  summary: '3 of 4 registries answered; OddNet is not responding.',
};
const BROKEN_OFF: Expected = {
  ...{ state: 'failed', error: 'http_response_incomplete' },
  summary: '3 of 4 registries answered; OddNet broke off its answer.',
};
const failed: Pick<Expected, 'state' | 'error'> = { state: 'failed', error: 'http_protocol_error' };
const GZIP = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };

const BROKEN: Row[] = [
  ['resets the connection instead of answering', does.resetBefore, CLOSED],
  ['closes the connection instead of answering', does.closeBefore, CLOSED],
  ['resets the connection inside its answer', does.resetInside, BROKEN_OFF],
  ['cuts its answer', does.cutBody, BROKEN_OFF],
  ['promises more bytes than it sends', (body) => does.lieAboutLength(body, 10), BROKEN_OFF],
  [
    'sends more bytes than it promised',
    (body) => does.lieAboutLength(body, -10),
    {
      ...{ ...BROKEN_OFF, status: 200 },
      summary: '3 of 4 registries answered; OddNet sent an answer that breaks off.',
    },
  ],
  [
    'sends a page for people with the status 200',
    does.htmlPage,
    {
      ...{ ...failed, status: 200 },
      summary: '3 of 4 registries answered; OddNet answered with something else than data.',
    },
  ],
  [
    'sends two million brackets',
    () => does.bytes(Buffer.from('['.repeat(2_000_000))),
    {
      ...{ state: 'failed', error: 'http_response_body_size', status: 200 },
      summary: '3 of 4 registries answered; OddNet answered with more lists and objects than are read.',
    },
  ],
  [
    'sends nothing with the status 200',
    does.empty,
    { ...failed, status: 200, summary: '3 of 4 registries answered; OddNet answered with nothing.' },
  ],
  [
    'sends JSON that is no answer',
    () => does.json({ message: 'Hello.' }),
    { ...failed, status: 200, summary: '3 of 4 registries answered; OddNet answered something unexpected.' },
  ],
  [
    'sends what is no JSON but says that it is',
    () => does.bytes(Buffer.from('Hello.')),
    { ...failed, status: 200, summary: '3 of 4 registries answered; OddNet answered something that cannot be read.' },
  ],
  [
    'does not speak HTTP',
    does.notHttp,
    { ...failed, summary: '3 of 4 registries answered; OddNet sent something that is no proper answer.' },
  ],
  [
    'packs its answer otherwise than it says',
    (body) => does.bytes(Buffer.from(JSON.stringify(body)), GZIP),
    { ...failed, summary: '3 of 4 registries answered; OddNet sent an answer that cannot be unpacked.' },
  ],
  [
    'redirects to itself without end',
    () => does.dependingOn(({ path }) => does.redirect(path)),
    { ...failed, summary: '3 of 4 registries answered; OddNet redirects in a way that cannot be followed.' },
  ],
];

function twoOf({ record, body }: Route): unknown {
  return body([record(1), record(2)]);
}

/** OddNet, well but for one answer. */
async function answerTo(route: Route, behaviour: Behaviour, script?: Script) {
  await using odd = await startOdd({ [route.partnerPath]: behaviour, ...script });
  return await askBeside(neighbours, { url: odd.url }, { path: route.path, knownAs: '1.5.10' });
}

describe.each(sampleOf(ROUTES, 1))('in $name, a partner that', (route) => {
  test.each(BROKEN)('%s has no part in the answer, and the sentence says why', async (_, behaviour, expected) => {
    expectAnswer(await answerTo(route, behaviour(twoOf(route))), expected);
  });

  test('sends an empty list has a certified zero', async () => {
    expectAnswer(await answerTo(route, does.json(route.body([]))), {
      state: 'empty',
      summary: 'All 4 registries answered.',
    });
  });

  test('sends 10 MB is read as far as 5 MB go, and its last whole record is the last one shown', async () => {
    const records = Array.from({ length: 900 }, (_, index) =>
      route.record(1000 + index, { filler: 'x'.repeat(11_000) }),
    );
    const [before = ''] = JSON.stringify(route.body([])).split(']');
    const bytesPerRecord = JSON.stringify(records[0]).length + ','.length;
    expectAnswer(await answerTo(route, does.json(route.body(records))), {
      state: 'limited',
      error: 'http_response_body_size',
      count: Math.floor((5 * 1024 * 1024 - before.length + ','.length) / bytesPerRecord),
      summary:
        'All 4 registries answered; OddNet gave more than is read of one answer, so its last records are missing.',
    });
  });

  test('sends 5,000 records has 1,000 of them shown', async () => {
    const records = Array.from({ length: 5000 }, (_, index) => route.record(index + 1));
    expectAnswer(await answerTo(route, does.json(route.body(records))), {
      state: 'limited',
      count: 1000,
      summary: 'All 4 registries answered; OddNet gave 5000 records, of which 1000 are shown.',
    });
  });

  test('sends its answer in another charset, and says so, is read in that', async () => {
    const odd = await answerTo(route, does.inLatin1(route.body([named(route, 'Zoë')])));
    expectAnswer(odd, { state: 'answered', count: 1, summary: 'All 4 registries answered.' });
    expect(nameOf(odd.records[0])).toBe('Zoë');
  });

  test('sends its answer in another charset, and does not say so, has its letters shown as unreadable', async () => {
    const odd = await answerTo(route, does.inLatin1(route.body([named(route, 'Zoë')]), { isAdmitted: false }));
    expectAnswer(odd, { state: 'answered', count: 1, summary: 'All 4 registries answered.' });
    expect(nameOf(odd.records[0])).toBe('Zo\uFFFD');
  });

  test('redirects to another path of its own is asked there', async () => {
    const odd = await answerTo(route, does.redirect('/elsewhere'), { '/elsewhere': does.json(twoOf(route)) });
    expectAnswer(odd, { state: 'answered', count: 2, summary: 'All 4 registries answered.' });
  });

  test('redirects to another port is not followed there', async () => {
    await using elsewhere = await startScriptedPartner(goodScript(300, '1.5.10'));
    expectAnswer(await answerTo(route, does.redirect(elsewhere.url + route.partnerPath)), {
      state: 'failed',
      error: 'destination_ip_prohibited',
      summary: '3 of 4 registries answered; OddNet redirects to another address than the configured one.',
    });
    expect(elsewhere.requests).toEqual([]);
  });
});

test.each(sampleOf(BROKEN, 4))(
  'a partner that %s is asked again at the next question',
  async (_, behaviour, { summary }) => {
    const broken = behaviour(twoOf(GENES));
    let isBroken = true;
    await using odd = await startOdd({ [GENES.partnerPath]: (call) => (isBroken ? broken : does.genes(2))(call) });
    await using registry = await neighbours.open({ url: odd.url });
    await learned(registry, 'odd', '1.5.10');
    expect(await askPlain(registry, GENES.path)).toMatchObject({ complete: false, summary });
    isBroken = false;
    expect(await askPlain(registry, GENES.path)).toMatchObject({
      complete: true,
      summary: 'All 4 registries answered.',
    });
  },
);

describe('a partner that cannot be reached, because', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  test('nothing listens at its port, refuses connections', async () => {
    expectAnswer(await askBeside(neighbours, { url: await deserted() }), {
      state: 'unreachable',
      error: 'connection_refused',
      summary: '3 of 4 registries answered; OddNet refuses connections.',
    });
  });

  test('nobody knows the name of its host, has no address', async () => {
    const { summary, complete, origin } = await askBeside(neighbours, { url: 'https://registry.invalid' });
    // Without a network there is also nobody to say that it is unknown.
    const [, error] =
      /^3 of 4 registries answered; OddNet has an address that (does not exist|could not be looked up in time)\.$/.exec(
        summary,
      ) ?? [];
    expect(origin.problem?.error).toBe(error === 'does not exist' ? 'dns_error' : 'dns_timeout');
    expect([origin.state, complete]).toEqual(['unreachable', false]);
  });

  test.each([
    ['nobody vouches for', testCertificate(), false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['is for another host', testCertificate({ host: 'other.example.org' }), true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['has expired', testCertificate({ validUntil: new Date(Date.now() - 60_000) }), true, 'CERT_HAS_EXPIRED'],
  ])('its certificate %s, is not asked again for ten minutes', async (_, certificate, isTrusted, code) => {
    if (isTrusted) setDefaultCACertificates([...trusted, certificate.cert]);
    await using odd = await startScriptedPartner(goodScript(0, '1.5.10'), { certificate });
    const answer = await askBeside(neighbours, { url: odd.url });
    expectAnswer(answer, {
      state: 'unreachable',
      error: 'tls_certificate_error',
      nextTryInSeconds: 600,
      summary: '3 of 4 registries answered; OddNet presents a certificate that is not valid.',
    });
    expect(answer.origin.problem?.detail).toContain(code);
    expect(odd.requests).toEqual([]);
  });

  test('its certificate was renewed, answers', async () => {
    const certificate = testCertificate();
    setDefaultCACertificates([...trusted, certificate.cert]);
    await using odd = await startScriptedPartner(goodScript(0, '1.5.10'), { certificate });
    expectAnswer(await askBeside(neighbours, { url: odd.url }, { knownAs: '1.5.10' }), {
      state: 'answered',
      count: 3,
      summary: 'All 4 registries answered.',
    });
  });
});

function named({ record }: Route, name: string): unknown {
  const { remoteUser, ...rest } = record(1, { name }) as { remoteUser?: object };
  return remoteUser === undefined ? rest : { ...rest, remoteUser: { ...remoteUser, name } };
}

function nameOf(record: { name: string; remoteUser?: { name: string } }): string {
  return (record.remoteUser ?? record).name;
}
