/** `import` of a table of people, as an operator meets it: the template, the report, the refusals. */

import { access } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { peopleReport } from '../../src/cli/import.ts';
import { fencesOf, read } from '../support/docs/read-markdown.ts';
import { openWorkplace } from '../support/machine/command-line.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

/** The words behind the program, of each command that the page shows. */
const shown = fencesOf(read('docs/people-file.md'))
  .find(({ language }) => language === 'sh')
  ?.text.trim()
  .split('\n')
  .map((line) => line.replace('node src/launch/isearch-proxy.js ', '').split(' '));
const [writeTemplate = [], importIt = []] = shown ?? [];

test.concurrent('the template enters nobody who was an example; faults change nothing; who is missing is removed when asked', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
  await workplace.write('registry.yaml', '');
  expect(await workplace.run(writeTemplate)).toEqual({ code: 0, stdout: '', stderr: '' });
  const unfilled = await workplace.run(importIt);
  expect(unfilled.stderr).toContain('nobody stands in the table');
  await workplace.write('people.csv', 'e-mail;name\nilse.varga@example.org;Ilse\n');
  const first = await workplace.run(['import', 'people.csv']);
  expect(first).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(/^Imported into \S+ in \d+\.\d s: /) });
  expect(first.stderr.split('\n').slice(1)).toEqual([
    'Added:',
    '  ilse.varga@example.org (user 3)',
    'Not in the table, but not removed:',
    '  user.2@example.org (user 2)',
    'To remove them, add --remove-missing.',
    'Not in the table, but never removed by an import:',
    '  user.1@example.org (user 1)',
    '',
  ]);

  await workplace.write('people.csv', 'e-mail;level\nx;secret\nilse.varga@example.org;public\n');
  const { code, stderr } = await workplace.run(['import', 'people.csv', '--remove-missing']);
  expect([code, stderr.replace(/; allowed: .*/g, '').split('\n')]).toEqual([
    1,
    [
      'people.csv was not imported, because 2 things are wrong with it:',
      "row 2, column A (e-mail): 'x' is no e-mail address",
      "row 2, column B (level): 'secret' is not known",
      '',
    ],
  ]);

  await workplace.write('people.csv', 'e-mail;level\nilse.varga@example.org;public\n');
  const third = await workplace.run(['import', 'people.csv', '--remove-missing']);
  expect(third.stderr.split('\n').filter((line) => !line.startsWith('Imported into '))).toEqual([
    'More visible than before:',
    '  ilse.varga@example.org (user 3): private → public',
    'Changed:',
    '  ilse.varga@example.org (user 3): level',
    'Removed, because they are not in the table:',
    '  user.2@example.org (user 2)',
    'Not in the table, but never removed by an import:',
    '  user.1@example.org (user 1)',
    '',
  ]);
});

test.concurrent('a template is printed, never written over a file, and refused before there is a registry', async () => {
  await using workplace = await openWorkplace();
  const { stdout } = await workplace.run(['import', '--template']);
  expect(stdout).toMatch(/^\ufeffe-mail,name,last name,/);
  await workplace.write('people.csv', stdout);
  const outputOf = async (...words: string[]) => (await workplace.run(['import', ...words])).stderr.split('\n')[0];
  expect(await outputOf('--template', 'people.csv')).toBe(
    'people.csv cannot be written: there is such a file already.',
  );
  expect(await outputOf('--template', 'absent/people.csv')).toBe(
    'absent/people.csv cannot be written: its folder is not there; make it first.',
  );
  expect(await outputOf('people.csv')).toMatch(/cannot be used: there is no such file yet; /);
  await expect(access(workplace.at('registry.sqlite'))).rejects.toThrow('ENOENT');
});

test.concurrent.each([
  [['import', '--template', 'x.ods'], "--template writes one file whose name ends with .csv or .xlsx, found 'x.ods'."],
  [
    ['import', 'x', '--remove-missing'],
    '--remove-missing is for tables of people. A snapshot always replaces everything.',
  ],
  [['import', '--template', '--dry-run'], '--template cannot be combined with --dry-run.'],
  [['export', '--template'], '--template, --remove-missing and --dry-run are options of import only.'],
  [
    ['import', 'people.csv', '--config', 'follows.yaml'],
    'This registry follows another database (database.follow). Change its people there.',
  ],
])('%j is refused', async (words, sentence) => {
  await using workplace = await openWorkplace();
  await workplace.write('x', '{}');
  await workplace.write('people.csv', 'e-mail,name\n');
  await workplace.write('follows.yaml', 'database.follow: mysql://reader:secret@db.example.org/rdp\n');
  expect((await workplace.run(words)).stderr.split('\n')[0]).toBe(sentence);
});

test('a report names twenty of a kind, counts the rest, and says where nothing changed', () => {
  const people = Array.from({ length: 1234 }, (_, index) => aUser(index));
  const nobody = { added: [], changed: [], unchanged: people, missing: [], permanent: [], moreVisible: [] };
  expect(peopleReport({ plan: nobody, removed: true, notes: [] }, 'x')).toEqual([
    'Nothing changed: 1,234 people unchanged.',
  ]);
  const lines = peopleReport({ plan: { ...nobody, missing: people }, removed: true, notes: ['a\x1b[2Jb'] }, 'into x');
  expect(lines.slice(0, 2)).toEqual([
    'Imported into x: 0 added, 0 changed, 1,234 unchanged and 1,234 removed.',
    'Removed, because they are not in the table:',
  ]);
  expect(lines.slice(-4)).toEqual([
    '  user.19@example.org (user 19)',
    '  … and 1,214 more.',
    '1 entry was not imported as written:',
    '  a\ufffd[2Jb',
  ]);
});
