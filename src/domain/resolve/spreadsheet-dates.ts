/** Names of genes that a spreadsheet took for dates: `2-Sep` was SEPT2. */

/** The names of months in English and French, short and long, and what symbols begin with them, today's first. */
const MONTHS: readonly (readonly [names: RegExp, stems: readonly string[]])[] = [
  [/^(?:feb|february|févr?|février)$/, ['FEB']],
  [/^(?:mar|march|mars)$/, ['MARCHF', 'MTARC']],
  [/^(?:apr|april|avr|avril)$/, ['APR']],
  [/^(?:jun|june|juin)$/, ['JUN']],
  [/^(?:sept?|september|septembre)$/, ['SEPTIN']],
  [/^(?:oct|october|octobre)$/, ['OCT']],
  [/^(?:nov|november|novembre)$/, ['NOV']],
  [/^(?:dec|december|déc|décembre)$/, ['DELEC', 'DEC']],
];
const ISO_MONTHS = ['', '', 'feb', 'mar', 'apr', '', 'jun', '', '', 'sep', 'oct', 'nov', 'dec'];
const DAY_FIRST = /^(\d{1,2})[-. /]{1,2}(\p{L}{3,9})\.?(?:[-. /]{1,2}\d{2,4})?$/u;
const MONTH_FIRST = /^(\p{L}{3,9})\.?[-. /]{1,2}(\d{1,2})$/u;
const ISO = /^(?:19|20)\d\d-(\d\d)-(\d\d)(?:[ T]00:00(?::00)?)?$/;

/** Returns the symbols that a spreadsheet may have written as this date; undefined for a text that is no date. */
export function symbolsOfDate(text: string): string[] | undefined {
  const [, isoMonth = '', isoDay] = ISO.exec(text) ?? [];
  const [, dayFirst, monthSecond] = DAY_FIRST.exec(text) ?? [];
  const [, monthFirst, daySecond] = MONTH_FIRST.exec(text) ?? [];
  const month = (monthFirst ?? monthSecond ?? ISO_MONTHS[Number(isoMonth)] ?? '').toLowerCase();
  const day = Number(dayFirst ?? daySecond ?? isoDay);
  const stems = MONTHS.find(([names]) => names.test(month))?.[1];
  return stems === undefined || !(day >= 1 && day <= 31) ? undefined : stems.map((stem) => `${stem}${day}`);
}

const MONTH =
  '(?:jan|jän|feb|fév|mar|mär|mrz|apr|avr|may|mai|jun|juin|jul|juil|aug|août|sep|oct|okt|nov|dec|dez|déc)[a-zéä]*\\.?';
const ANY_DATE = new RegExp(
  `^(?:\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{1,2}[-. /]{1,2}${MONTH}|${MONTH}[-. /]{1,2}\\d{1,4})(?![\\p{L}\\d])`,
  'iu',
);

/** Whether a cell begins with a date in any form of spreadsheets, also one that no symbol became. */
export function beginsWithDate(text: string): boolean {
  return ANY_DATE.test(text);
}
