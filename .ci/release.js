// Makes a release: both packages, the list of their parts (CycloneDX), and the checksums of all three, in the folder `release`.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'release');
const { name, version } = readJson('package.json');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
npm('pack', '--pack-destination', folder);
writeFileSync(join(folder, `${name}-${version}.cdx.json`), partsList());
const files = readdirSync(folder).toSorted();
writeFileSync(join(folder, 'SHA256SUMS'), files.map((file) => `${checksum(file)}  ${file}\n`).join(''));
for (const file of [...files, 'SHA256SUMS']) process.stdout.write(`release/${file}\n`);

/**
 * Of the package of the server, with the versions of the lock file; that of the client has no parts. npm makes it of a
 * folder that holds no more than the package needs: told to omit what is for tests, it leaves out too what both need.
 */
function partsList() {
  const { devDependencies: _dev, optionalDependencies: _node, ...manifest } = readJson('package.json');
  const { packages, ...lock } = readJson('package-lock.json');
  const needed = Object.entries(packages).filter(([path, { dev, optional, devOptional }]) => {
    return path !== '' && path !== 'node_modules/esbuild' && !dev && !optional && !devOptional;
  });
  const { devDependencies: _ofTests, optionalDependencies: _programs, ...top } = packages[''];
  // It joins what browsers load before the package is made.
  delete manifest.dependencies.esbuild;
  delete top.dependencies.esbuild;
  const parts = mkdtempSync(join(tmpdir(), 'parts-'));
  try {
    const written = { ...lock, packages: { '': top, ...Object.fromEntries(needed) } };
    writeFileSync(join(parts, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(parts, 'package-lock.json'), JSON.stringify(written));
    const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--prefix', parts];
    const list = JSON.parse(npm('sbom', ...options));
    // npm names the folder.
    list.metadata.component.name = name;
    return `${JSON.stringify(list, null, 2)}\n`;
  } finally {
    rmSync(parts, { recursive: true });
  }
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
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
