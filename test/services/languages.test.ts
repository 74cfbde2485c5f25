/** docs/python.md and docs/r.md as somebody reads them: every snippet in its order against the demonstration, and what it prints. */

import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENTED_URLS, type DocumentedNetwork, startDocumentedNetwork } from '../support/docs/documented-network.ts';
import { fencesOf, read } from '../support/docs/read-markdown.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { PYTHON_TOOLS } from '../support/services/foreign-tools.ts';
import { programNamed } from '../support/services/programs.ts';

const run = promisify(execFile);
const R = programNamed('Rscript');
/** Between what two snippets print. */
const END = '===== end of a snippet =====';
const ADMIN = 'demo-admin-token';

type Language = { program: string | undefined; file: string; printEnd: string };
const LANGUAGES: Readonly<Record<'python' | 'r', Language>> = {
  python: {
    program: PYTHON_TOOLS === undefined ? undefined : join(PYTHON_TOOLS, 'python'),
    file: 'snippets.py',
    printEnd: `print('${END}', flush=True)`,
  },
  r: { program: hasHttr2() ? R : undefined, file: 'snippets.R', printEnd: `cat("${END}\\n")` },
};

function hasHttr2(): boolean {
  try {
    execFileSync(R ?? '', ['-e', 'library(httr2); library(jsonlite)'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let demo: DocumentedNetwork;
let workplace: Workplace;
beforeAll(async () => {
  demo = await startDocumentedNetwork();
  workplace = await openWorkplace();
});
afterAll(async () => {
  await workplace?.[Symbol.asyncDispose]();
  await demo?.[Symbol.asyncDispose]();
});

describe.each(Object.entries(LANGUAGES))('docs/%s.md', (language, { program, file, printEnd }) => {
  const fences = fencesOf(read(`docs/${language}.md`));
  const shown = fences.flatMap((fence, at) =>
    fence.language === language ? [{ code: fence.text, prints: fences[at + 1] }] : [],
  );

  test('has a snippet for each thing that somebody wants, and shows what it prints', () => {
    const wanted = ['Search', 'Completeness', 'Paging', 'A list of genes into a data frame', 'Errors', 'Token'];
    const under = fences.filter((fence) => fence.language === language).map((fence) => fence.under);
    expect([...new Set(under)]).toEqual(wanted);
    for (const { prints } of shown) expect(prints?.language).toBe('text');
  });

  test.skipIf(program === undefined)('prints what it shows (needs what .ci/tools brings)', async () => {
    const code = shown.flatMap((one) => [one.code, printEnd]).join('\n');
    await writeFile(workplace.at(file), really(code));
    const env = { ...process.env, TOKEN: ADMIN };
    const { stdout } = await run(program ?? '', [workplace.at(file)], { env });
    const printed = stdout.split(`${END}\n`).slice(0, -1);
    expect(printed.map(trimmed)).toEqual(shown.map(({ prints }) => trimmed(really(prints?.text ?? ''))));
  });
});

/** At the addresses where the demonstration really is. */
function really(text: string): string {
  return DOCUMENTED_URLS.reduce((so, url, at) => so.replaceAll(url, demo.registries[at]?.url ?? url), text);
}

/** Without what nobody sees at the ends of lines. */
function trimmed(text: string): string {
  return text.replace(/[ \t]+$/gm, '').trim();
}
