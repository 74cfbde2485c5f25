/** The packages as somebody has them who is given the tarballs: packed from a copy of this checkout, each installed in an empty folder. */

import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ending } from '../support/machine/command-line.ts';
import { type Ending, GREETED, watchProgram } from '../support/machine/watch-program.ts';

export const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));

/** What is in a checkout, but for tests, which are in no package, and what a copy has no use for. */
const COPIED = [
  '.ci',
  '.npmrc',
  'README.md',
  'config',
  'docs',
  'package-lock.json',
  'package.json',
  'src',
  'tsconfig.json',
];

const INSTALL_OPTIONS = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];

type Folder = {
  /** A path below the folder where it is installed, and nothing else but what it needs. */
  at(...path: string[]): string;
  write(name: string, content: string | Uint8Array): Promise<void>;
  run(command: string, args: readonly string[], env?: Record<string, string>): Promise<Ending>;
};

export type InstalledPackage = AsyncDisposable &
  Folder & {
    /** The folder of the checkout that was packed. */
    checkout: string;
    /** Where the package of the client is installed alone. */
    client: Folder;
    /** Every file of the package, as paths below it. */
    files(): Promise<string[]>;
    manifest(): Promise<Record<string, Record<string, string>>>;
    /** Starts a command that stays; answers when standard error says that it listens. It ends with the test. */
    serve(
      args: readonly string[],
      env?: Record<string, string>,
    ): Promise<AsyncDisposable & { url: string; output: string }>;
  };

/** Packs, and installs what is packed, with npm. The packages that it needs are those that npm has kept, where it has them. */
export async function installPackage(): Promise<InstalledPackage> {
  const top = await mkdtemp(join(tmpdir(), 'installed-package-'));
  const [checkout, folder, alone] = [join(top, 'checkout'), join(top, 'installed'), join(top, 'client')];
  // A Node.js of the tests, not the one of the machine, which may be too old.
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    LOG_LEVEL: 'silent',
  };
  const start = (command: string, args: readonly string[], cwd: string, more: Record<string, string> = {}) =>
    // A group of their own, so that what npx starts can be stopped with it, as a terminal does.
    spawn(command, [...args], { cwd, env: { ...env, ...more }, detached: true });
  const done = async (command: string, args: readonly string[], cwd: string) => {
    const { code, stdout, stderr } = await ending(start(command, args, cwd));
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stdout}\n${stderr}`);
  };

  await Promise.all([checkout, folder, alone].map((path) => mkdir(path)));
  for (const name of COPIED) await cp(join(CHECKOUT, name), join(checkout, name), { recursive: true });
  await symlink(join(CHECKOUT, 'node_modules'), join(checkout, 'node_modules'), 'junction');
  await done('npm', ['run', '--silent', 'release'], checkout);
  const release = join(checkout, 'release');
  const tarballs = (await readdir(release)).filter((one) => one.endsWith('.tgz'));
  const install = (name = '', cwd: string) => done('npm', ['install', ...INSTALL_OPTIONS, join(release, name)], cwd);
  await install(
    tarballs.find((name) => /^isearch-proxy-\d/.test(name)),
    folder,
  );
  await install(
    tarballs.find((name) => /^isearch-proxy-client-\d/.test(name)),
    alone,
  );

  const folderAt = (place: string): Folder => ({
    at: (...path) => join(place, ...path),
    write: (file, content) => writeFile(join(place, file), content),
    run: (command, args, more) => ending(start(command, args, place, more)),
  });
  const { at, ...whole } = folderAt(folder);
  return {
    ...whole,
    checkout,
    at,
    client: folderAt(alone),
    async files() {
      const entries = await readdir(at('node_modules/isearch-proxy'), { recursive: true, withFileTypes: true });
      const start = at('node_modules/isearch-proxy').length + 1;
      return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(start));
    },
    manifest: async () => JSON.parse(await readFile(at('node_modules/isearch-proxy/package.json'), 'utf8')),
    serve: (args, more) => listening(start('npx', ['isearch-proxy', ...args], folder, more)),
    [Symbol.asyncDispose]: () => rm(top, { recursive: true, force: true }),
  };
}

async function listening(child: ChildProcess) {
  const { output, until, ended } = watchProgram(child);
  await until(GREETED);
  const url = /(?:is running at|^ {2}DemoNet) +(http:\/\/\S+?)\.?\s/m.exec(output())?.[1] ?? '';
  return {
    url,
    output: output(),
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended();
    },
  };
}
