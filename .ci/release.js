// Makes a release: both packages, the list of their parts (CycloneDX), and the checksums of all three, in the folder `release`.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'release');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
npm('pack', '--pack-destination', folder);
writeFileSync(join(folder, `${name}-${version}.cdx.json`), partsList());
const files = readdirSync(folder).toSorted();
writeFileSync(join(folder, 'SHA256SUMS'), files.map((file) => `${checksum(file)}  ${file}\n`).join(''));
for (const file of [...files, 'SHA256SUMS']) process.stdout.write(`release/${file}\n`);

/** Of the package of the server, with the versions of the lock file; that of the client has no parts. */
function partsList() {
  const list = JSON.parse(
    npm(
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--omit=dev',
      '--omit=optional',
      '--package-lock-only',
    ),
  );
  // npm names the folder.
  list.metadata.component.name = name;
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** @param {string} file */
function checksum(file) {
  return createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
}

/** @param {string[]} args */
function npm(...args) {
  const isWindows = process.platform === 'win32';
  const { status, stdout } = spawnSync(isWindows ? 'npm.cmd' : 'npm', args, {
    ...{ cwd: root, shell: isWindows, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`\`npm ${args[0]}\` ended with ${status}, so there is no release.`);
  return stdout;
}
