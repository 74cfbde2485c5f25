// What `npm pack` does beside packing. `make`: compiles src into dist, with declarations and with what is no code, and
// makes the package.json of the package out of that of the checkout, which is kept meanwhile. `restore`: puts it back.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldestMajor } from '../src/runtime.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const [src, dist] = [join(root, 'src'), join(root, 'dist')];
const manifest = join(root, 'package.json');
const keptManifest = join(root, 'package.checkout.json');
/** What the compiler reads; everything else under src is copied as it is. */
const code = ['.ts', '.cts', '.js'];

const [action = ''] = process.argv.slice(2);
if (action === 'make') make();
else if (action === 'restore') restore();
else throw new Error(`There is no action '${action}'. Allowed: make, restore.`);

function make() {
  restore();
  rmSync(dist, { recursive: true, force: true });
  compile();
  cpSync(src, dist, {
    recursive: true,
    filter: (path) => path !== join(src, 'launch') && !code.includes(extname(path)),
  });
  const text = packedManifest(JSON.parse(readFileSync(manifest, 'utf8')));
  renameSync(manifest, keptManifest);
  writeFileSync(manifest, text);
}

/** Also after a `make` whose packing was interrupted. */
function restore() {
  if (existsSync(keptManifest)) renameSync(keptManifest, manifest);
}

function compile() {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '--project', '.ci/tsconfig.package.json'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`The compiler ended with ${status}, so there is no package.`);
}

/**
 * The package runs what is compiled, on the Node.js that it finds. What only a checkout needs is not in it: Node.js, and
 * everything for tests and checks.
 *
 * @param {Record<string, any>} manifest
 */
function packedManifest({ optionalDependencies: _node, devDependencies: _dev, allowScripts: _allowed, ...checkout }) {
  const packed = {
    ...checkout,
    scarfSettings: undefined,
    engines: { node: `>=${oldestMajor}` },
    bin: { 'isearch-proxy': 'dist/cli/main.js' },
    // npm reads it once more for what it runs when everything is packed.
    scripts: { postpack: checkout.scripts.postpack },
  };
  return `${JSON.stringify(packed, null, 2)}\n`;
}
