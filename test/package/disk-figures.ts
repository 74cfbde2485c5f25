/** Compares the room on disk that the documents name with what the program takes. */

import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { read } from '../support/docs/read-markdown.ts';
import { CHECKOUT } from './installed-package.ts';

const BYTES_PER_MB = 1024 * 1024;
/** A file takes whole blocks of this size. */
const BLOCK_BYTES = 4096;
/** Beside the packages: the files of the checkout and their history. */
const CHECKOUT_MB = 50;
/** How far a figure may be above what is taken; it is never below. */
const MOST_SHARE_ABOVE = 1.35;

type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> };

async function megabytesOf(folder: string, isCounted = (_path: string) => true): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sizes = await Promise.all(files.filter(isCounted).map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES, 0) / BYTES_PER_MB;
}

/** The number that stands in a document between two texts. */
function figure(page: string, before: string, after: string): number {
  const [, rest = ''] = read(page).split(before);
  return Number(rest.split(after)[0]);
}

function expectFigure(statedMb: number, takenMb: number): void {
  expect(statedMb).toBeGreaterThanOrEqual(takenMb);
  expect(statedMb).toBeLessThanOrEqual(takenMb * MOST_SHARE_ABOVE);
}

export async function expectFigureOfPackage(folder: string): Promise<void> {
  expectFigure(figure('docs/run.md', '| Program | ', ' MB beside Node.js'), await megabytesOf(folder));
}

export async function expectFiguresOfCheckout(): Promise<void> {
  const packages = join(CHECKOUT, 'node_modules');
  const { packages: locked }: Lock = JSON.parse(readFileSync(join(packages, '.package-lock.json'), 'utf8'));
  const ofTests = Object.entries(locked)
    .filter(([, { dev, devOptional }]) => dev === true || devOptional === true)
    .map(([path]) => join(CHECKOUT, path, '/'));
  // Folders with a dot are caches, which tests and starts make beside the packages.
  const isOfPackage = (file: string) => !file.slice(packages.length + 1).startsWith('.');
  const isOfRun = (file: string) => isOfPackage(file) && !ofTests.some((folder) => file.startsWith(folder));
  const whole = CHECKOUT_MB + (await megabytesOf(packages, isOfPackage));
  const toRun = CHECKOUT_MB + (await megabytesOf(packages, isOfRun));
  expectFigure(figure('README.md', 'with npm, and ', ' MB of disk to run'), toRun);
  expectFigure(figure('README.md', 'MB of disk to run, ', ' MB to be tested'), whole);
  expectFigure(figure('docs/run.md', 'as a checkout ', ' MB'), toRun);
  expectFigure(figure('docs/run.md', 'what tests and checks need, ', ' MB'), whole);
}
