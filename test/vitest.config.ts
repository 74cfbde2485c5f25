import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { COMPILED } from './support/machine/compiled.ts';
import { longFirst } from './support/machine/long-first.ts';
import { PATIENCE_MS } from './support/machine/patience.ts';

/**
 * Files that change their whole process, as nock does, and get one of their own. All others share a few, which saves
 * half a second a file; test/rules/shared-process.test.ts looks for such changes.
 */
export const ALONE = [
  'test/federation/dialect/outgoing-requests.test.ts',
  'test/registry/follow/follower.test.ts',
  'test/server/never-asks-others.test.ts',
  'test/tools/privacy-twins/twins.test.ts',
  'test/tools/soak/oracle.test.ts',
];

/** A real start, a real page in a browser, a real stop: what `npm test` has of all that it leaves out. */
const SMOKE = 'test/smoke.test.ts';

/** Files whose tests start programs, and those that open a browser: `npm run test:all` runs them beside the quick ones. */
const PROGRAMS = ['test/**/*.process.test.ts', 'test/browser/**/*.test.ts'];

/** Files that try a sample of their cases in `npm test`: `npm run test:programs` runs them with all. */
export const SAMPLED = globSync('test/**/*.test.ts').filter((path) =>
  readFileSync(path, 'utf8').includes("support/machine/sample.ts'"),
);

/**
 * Files that judge by the clock what a browser does. They run one after the other when all others have ended, so that
 * nothing else keeps the processors busy.
 */
const BY_THE_CLOCK = ['test/browser/weight.test.ts'];

/** What scripts of their own run: `npm run test:package`, `npm run test:services`. */
const OTHERS = ['test/package/**', 'test/services/**'];

/**
 * Files that take longest, so that none of them is begun when all others have ended. Those of one project stand together, as a
 * worker of another one has to be started.
 */
const LONG = [
  ...['/test/browser/', 'integrations.process.test.ts', '/test/tools/attack/', 'commands-run.process.test.ts'],
  ...['/test/tools/privacy-twins/', '/test/tools/soak/oracle.test.ts', '/registry/follow/follower.test.ts'],
  ...['/dialect/outgoing-requests.test.ts', '/server/never-asks-others.test.ts', '/test/smoke.test.ts'],
  ...['/test/contract/', '/test/cli/', 'export-idle-readers.test.ts'],
  ...['/test/registry/record/', '/test/registry/import/', '/test/rules/', '/test/network/'],
];
/** They wait for the programs that they start. */
const WAITING = ['.process.test.ts'];

const quick = {
  globalSetup: ['test/support/machine/in-memory.ts'],
  setupFiles: ['test/support/machine/no-programs.ts'],
  provide: { isSampled: true },
};
const onDisk = { globalSetup: ['test/support/machine/on-disk.ts'] };
/** These start programs, which take processors too. They begin when the quick ones have ended. */
const later = { ...onDisk, sequence: { groupOrder: 1 }, maxWorkers: 2 * availableParallelism() };
const whole = { ...later, runner: 'test/support/machine/tried-before.ts' };
/** Node.js loads the files itself, as it does in a registry that runs: nothing is transformed. It cannot replace modules. */
const native = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } };
/** Workers have it from here. It saves each of them half of what loading all files takes. */
process.env.NODE_COMPILE_CACHE ??= COMPILED;

/** `npm test` runs those whose names begin with `quick`. */
const PROJECTS = [
  {
    ...quick,
    name: 'quick',
    include: ['test/**/*.test.ts'],
    exclude: [...ALONE, SMOKE, ...PROGRAMS, ...OTHERS],
    ...native,
  },
  { ...quick, name: 'quick-alone', include: ALONE },
  { ...onDisk, name: 'quick-smoke', include: [SMOKE] },
  { ...later, name: 'programs', include: PROGRAMS, exclude: [...BY_THE_CLOCK, ...OTHERS], ...native },
  { ...whole, name: 'whole', include: SAMPLED.filter((path) => !ALONE.includes(path)), ...native },
  { ...whole, name: 'whole-alone', include: SAMPLED.filter((path) => ALONE.includes(path)) },
  { ...onDisk, name: 'by-the-clock', include: BY_THE_CLOCK, maxWorkers: 1, sequence: { groupOrder: 2 } },
];

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    projects: PROJECTS.map((test) => ({ extends: true, test })),
    reporters: ['default', 'test/support/machine/left-out.ts'],
    sequence: { sequencer: longFirst(LONG, WAITING) },
    // What tests make is gone soon: with room for more of it from the start, they take less processor time.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
    // A third of their time is spent waiting for partners and time-outs: five of them for two processors.
    maxWorkers: Math.ceil(2.5 * availableParallelism()),
    // Not process.hrtime: what measures the process goes by it, and makes up for the hours since the machine began.
    fakeTimers: {
      toFake: [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'setImmediate',
        'clearImmediate',
        'Date',
        'performance',
      ],
    },
    testTimeout: 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
