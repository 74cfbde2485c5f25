/** The web server of docs/install.md in front of what the tests run, with its files and ports in a folder of the test. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { ending } from '../support/machine/command-line.ts';
import { freePort } from '../support/machine/free-port.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { testCertificate } from '../support/machine/test-certificate.ts';

export const NGINX = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).error === undefined);

export type Nginx = AsyncDisposable & {
  httpPort: number;
  httpsPort: number;
  cert: string;
  /** What `nginx -t` says. */
  checked: { code: number | null; stderr: string };
};

/** `site` is a file of `conf.d`; the address 127.0.0.1:8080 in it leads to `registryUrl`. */
export async function runNginx(site: string, registryUrl: string): Promise<Nginx> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const { key, cert } = testCertificate();
  const [httpPort, httpsPort] = await Promise.all([freePort(), freePort()]);
  const moved = site
    .replaceAll('/etc/ssl', folder)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('127.0.0.1:8080', new URL(registryUrl).host)
    .replaceAll('listen 443', `listen 127.0.0.1:${httpsPort}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${httpPort}`)
    .replace(/^.*listen \[::].*$/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at(name)};`,
  );
  await Promise.all([
    writeFile(at('registry.pem'), cert),
    writeFile(at('registry.key'), key),
    writeFile(at('site.conf'), moved),
    writeFile(
      at('nginx.conf'),
      `daemon off; pid ${at('pid')}; error_log ${at('start.log')}; events {}\nhttp { ${temporary.join(' ')} include ${at('site.conf')}; }\n`,
    ),
  ]);
  const nginx = (...args: string[]) => spawn(NGINX ?? 'nginx', ['-p', folder, '-c', at('nginx.conf'), ...args]);
  const checked = await ending(nginx('-t'));
  if (checked.code === 0) {
    const running = nginx();
    opened.defer(async () => {
      running.kill('SIGTERM');
      if (running.exitCode === null) await once(running, 'close');
    });
    await vi.waitFor(() => fetch(`http://127.0.0.1:${httpPort}/`, { redirect: 'manual' }), PATIENT);
  }
  const resources = opened.move();
  return { httpPort, httpsPort, cert, checked, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
