// What `npm pack` does beside packing. `make`: compiles src into dist, with declarations and with what is no code, packs the
// typed client as a package of its own, and makes the package.json of the package out of that of the checkout, which is
// kept meanwhile. `restore`: puts it back.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commitIn } from '../src/lib/commit.js';
import { oldestMajor } from '../src/lib/runtime.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const [src, dist] = [join(root, 'src'), join(root, 'dist')];
const client = join(root, 'dist-client');
const manifest = join(root, 'package.json');
const keptManifest = join(root, 'package.checkout.json');
/** What the compiler reads; everything else under src is copied as it is. */
const code = ['.ts', '.cts', '.js'];

const [action = ''] = process.argv.slice(2);
if (action === 'make') await make();
else if (action === 'restore') restore();
else throw new Error(`There is no action '${action}'. Allowed: make, restore.`);

async function make() {
  restore();
  rmSync(dist, { recursive: true, force: true });
  compile('.ci/tsconfig.package.json');
  cpSync(src, dist, {
    recursive: true,
    filter: (path) => path !== join(src, 'launch') && !code.includes(extname(path)),
  });
  const checkout = JSON.parse(readFileSync(manifest, 'utf8'));
  packClient(checkout);
  await packBrowserFiles();
  const text = packedManifest(checkout);
  renameSync(manifest, keptManifest);
  writeFileSync(manifest, text);
}

/** What browsers load: the package serves it as it is, so that it needs neither esbuild nor what of the sources runs in browsers alone. */
async function packBrowserFiles() {
  const folder = join(dist, 'pages/server');
  const { makeFiles } = await import(pathToFileURL(join(folder, 'browser-asset-cache.js')).href);
  writeFileSync(join(dist, 'browser-files.json'), JSON.stringify(await makeFiles(src)));
  for (const path of globSync(
    ['pages/server/bundle.*', 'pages/browser', 'pages/widget', 'pages/style', 'pages/icons'],
    {
      cwd: dist,
    },
  )) {
    rmSync(join(dist, path), { recursive: true });
  }
}

/** Also after a `make` whose packing was interrupted. */
function restore() {
  if (existsSync(keptManifest)) renameSync(keptManifest, manifest);
}

/** @param {string} project */
function compile(project) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '--project', project], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`The compiler ended with ${status}, so there is no package.`);
}

/**
 * The client is what of the sources it imports, and has no dependency: of the rules it takes types alone.
 *
 * @param {Record<string, any>} checkout
 */
function packClient({ name, version, private: isPrivate, type }) {
  rmSync(client, { recursive: true, force: true });
  compile('.ci/tsconfig.client.json');
  for (const path of globSync('{api,domain}/**/*.js', { cwd: client })) rmSync(join(client, path));
  const packed = {
    ...{ name: `${name}-client`, version, private: isPrivate, type },
    description: 'The typed client of a registry of rare-disease researchers, for browsers and Node.js',
    ...commitMember(),
    sideEffects: false,
    exports: {
      '.': { types: './client/client.d.ts', default: './client/client.js' },
      './package.json': './package.json',
    },
    files: ['api', 'client', 'domain'],
  };
  mkdirSync(client, { recursive: true });
  writeFileSync(join(client, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  cpSync(join(root, '.ci/client.md'), join(client, 'README.md'));
  const isWindows = process.platform === 'win32';
  const { status } = spawnSync(isWindows ? 'npm.cmd' : 'npm', ['pack', './dist-client'], {
    ...{ cwd: root, shell: isWindows },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`Packing the client ended with ${status}, so there is no package.`);
}

function commitMember() {
  const commit = commitIn(root);
  return commit === undefined ? {} : { gitHead: commit };
}

/**
 * The package runs what is compiled, on the Node.js that it finds. What only a checkout needs is not in it: Node.js, what
 * joins the files of browsers, and everything for tests and checks.
 *
 * @param {Record<string, any>} manifest
 */
function packedManifest({ optionalDependencies: _node, devDependencies: _dev, allowScripts: _allowed, ...checkout }) {
  const { esbuild: _made, ...dependencies } = checkout.dependencies;
  const packed = {
    ...checkout,
    dependencies,
    scarfSettings: undefined,
    ...commitMember(),
    engines: { node: `>=${oldestMajor}` },
    bin: { 'isearch-proxy': 'dist/cli/main.js' },
    // npm reads it once more for what it runs when everything is packed.
    scripts: { postpack: checkout.scripts.postpack },
  };
  return `${JSON.stringify(packed, null, 2)}\n`;
}
