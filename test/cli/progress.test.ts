/** Progress and tables: for people on a terminal, silent or plain for everybody else. */

import { describe, expect, test, vi } from 'vitest';
import { listed, progressLine, type TableColumn, table } from '../../src/cli/output.ts';
import { counted } from '../../src/domain/plurals.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { aGene, smallSnapshot } from '../support/registry/small-snapshot.ts';

const CLEAR = '\r\x1b[K';

function screen(shape: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  return { ...shape, written, write: (piece: string | Uint8Array) => written.push(String(piece)) > 0 };
}

describe('the progress line', () => {
  test('is written over itself and wiped away at the end', () => {
    const terminal = screen({ isTTY: true });
    const progress = progressLine(terminal);
    progress.show({ stage: 'reading', done: 0, total: 1 });
    progress.show({ stage: 'genes', done: 0, total: 2000 });
    progress.show({ stage: 'genes', done: 2000, total: 2000 });
    progress.clear();
    progress.clear();
    expect(terminal.written).toEqual([
      `${CLEAR}${'░'.repeat(24)} reading …`,
      `${CLEAR}${'░'.repeat(24)} genes 0 of 2,000`,
      `${CLEAR}${'█'.repeat(24)} genes 2,000 of 2,000`,
      CLEAR,
    ]);
  });

  test('says after a second how fast it goes, and how long it will take', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const terminal = screen({ isTTY: true, columns: 120 });
    const progress = progressLine(terminal);
    const line = () => terminal.written.at(-1)?.slice(CLEAR.length + 25);
    const at = (elapsedMs: number, shown: Parameters<typeof progress.show>[0]) => {
      vi.advanceTimersByTime(elapsedMs);
      progress.show(shown);
      return line();
    };
    const genes = { stage: 'genes', total: 10_000 };
    expect(at(0, { ...genes, done: 1000 })).toBe('genes 1,000 of 10,000');
    expect(at(900, { ...genes, done: 1500 })).toBe('genes 1,500 of 10,000');
    expect(at(1100, { ...genes, done: 2000 })).toBe('genes 2,000 of 10,000, 500/s, 16 s left');
    const bytes = { stage: 'x.gz', total: 200_000_000, unit: 'bytes' as const };
    expect(at(50, { ...bytes, done: 0 })).toBe('x.gz 0.0 of 200.0 MB');
    expect(at(2000, { ...bytes, done: 3_000_000 })).toBe('x.gz 3.0 of 200.0 MB, 1.5 MB/s, 3 min left');
    expect(at(2000, { stage: 'y', done: 500, total: 1, unit: 'bytes' })).toBe('y …');
    vi.useRealTimers();
  });

  test('is drawn at most twenty times a second within a stage', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const terminal = screen({ isTTY: true });
    const progress = progressLine(terminal);
    for (let done = 0; done < 1000; done++) {
      progress.show({ stage: 'genes', done, total: 1000 });
      vi.advanceTimersByTime(1);
    }
    vi.useRealTimers();
    expect(terminal.written).toHaveLength(20);
  });

  test('never fills a line of the terminal, and lets no text from the data move the cursor', () => {
    const terminal = screen({ isTTY: true, columns: 40 });
    progressLine(terminal).show({ stage: `terms of \u001b[2J${'x'.repeat(100)}`, done: 1, total: 2 });
    const [line = ''] = terminal.written;
    expect(line.slice(CLEAR.length)).toHaveLength(39);
    expect(line.slice(CLEAR.length)).not.toContain('\u001b');
  });

  test('does not exist where nobody looks', () => {
    const file = screen({});
    const progress = progressLine(file);
    progress.show({ stage: 'genes', done: 1, total: 2 });
    progress.clear();
    expect(file.written).toEqual([]);
  });
});

describe('a table', () => {
  type Entry = { id: number; name: string };
  const columns: TableColumn<Entry>[] = [
    { header: 'ID', text: ({ id }) => String(id) },
    { header: 'NAME', text: ({ name }) => name, shortText: ({ name }) => name.slice(0, 1) },
    { header: 'STATE', text: () => 'fine' },
  ];
  const entries = [
    { id: 1, name: 'Ada' },
    { id: 1000, name: 'Grace\tH' },
  ];

  test('is aligned under a header on a terminal', () => {
    expect(table(columns, entries, { isTTY: true })).toBe('ID    NAME  STATE\n1     A     fine\n1000  G     fine\n');
  });

  test('is bare and separated by tabs elsewhere', () => {
    expect(table(columns, entries, {})).toBe('1\tAda\tfine\n1000\tGrace\ufffdH\tfine\n');
  });
});

test('amounts read as sentences do', () => {
  expect([counted(1, 'user'), counted(0, 'user'), counted(12345, 'ontology', 'ontologies')]).toEqual([
    ...['1 user', '0 users', '12,345 ontologies'],
  ]);
  expect([listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual(['a', 'a and b', 'a, b and c']);
});

describe('on a terminal', () => {
  const onTerminal = async (workplace: Workplace, ...args: string[]) => {
    const { stdout, stderr } = await workplace.run(args, { columns: 80 });
    return stdout + stderr;
  };
  const lastLine = (shown: string) => shown.slice(shown.lastIndexOf('\x1b[K') + '\x1b[K'.length);

  test('import shows every stage, and leaves only its last sentence', async () => {
    await using workplace = await openWorkplace();
    const genes = Array.from({ length: 20_000 }, (_, index) => aGene(index + 1, `G${index}`));
    const snapshot = smallSnapshot({ genes: [...smallSnapshot().genes, ...genes.slice(12_189)] });
    await workplace.write('some.json', JSON.stringify(snapshot));
    const shown = await onTerminal(workplace, 'import', 'some.json');
    for (const stage of [
      'reading …',
      'checking …',
      'waiting to write …',
      'genes 0 of 7,814',
      'terms of hp 2 of 2',
      'users 2 of 2',
      'indexes …',
    ]) {
      expect(shown).toContain(stage);
    }
    expect(lastLine(shown).trimEnd()).toMatch(/^Imported 2 users with .* in \d+\.\d s\.$/);
  });

  test('a start that fails leaves only its sentences', async () => {
    await using workplace = await openWorkplace();
    await workplace.write('first.json', '[]');
    workplace.env.DATABASE_INITIAL_SNAPSHOT = 'first.json';
    const shown = await onTerminal(workplace, 'serve');
    expect(shown).toContain('checking …');
    expect(lastLine(shown)).toMatch(/^first\.json was not imported, /);
  });

  test('token list is a table', async () => {
    await using workplace = await openWorkplace();
    await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
    const today = new Date().toISOString().slice(0, 10);
    const lines = (await onTerminal(workplace, 'token', 'list')).split('\n');
    expect(lines).toEqual([
      'ID  USER  E-MAIL              LABEL     CREATED     EXPIRES     LAST USED  STATE',
      `1   1     user.1@example.org  imported  ${today}  2099-01-01  -          valid`,
      '',
    ]);
  });
});
