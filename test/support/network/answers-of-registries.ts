/** All metrics that scrapers get: of registries that have everything that is measured, and above several processes. */

import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from '../../../src/app/main.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { status } from '../../../src/demo/partner-behaviours.ts';
import { openWorkersMetrics } from '../../../src/operations/workers-metrics.ts';
import { testCertificate } from '../machine/test-certificate.ts';
import { GENE_SEARCH, type Neighbours, startOdd } from './network-of-partners.ts';

/** One text for each of them, after questions of every kind. */
export async function answersOfRegistries(neighbours: Neighbours): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'metrics-'));
  const { key, cert } = testCertificate();
  const [certificateFile, keyFile] = [join(folder.path, 'registry.pem'), join(folder.path, 'registry.key')];
  await writeFile(certificateFile, cert);
  await writeFile(keyFile, key, { mode: 0o600 });
  const settings = {
    SERVER_METRICS_PORT: '0',
    CACHE_URL: `redis+unix://${join(folder.path, 'nobody.sock')}`,
    CACHE_KEY: '0f'.repeat(32),
    APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'token-of-the-north',
    APP_SETTINGS_ISEARCH_USER_ID: '2',
  };
  await using odd = await startOdd({ '/api/genes/search': status(500) });
  await using plain = await neighbours.open({ url: odd.url }, { settings });
  for (const path of [
    GENE_SEARCH,
    '/api/federated/users/search?nameLike=secretname',
    '/api/federated/users/101?origin=north',
    '/api/users/2?auth=nobodys-token',
    '/nothing/secretpath',
  ]) {
    await (await plain.get(path, { headers: { 'User-Agent': 'secret-agent' } })).bytes();
  }
  const tls = { SERVER_TLS_CERTIFICATE_FILE: certificateFile, SERVER_TLS_KEY_FILE: keyFile, SERVER_METRICS_PORT: '0' };
  await using secure = await neighbours.open(undefined, { settings: tls });
  await using following = await startRegistry({
    config: loadConfig({
      files: [],
      env: {
        ...{ SERVER_PORT: '0', SERVER_METRICS_PORT: '0', LOG_LEVEL: 'silent' },
        DATABASE_FILE: join(folder.path, 'copy.sqlite'),
        DATABASE_FOLLOW: 'mariadb://reader:nobody@127.0.0.1:1/rdp?ssl-mode=DISABLED',
      },
    }),
  });
  const texts = [plain, secure, following].map(async ({ metricsUrl }) => (await fetch(metricsUrl ?? '')).text());
  const above = await openWorkersMetrics().scrape(async () => []);
  return [...(await Promise.all(texts)), above.text];
}
