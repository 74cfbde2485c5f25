/** The files of config/deploy, as far as this machine can try them: each part that it cannot is named. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Agent, fetch as fetchWith } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configKeys } from '../../src/config/config-keys.ts';
import { MOOD_PATH } from '../../src/demo/front.ts';
import { fencesOf, read } from '../support/docs/read-markdown.ts';
import { PATIENCE_MS } from '../support/machine/patience.ts';
import { HELD, type OpenDemoNetwork, openDemoNetwork } from '../support/network/demo-network.ts';
import { CHECKOUT } from './installed-package.ts';
import { NGINX, runNginx } from './run-nginx.ts';

const MANUAL = read('docs/install.md');
const RUN = read('docs/run.md');
const deployed = (name: string) => readFileSync(join(CHECKOUT, 'config/deploy', name), 'utf8');

type Service = {
  environment?: Record<string, string>;
  volumes?: string[];
  secrets?: string[];
  build?: { context: string; dockerfile: string };
  read_only?: boolean;
};

describe('compose.yaml', () => {
  const { services, secrets, volumes } = parse(deployed('compose.yaml')) as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
    volumes: Record<string, null>;
  };

  test('sets keys of the configuration, the secret ones by files that it declares', () => {
    const names = configKeys.flatMap(({ environmentName, isSecret }) => [
      environmentName,
      ...(isSecret ? [`${environmentName}_FILE`] : []),
    ]);
    const environment = services.registry?.environment ?? {};
    expect(Object.keys(environment).filter((name) => !names.includes(name))).toEqual([]);
    const files = Object.values(services).flatMap((service) => Object.entries(service.environment ?? {}));
    const named = files.flatMap(([name, path]) => (name.endsWith('_FILE') ? [basename(path)] : []));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in secrets))).toEqual([]);
    const used = Object.values(services).flatMap((service) => service.secrets ?? []);
    expect(new Set(used)).toEqual(new Set(Object.keys(secrets)));
  });

  test('mounts what is beside it, or what the manual says must be put there', () => {
    const sources = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((one) => one.split(':')[0] ?? ''),
    );
    const files = [
      ...sources.filter((path) => path.startsWith('./')),
      ...Object.values(secrets).map(({ file }) => file),
    ];
    const missing = files.filter((path) => !existsSync(join(CHECKOUT, 'config/deploy', path)));
    expect(missing.length).toBeGreaterThan(4);
    const described = MANUAL.slice(
      MANUAL.indexOf('\n## With Docker'),
      MANUAL.indexOf('\n## ', MANUAL.indexOf('\n## With Docker') + 4),
    );
    expect(missing.filter((path) => !described.includes(`\`${path.slice('./'.length)}\``))).toEqual([]);
    expect(sources.filter((path) => !path.startsWith('./')).toSorted()).toEqual(Object.keys(volumes).toSorted());
  });

  test('builds the image of the Dockerfile, and lets neither service write to its own files', () => {
    const { context = '', dockerfile = '' } = services.registry?.build ?? {};
    expect(existsSync(join(CHECKOUT, 'config/deploy', context, dockerfile))).toBe(true);
    expect([services.registry?.read_only, services.proxy?.read_only]).toEqual([true, true]);
  });
});

describe('the Dockerfile', () => {
  const lines = deployed('Dockerfile').split('\n');

  test('copies what there is, and what its ignore file lets through', () => {
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    expect(copied).toContain('package-lock.json');
    expect(copied.filter((path) => !existsSync(join(CHECKOUT, path)))).toEqual([]);
    const allowed = deployed('Dockerfile.dockerignore').match(/(?<=^!).+$/gm) ?? [];
    expect(new Set(allowed)).toEqual(new Set(copied));
  });

  test('runs as another account than root, and is healthy when the registry is ready', () => {
    expect(lines.lastIndexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => /^FROM/.test(line)));
    expect(lines.join('\n')).toMatch(/^HEALTHCHECK [^\n]+\\\n.*\/readyz/m);
  });
});

test('the environment of the service names keys of the configuration, and the web server on its machine', () => {
  const set = deployed('environment').match(/^#?[A-Z_]+=/gm) ?? [];
  const names = configKeys.flatMap(({ environmentName }) => [`${environmentName}=`, `${environmentName}_FILE=`]);
  expect(set.map((name) => name.replace('#', '')).filter((name) => !names.includes(name))).toEqual([]);
  expect(deployed('environment')).toMatch(/^SERVER_TRUSTED_PROXIES=127\.0\.0\.1$/m);
});

const canVerify = spawnSync('systemd-analyze', ['--version']).error === undefined;
test.skipIf(!canVerify)('systemd understands every unit (left out where there is no systemd-analyze)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'units-'));
  const units = globSync('*.{service,timer}', { cwd: join(CHECKOUT, 'config/deploy') });
  // The program is not installed here, and a command that is missing counts as a mistake.
  for (const unit of units)
    writeFileSync(join(folder, unit), deployed(unit).replaceAll(/\/opt\/\S+\/isearch-proxy(?= )/g, '/bin/true'));
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', ...units.map((unit) => join(folder, unit))],
    {
      encoding: 'utf8',
    },
  );
  rmSync(folder, { recursive: true });
  expect(units).toHaveLength(3);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

/** The block of these pages that has these words. */
function shownTo(words: string): string {
  const fences = [...fencesOf(MANUAL), ...fencesOf(RUN)];
  const block = fences.find(({ language, text }) => language === 'nginx' && text.includes(words));
  expect(block, words).toBeDefined();
  return block?.text ?? '';
}

