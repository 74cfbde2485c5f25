/** The folder of icons: what is read, and what stops the start with a sentence that says what to mend. */

import { mkdirSync, mkdtempDisposableSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { readIconFolder } from '../../src/config/icon-folder.ts';

const KEY = 'app.site.icon-folder';

/** What reading a folder answers: the names of the icons, or the sentences. */
function reading(prepare: (folder: string) => void): string[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'icons-'));
  prepare(folder.path);
  try {
    return [...readIconFolder(folder.path).keys()];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => problem.replace(folder.path, 'FOLDER'));
  }
}

function write(folder: string, name: string, bytes = 10): void {
  writeFileSync(join(folder, name), Buffer.alloc(bytes));
}

describe('a folder of icons', () => {
  test('is read whole, links to files too, but for what begins with a dot', () => {
    const names = reading((folder) => {
      write(folder, 'MONDO_0000001.svg', 65_536);
      write(folder, 'R-HSA-109581.png');
      mkdirSync(join(folder, '..data'));
      write(folder, '.gitkeep');
      symlinkSync(join(folder, 'R-HSA-109581.png'), join(folder, 'HP_0000118.png'));
    });
    expect(names.toSorted()).toEqual(['HP_0000118.png', 'MONDO_0000001.svg', 'R-HSA-109581.png']);
  });

  test('may hold 500 files, and must hold one', () => {
    const many = (count: number) => (folder: string) => {
      for (let number = 0; number < count; number += 1) write(folder, `T_${number}.svg`, 1);
    };
    expect(reading(many(500))).toHaveLength(500);
    expect(reading(many(501))).toEqual([`${KEY} is "FOLDER", which holds 501 files, but must hold 1 to 500.`]);
    expect(reading(many(0))).toEqual([`${KEY} is "FOLDER", which holds 0 files, but must hold 1 to 500.`]);
  });

  test('holds nothing but icons, of 64 kB at most', () => {
    const problems = reading((folder) => {
      write(folder, 'a.jpg');
      mkdirSync(join(folder, 'b.svg'));
      write(folder, 'c.svg');
      truncateSync(join(folder, 'c.svg'), 65_537);
      write(folder, 'd&e.png');
    });
    const allowed =
      'but may hold only files that are named by the id of a term with _ in place of : and end in .svg or .png, such as MONDO_0000001.svg.';
    expect(problems).toEqual([
      `${KEY} is "FOLDER", which holds the file "a.jpg", ${allowed}`,
      `${KEY} is "FOLDER", which holds the folder "b.svg", ${allowed}`,
      `${KEY} is "FOLDER", which holds "c.svg" of 65537 bytes, but an icon may have 65536 at most.`,
      `${KEY} is "FOLDER", which holds the file "d&e.png", ${allowed}`,
    ]);
  });

  test('holds no link to what is elsewhere', () => {
    const problems = reading((folder) => {
      write(folder, 'A_1.svg');
      symlinkSync(import.meta.filename, join(folder, 'B_2.svg'));
      symlinkSync(join('..', 'no-such-file'), join(folder, '.hidden'));
    });
    expect(problems).toEqual([
      `${KEY} is "FOLDER", which holds the link "B_2.svg" to a file elsewhere, but every icon must be in the folder itself.`,
    ]);
  });

  test('has to be there, and to be one', () => {
    const sentence = (reason: string) =>
      `${KEY} is "x", where ${reason}, but must be a folder of .svg and .png files that this account may read.`;
    expect(() => readIconFolder('x')).toThrow(sentence('there is nothing'));
    expect(() => readIconFolder('package.json')).toThrow('where there is a file, but must be a folder');
    expect(reading((folder) => symlinkSync(join(folder, 'nowhere'), join(folder, 'T_1.svg')))).toEqual([
      `${KEY} is "FOLDER", where there is nothing (at "T_1.svg"), but must be a folder of .svg and .png files that this account may read.`,
    ]);
  });
});
