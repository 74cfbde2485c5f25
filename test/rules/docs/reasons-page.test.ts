/** docs/reasons.md against the catalogue and the phrasebook of reasons. */

import { expect, test } from 'vitest';
import { titleOf } from '../../../src/domain/federation/reasons-in-english.ts';
import { schemas } from '../../server/routes/federated-openapi-reader.ts';
import { codesIn, read, tablesOf } from '../../support/docs/read-markdown.ts';
import { EVERY_REASON } from '../../support/partners/every-reason.ts';
import { withReasonParameters } from '../../tools/api-tables/reason-table.ts';

const page = read('docs/reasons.md');
const rows = tablesOf(page)
  .filter(({ header }) => header[0] === 'It')
  .flatMap((table) => table.rows);
/** Their titles are those of the reasons that they hold. */
const JOINING = ['limited', 'nothing-usable', 'withheld-from-older'];

test('the table of reasons has every code, in a row with its title', () => {
  const wrong = EVERY_REASON.filter(({ code }) => !JOINING.includes(code)).filter((reason) => {
    const own = rows.filter(([, codes = '']) => codesIn(codes).includes(reason.code));
    return !own.some(([title = '']) => patternOf(title).test(titleOf(reason)));
  });
  expect(wrong).toEqual([]);
  for (const code of JOINING) expect(page).toContain(`\`${code}\``);
});

test('the table of reasons has no row for what nobody says', () => {
  const codes = EVERY_REASON.map(({ code }) => code as string);
  expect(rows.filter(([, own = '']) => codesIn(own).length === 0)).toEqual([]);
  expect(rows.flatMap(([, own = '']) => codesIn(own)).filter((code) => !codes.includes(code))).toEqual([]);
  const titles = rows.map(([title]) => title);
  expect(titles).toEqual([...new Set(titles)]);
});

test('the table of reasons says of each what it means, and who can mend it', () => {
  const isSaid = (toDo = '') => /^(?:you|they|both|nobody|as for)\b/.test(toDo);
  expect(rows.filter(([, , , means, toDo]) => !means || !isSaid(toDo))).toEqual([]);
});

test('the tables have the parameters of every code as `npm run tables` writes them', () => {
  expect(withReasonParameters(page)).toBe(page);
  // It notices a parameter that is gone.
  const changed = page.replaceAll(' `timeoutMs` |', ' |').replace('`because`: reason, `records`', '');
  expect(changed).not.toBe(page);
  expect(withReasonParameters(changed)).toBe(page);
});

test('the description of the API lists every code', () => {
  const { code } = (schemas.OriginProblem?.properties ?? {}) as Record<string, { description: string }>;
  const [, list = ''] = /At present: ([^:]*)\./.exec(code?.description ?? '') ?? [];
  expect(codesIn(list).toSorted()).toEqual(EVERY_REASON.map(({ code: one }) => one as string).toSorted());
});

function patternOf(title: string): RegExp {
  const parts = title.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}