describe.skipIf(NGINX === undefined)('nginx in front of a registry (left out where there is no nginx)', () => {
  let demo: OpenDemoNetwork;
  beforeAll(async () => {
    demo = await openDemoNetwork({ patienceMs: PATIENCE_MS });
  });
  afterAll(() => demo?.[Symbol.asyncDispose]());

  test('hands on every line as it arrives, long and odd addresses, and sends readers to https', async () => {
    await using nginx = await runNginx(deployed('nginx.conf'), demo.demonet.url);
    expect(nginx.checked).toMatchObject({ code: 0 });
    const plain = await fetch(`http://127.0.0.1:${nginx.httpPort}/search?x=1`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://127.0.0.1/search?x=1']);

    const dispatcher = new Agent({ connect: { ca: nginx.cert } });
    const get = (path: string, headers = {}) =>
      fetchWith(`https://127.0.0.1:${nginx.httpsPort}${path}`, { dispatcher, headers });
    expect(await (await get('/readyz')).text()).toBe('ready');

    const pampanet = (mood: string) => fetch(`${demo.pampanet.url}${MOOD_PATH}?be=${mood}`, { method: 'POST' });
    await pampanet(HELD);
    const lines = await get('/api/federated/stats', {
      Accept: 'application/x-ndjson',
    });
    let text = '';
    for await (const piece of lines.body ?? []) {
      // The first lines come while PampaNet has not answered: nobody else lets it.
      if (text === '') await pampanet('well');
      text += Buffer.from(piece).toString();
    }
    expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ type: 'end', complete: true });

    const long = await get(`/api/users/search?nameLike=mull&prefix=false&other=${'x'.repeat(14_000)}`);
    expect(long.status).toBe(200);
    expect((await get('/api/users/search?nameLike=M%C3%BCller&prefix=false&organUberonIds[]=x')).status).toBe(200);
    await dispatcher.close();
  });

  test.each([
    ['nothing, as long as the registry says nothing', undefined],
    ['what the registry is told to say by server.tls-only-seconds', 'max-age=31536000'],
  ])('tells browsers of https alone %s', async (_, said) => {
    const registry = createServer((_req, res) => {
      if (said !== undefined) res.setHeader('Strict-Transport-Security', said);
      res.end('here');
    });
    await once(registry.listen(0, '127.0.0.1'), 'listening');
    const { port } = registry.address() as AddressInfo;
    await using nginx = await runNginx(deployed('nginx.conf'), `http://127.0.0.1:${port}`);
    const dispatcher = new Agent({ connect: { ca: nginx.cert } });
    const { headers } = await fetchWith(`https://127.0.0.1:${nginx.httpsPort}/`, { dispatcher });
    expect(headers.get('strict-transport-security')).toBe(said ?? null);
    await dispatcher.close();
    registry.close();
  });

  test('in front of RDP, as the manual shows it, takes the API and leaves everything else', async () => {
    const rdp = createServer((_req, res) => res.end('RDP'));
    await once(rdp.listen(0, '127.0.0.1'), 'listening');
    const locations = shownTo('location ~ ^/api');
    const port = (rdp.address() as AddressInfo).port;
    const site = `server { listen 80; ${locations}\n location / { proxy_pass http://127.0.0.1:${port}; } }`;
    await using nginx = await runNginx(site, demo.demonet.url);
    expect(nginx.checked).toMatchObject({ code: 0 });
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${nginx.httpPort}${path}`)).text();
    expect(JSON.parse(await get('/api/stats'))).toMatchObject({ users: 62 });
    expect(JSON.parse(await get('/api'))).toMatchObject({ openapi: '3.0.1' });
    for (const path of ['/', '/login', '/apis', '/user/home']) expect([path, await get(path)]).toEqual([path, 'RDP']);
    rdp.close();
  });

  test('in front of two instances, as the manual shows it, asks the other one when one is away', async () => {
    const [upstream = '', location] = shownTo('upstream registry').split(/^(?=location)/m);
    const away = createServer();
    await once(away.listen(0, '127.0.0.1'), 'listening');
    const ports = [(away.address() as AddressInfo).port, Number(new URL(demo.demonet.url).port)];
    away.close();
    const servers = upstream.replace(/192\.0\.2\.\d+:8080/g, () => `127.0.0.1:${ports.shift()}`);
    await using nginx = await runNginx(`${servers} server { listen 80; ${location} }`, demo.demonet.url);
    expect(nginx.checked).toMatchObject({ code: 0 });
    // By the address of the reader: about every second one belongs to the instance that is away.
    for (let reader = 2; reader < 18; reader += 1) {
      const dispatcher = new Agent({ localAddress: `127.0.0.${reader}` });
      const stats = await fetchWith(`http://127.0.0.1:${nginx.httpPort}/api/stats`, { dispatcher });
      expect(await stats.json()).toMatchObject({ users: 62 });
      await dispatcher.close();
    }
  });
});
