/**
 * Bundles and minifies the files that browsers load: a page of a hundred small files is slow on a distant line, and
 * small files compress badly. No module is in two files of a page, as its state would exist twice.
 */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin, stop, transform } from 'esbuild';
import { ownMember } from '../../domain/own-member.ts';
import { type BrowserFile, CLIENT, filesBelow, type NeededFile, WIDGET, WIDGET_VARIABLE } from './browser-files.ts';

type Files = Record<string, BrowserFile>;

/** The modules that pages name. */
const PAGE_MODULES = [
  'search',
  'message',
  'text-page',
  'gene-list',
  'disease-page',
  'disease-people',
  'admin',
  'partner-status',
  'results/live-answer',
].map((name) => `pages/browser/${name}.ts`);
/** The imports of these make one file, which every page loads. */
const ON_EVERY_PAGE = ['search', 'message', 'text-page'].map((name) => `pages/browser/${name}.ts`);
/** The further imports of a search's answer make two files: one that other modules need too, and the rest. They are loaded only with an answer, and with the people of a list of genes. */
const ANSWER = 'pages/browser/results/live-answer.ts';
const BESIDE_ANSWER = [
  ANSWER,
  'pages/browser/drawer.ts',
  'pages/browser/results/deny.ts',
  'pages/browser/results/columns.ts',
  'pages/browser/results/unknown-terms.ts',
  'pages/people/people-within.ts',
  'pages/browser/results/asking-link.ts',
  'pages/browser/results/offered-counts.ts',
  'pages/browser/results/people-of-genes.ts',
  'pages/browser/disease-people.ts',
  'pages/browser/disease-page.ts',
];
/** Files that every page loads: the imports of words, and those of every page. */
const ALWAYS: readonly string[] = ['ofWords', 'everyPage'];
/** The style sheets of a folder become one file, in the order of their names: that of every page, and those of some pages. */
const STYLES = {
  'pages/style.css': 'pages/style',
  'pages/lists.css': 'pages/style/lists',
  'pages/sheet.css': 'pages/style/sheet',
  'pages/administrators.css': 'pages/style/administrators',
};
/** The icons are copied unchanged. */
const ICON_FOLDER = 'pages/icons';
/** The modules of words: a page chooses its language at run time, and cannot begin without these. */
const WORDS = /^pages\/(?:[\w-]+\/)+(?:[\w-]+\.)?([a-z]{2})\.ts$/;

/**
 * Makes the files.
 *
 * @param source the folder of the modules
 * @throws Error for an import that browsers cannot resolve
 */
export async function bundle(source: string): Promise<Files> {
  const options = {
    ...{ absWorkingDir: source, outdir: source, outbase: '.', bundle: true, write: false, metafile: true },
    ...{ format: 'esm', minify: true, target: 'esnext', charset: 'utf8', legalComments: 'none' },
    // Browsers cannot load packages: remaining imports of packages are refused below.
    ...{ packages: 'external', logLevel: 'silent' },
  } as const satisfies BuildOptions;
  try {
    const first = await build({ ...options, splitting: true, entryPoints: PAGE_MODULES });
    const plugins = [sharedFiles(source, first.metafile)];
    const [pages, client, widget, ...styles] = await Promise.all([
      build({
        ...options,
        splitting: true,
        entryPoints: PAGE_MODULES,
        chunkNames: 'pages/shared/[name]-[hash]',
        plugins,
      }),
      build({ ...options, entryPoints: [{ in: 'client/client.ts', out: nameOf(CLIENT) }] }),
      build({
        ...options,
        format: 'iife',
        globalName: WIDGET_VARIABLE,
        entryPoints: [{ in: 'pages/widget/widget.ts', out: nameOf(WIDGET) }],
      }),
      ...Object.entries(STYLES).map(async ([path, folder]) => [path, await styleSheet(source, folder)] as const),
    ]);
    const copied = filesBelow(source, ICON_FOLDER).map((path) => [path, readFileSync(join(source, path), 'utf8')]);
    const texts: Record<string, string> = Object.fromEntries([...copied, ...styles]);
    return {
      ...filesOf(source, pages),
      ...filesOf(source, client),
      ...filesOf(source, widget),
      ...Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, { text, imports: [] }])),
    };
  } finally {
    await stop();
  }
}

