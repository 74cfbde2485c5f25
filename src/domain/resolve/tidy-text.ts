/** Cleans a text for lookups: removes what typing, copying and local habits add. */

import { ownMember } from '../own-member.ts';

const QUOTES = /[\u2018\u2019\u02bc]/g;
const DASHES = /[\u2010-\u2014\u2212]/g;
/** Format and control characters; the latter stand in a text out of a PDF in the place of soft hyphens. */
const INVISIBLE = /[\p{Cf}\u00a0]|(?!\s)\p{Cc}/gu;
/** Characters around a text that comes from a quotation, a question or a list. */
const AROUND = /^[\s"'«»“”„!?.,;:=*#·•-]+|(?<![\s"'«»“”„!?.,;:=*#·•-])[\s"'«»“”„!?.,;:=*#·•-]+$/gu;
const MARKED_NUMBER = /^[#*+%^]\s?(?=\d{6}$)/;

/** Words before what somebody looks for people of: `who works on Dravet syndrome?` */
const QUESTION =
  /^(?:who (?:works|is working|are working) on|(?:is there )?any(?:one|body) working on|(?:researchers?|experts?|people) (?:who work )?on|qui travaille(?:nt)? sur|(?:chercheurs?|personnes) (?:qui travaillent )?sur) (?:the |le |la |les |l')?(?=\S)/i;

/**
 * Returns the text with plain quotes, hyphens and blanks, and without characters and words of a question around it; line ends
 * and tabs stay. A `*` or `=` behind a number ends a change: `p.Arg712*`.
 */
export function tidyText(given: string): string {
  const plain = given
    .replace(INVISIBLE, (sign) => (sign === '\u00a0' ? ' ' : ''))
    .replace(QUOTES, "'")
    .replace(DASHES, '-');
  const trimmed = plain
    .trim()
    .replace(MARKED_NUMBER, '')
    .replace(AROUND, (signs, at: number, whole: string) =>
      /\d[*=]$/.test(whole.slice(0, at + 1)) ? signs.slice(0, 1) : '',
    )
    .replace(QUESTION, '');
  return trimmed === '' ? plain.trim() : trimmed;
}

const GREEK: Readonly<Record<string, string>> = {
  ...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', ζ: 'zeta', η: 'eta', θ: 'theta', κ: 'kappa' },
  ...{ λ: 'lambda', μ: 'mu', µ: 'mu', ν: 'nu', σ: 'sigma', τ: 'tau', χ: 'chi', ψ: 'psi', ω: 'omega' },
};
const GREEK_LETTER = new RegExp(`[${Object.keys(GREEK).join('')}]`, 'gu');
/** British spellings, with the American ones of HPO and OMIM. */
const BRITISH: readonly (readonly [RegExp, string])[] = [
  [/haem/g, 'hem'],
  [/aemi/g, 'emi'],
  [/anaes/g, 'anes'],
  [/paed/g, 'ped'],
  [/oedem/g, 'edem'],
  [/oesoph/g, 'esoph'],
  [/oestr/g, 'estr'],
  [/foet/g, 'fet'],
  [/rrhoea/g, 'rrhea'],
  [/pnoea/g, 'pnea'],
  [/coeli/g, 'celi'],
  [/leuco/g, 'leuko'],
  [/tumour/g, 'tumor'],
  [/colour/g, 'color'],
  [/behaviour/g, 'behavior'],
  [/sulph/g, 'sulf'],
  [/aetio/g, 'etio'],
  [/faec/g, 'fec'],
  [/gynaec/g, 'gynec'],
  [/orthopaed/g, 'orthoped'],
  [/caec/g, 'cec'],
  [/lisation/g, 'lization'],
  [/fibre/g, 'fiber'],
  [/centre/g, 'center'],
];

/** Returns the text in the spelling of reference data: Greek letters as words, American spelling, no `'s`. */
export function otherSpelling(text: string): string {
  const latin = text.toLowerCase().replace(GREEK_LETTER, (letter) => ownMember(GREEK, letter) ?? letter);
  const american = BRITISH.reduce((spelled, [british, other]) => spelled.replace(british, other), latin);
  return american.replace(/'s?(?=\s|$)/g, '');
}
