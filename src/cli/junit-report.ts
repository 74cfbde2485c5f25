/** The rows of a check as a JUnit file, as build servers read it. */

import type { CheckStep, PartnerCheck } from '../federation/check/check-step.ts';

const MS_PER_SECOND = 1000;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What is wrong is a failure, what could not be looked at is skipped, and a remark is a case that passes and says so. */
export function junitReport({ url, steps }: PartnerCheck, at: Date): string {
  const of = (result: CheckStep['result']) => steps.filter((step) => step.result === result).length;
  const seconds = steps.reduce((sum, { elapsedMs }) => sum + (elapsedMs ?? 0), 0) / MS_PER_SECOND;
  const counts = `tests="${steps.length}" failures="${of('wrong')}" errors="0" skipped="${of('not-asked')}" time="${seconds}"`;
  const suite = `<testsuite name="${escaped(url)}" timestamp="${at.toISOString().slice(0, 19)}" ${counts}>`;
  const cases = steps.map(testCase).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suite}\n${cases}\n</testsuite>\n</testsuites>\n`;
}

function testCase({ check, result, found, elapsedMs, anchor, quirk }: CheckStep): string {
  const place = `rdp-protocol${anchor === null ? '' : `.${anchor.replace(/\.md#/, '.').replaceAll('.', '-')}`}`;
  const head = `<testcase classname="${escaped(place)}" name="${check}" time="${(elapsedMs ?? 0) / MS_PER_SECOND}"`;
  const text = escaped(quirk === null ? found : `${found} (quirk ${quirk})`);
  switch (result) {
    case 'ok':
      return `${head}/>`;
    case 'remark':
      return `${head}><system-out>${text}</system-out></testcase>`;
    case 'wrong':
      return `${head}><failure message="${text}"/></testcase>`;
    case 'not-asked':
      return `${head}><skipped message="${text}"/></testcase>`;
  }
}

/** What XML cannot hold at all becomes a blank; the rest of what a registry says is text. */
function escaped(text: string): string {
  return text.replace(/\p{C}/gu, ' ').replace(/[&<>"]/g, (one) => ESCAPES[one] ?? '');
}