/** Returns a plugin that makes a module import whole shared files with what it needs; otherwise esbuild makes many small files. */
function sharedFiles(source: string, { inputs }: Metafile): Plugin {
  const entries = entriesOf(inputs).map((path) => ({ path, needs: neededBy([path], inputs) }));
  const words = lateImports(inputs).filter((path) => WORDS.test(path));
  const ofWords = neededBy(words, inputs).filter((path) => !WORDS.test(path));
  const everyPage = neededBy(ON_EVERY_PAGE, inputs).filter((path) => !ofWords.includes(path));
  const answer = neededBy([ANSWER], inputs).filter((path) => !everyPage.includes(path) && !ofWords.includes(path));
  const others = entries.filter(({ path }) => !BESIDE_ANSWER.includes(path)).flatMap(({ needs }) => needs);
  const shared: Record<string, string[]> = {
    ofWords,
    everyPage,
    answerAndOthers: answer.filter((path) => others.includes(path)),
    answer: answer.filter((path) => !others.includes(path)),
  };
  const before = new Map(
    entries.map(({ path, needs }) => {
      const names = Object.keys(shared).filter((name) => {
        return (
          ALWAYS.includes(name) ||
          BESIDE_ANSWER.includes(path) ||
          ownMember(shared, name)?.some((one) => needs.includes(one))
        );
      });
      return [path, importsOf(names.map((name) => `shared:${name}`))];
    }),
  );
  for (const path of words) before.set(path, importsOf(['shared:ofWords']));
  return {
    name: 'shared files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^shared:/ }, ({ path }) => ({ path: path.slice('shared:'.length), namespace: 'shared' }));
      onLoad({ filter: /^/, namespace: 'shared' }, ({ path }) => {
        const contents = importsOf((ownMember(shared, path) ?? []).map((one) => `./${one}`));
        return { contents, resolveDir: source, loader: 'js' };
      });
      onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const imports = before.get(file.slice(join(source, '/').length).replaceAll('\\', '/'));
        return imports === undefined ? undefined : { contents: imports + readFileSync(file, 'utf8'), loader: 'ts' };
      });
    },
  };
}

function importsOf(paths: readonly string[]): string {
  return paths.map((path) => `import '${path}';`).join('');
}

/** Returns the modules that begin a file: those that pages name, and those that are imported dynamically. */
function entriesOf(inputs: Metafile['inputs']): string[] {
  return [...new Set([...PAGE_MODULES, ...lateImports(inputs).filter((path) => !WORDS.test(path))])];
}

function lateImports(inputs: Metafile['inputs']): string[] {
  const imported = Object.values(inputs).flatMap(({ imports }) => imports);
  return imported.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path);
}

/** Removes the extension, which esbuild adds. */
function nameOf(path: string): string {
  return path.replace(/\.js$/, '');
}

async function styleSheet(source: string, folder: string): Promise<string> {
  const sheets = filesBelow(source, folder)
    .filter((path) => dirname(path) === folder)
    .toSorted();
  const text = sheets.map((path) => readFileSync(join(source, path), 'utf8')).join('\n');
  return (await transform(text, { loader: 'css', minify: true, target: 'esnext', charset: 'utf8' })).code;
}

/** Returns the files of a build. @throws Error for an import that browsers cannot resolve */
function filesOf(source: string, { metafile, outputFiles }: { metafile: Metafile; outputFiles: OutputFile[] }): Files {
  const { outputs } = metafile;
  for (const [path, { imports }] of Object.entries(outputs)) {
    const unknown = imports.find(({ external }) => external);
    if (unknown) throw new Error(`${path} imports ${unknown.path}, which browsers cannot load.`);
  }
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  return Object.fromEntries(
    Object.keys(outputs).map((path) => [
      path,
      { text: texts.get(join(source, path)) ?? '', imports: neededFiles(path, outputs) },
    ]),
  );
}

function neededFiles(path: string, outputs: Metafile['outputs']): NeededFile[] {
  const isWords = (one: string) => WORDS.test(ownMember(outputs, one)?.entryPoint ?? '');
  return neededBy([path], outputs, isWords).map((one) => {
    const lang = languageOf(ownMember(outputs, one));
    return lang === undefined ? { path: one } : { path: one, lang };
  });
}

/** Returns the language of the words in a file; undefined for none or several. */
function languageOf({ entryPoint = '', inputs = {} }: Partial<Metafile['outputs'][string]> = {}): string | undefined {
  const paths = [entryPoint, ...Object.keys(inputs)];
  const languages = new Set(paths.flatMap((path) => WORDS.exec(path)?.[1] ?? []));
  return languages.size === 1 ? [...languages][0] : undefined;
}

type Importing = Readonly<Record<string, { imports: readonly { path: string; kind: string }[] }>>;

/**
 * Returns all direct and indirect imports of these modules, without the modules themselves.
 *
 * @param isWanted which dynamic imports count as well
 */
function neededBy(
  paths: readonly string[],
  modules: Importing,
  isWanted: (path: string) => boolean = () => false,
): string[] {
  const found = new Set(paths);
  // Iterating a set also visits what is added meanwhile.
  for (const path of found) {
    for (const next of ownMember(modules, path)?.imports ?? []) {
      if (next.kind === 'import-statement' || isWanted(next.path)) found.add(next.path);
    }
  }
  return [...found].filter((path) => !paths.includes(path));
}
