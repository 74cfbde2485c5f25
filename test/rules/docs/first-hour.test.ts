/** docs/first-hour.md from a fresh folder: every command, and that it prints what the page shows. */

import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readCommand } from '../../support/docs/read-command.ts';
import { fencesOf, read } from '../../support/docs/read-markdown.ts';
import { openWorkplace, type Workplace } from '../../support/machine/command-line.ts';
import { GREETED, watchProgram } from '../../support/machine/watch-program.ts';

const PROGRAM = fileURLToPath(new URL('../../../', import.meta.url));
/** What test/package/package.test.ts does in its own way: it installs the file of the program. */
const OF_THE_PACKAGE = /^(?:npm install|export PATH)/;
const fences = fencesOf(read('docs/first-hour.md'));
const [settings = '', partners = ''] = fences.flatMap(({ language, text }) => (language === 'yaml' ? [text] : []));

test('the commands of the page print what it shows', async () => {
  await using resources = new AsyncDisposableStack();
  const workplace = resources.use(await openWorkplace());
  // A registry goes on in this process, which stands in another folder.
  const file = settings.replace('file: registry.sqlite', `file: ${workplace.at('registry.sqlite')}`);
  await workplace.write('registry.yaml', file);
  const hour = startHour(workplace, resources);
  for (const { language, text } of fences) {
    if (language === 'sh') await hour.run(text);
    if (language === 'text') for (const line of text.trim().split('\n')) hour.expectPrinted(line);
  }
});

/** Runs blocks of commands, and remembers what the last one printed. */
function startHour(workplace: Workplace, resources: AsyncDisposableStack) {
  const addresses = new Map<string, string>();
  let printed = '';
  let stopRegistry: (() => Promise<unknown>) | undefined;

  const moved = (text: string) => {
    return [...addresses].reduce((moving, [shown, here]) => moving.replaceAll(shown, here), text);
  };

  async function stay(command: string): Promise<string> {
    const { env, args } = readCommand(command);
    const isPartner = args[0] === 'mock-partner';
    const more = isPartner ? ['--port', '0'] : [];
    const program = watchProgram(
      workplace.begin([...args, ...more], { env: { DATABASE_FILE: '', ...env }, columns: 120 }),
    );
    await program.until(GREETED);
    const url = /running at (http:\/\/[\d.:]+)/.exec(program.output())?.[1] ?? '';
    addresses.set(isPartner ? 'http://127.0.0.1:8090' : 'http://127.0.0.1:8080', url);
    if (isPartner) await workplace.write('partners.yaml', moved(partners));
    else {
      await stopRegistry?.();
      stopRegistry = program.stop;
    }
    resources.defer(async () => void (await program.stop()));
    return program.output();
  }

  async function output(command: string): Promise<string> {
    if (OF_THE_PACKAGE.test(command)) return 'added 0 packages in 0s\n';
    if (command.startsWith('mkdir ')) return (await mkdir(workplace.at('backups'))) ?? '';
    if (command.startsWith('curl ')) return (await fetch(moved(/http[^']+/.exec(command)?.[0] ?? ''))).text();
    if (/ (?:serve|mock-partner)\b/.test(command)) return stay(command);
    const { env, args } = readCommand(command.replace('node_modules/isearch-proxy/', PROGRAM));
    const { code, stdout, stderr } = await workplace.run(args, { env: { DATABASE_FILE: '', ...env }, columns: 120 });
    expect({ command, code, stderr }).toMatchObject({ command, code: 0 });
    return `${stderr}\n${stdout}\n`;
  }

  return {
    async run(block: string): Promise<void> {
      const outputs: string[] = [];
      for (const command of block.trim().split('\n')) outputs.push(await output(command));
      printed = outputs.join('\n');
    },
    /** A line of the page is in what was printed, but for numbers, times and tokens, and what `…` leaves out. */
    expectPrinted(line: string): void {
      const lines = printed.split('\n').map(alike);
      const pieces = alike(line).split('…');
      const has = (one: string) => pieces.every((piece) => one.includes(piece.trim()));
      expect(lines.some(has), `${line}\nis not in\n${printed}`).toBe(true);
    },
  };
}

/** A printed line without what differs from run to run. */
function alike(line: string): string {
  const afterProgress = line.split('\u001b[K').at(-1) ?? '';
  return afterProgress
    .replace(/^[\w-]{32}$/, 'TOKEN')
    .replace(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'TIME')
    .replace(/\S*registry\.sqlite/g, 'FILE')
    .replace(/\d[\d,.]*(?:\+\w+)?/g, 'N')
    .replace(/\s+/g, ' ')
    .trim();
}
