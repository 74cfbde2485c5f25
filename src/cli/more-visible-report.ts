/** Writes whom and which genes an import shows to more readers: all of them by name, however many they are. */

import type { PrivacyLevel } from '../domain/record/model.ts';
import type { MoreVisible, MoreVisibleGene } from '../domain/record/more-visible.ts';
import { printable } from './wording.ts';

const LEVELS = ['private', 'shared', 'public'] as const;

/**
 * Returns a line for each person below a heading; nothing where nobody is concerned.
 *
 * @param symbolOf returns the symbol of a gene
 */
export function moreVisibleReport(people: readonly MoreVisible[], symbolOf: (geneId: number) => string): string[] {
  if (people.length === 0) return [];
  return ['More visible than before:', ...people.map((one) => `  ${printable(personLine(one, symbolOf))}`)];
}

function personLine(person: MoreVisible, symbolOf: (geneId: number) => string): string {
  const { user, level, isEnabledNow, isSharedNow, isGeneListShownNow, seesEverybodyNow, genes = [] } = person;
  const what = [
    ...(level === undefined ? [] : [changeText(level.from, level.to)]),
    ...(isEnabledNow ? ['no longer disabled'] : []),
    ...(isSharedNow ? ['shared with partners'] : []),
    ...(isGeneListShownNow ? ['gene list no longer hidden'] : []),
    ...(seesEverybodyNow ? ['sees everybody by its role'] : []),
    ...(genes.length === 0 ? [] : [`genes: ${genes.map((gene) => geneText(gene, symbolOf(gene.geneId))).join(', ')}`]),
  ];
  return `${user.email} (user ${user.id}): ${what.join('; ')}`;
}

function geneText({ level, tier }: MoreVisibleGene, symbol: string): string {
  const levels = level.from === level.to ? [] : [changeText(level.from, level.to)];
  const tiers = tier === undefined ? [] : [`${tier.from ?? 'no tier'} → ${tier.to}`];
  return `${symbol} (${[...levels, ...tiers].join(', ')})`;
}

function changeText(from: PrivacyLevel | null | undefined, to: PrivacyLevel | null): string {
  return `${from === undefined ? 'new' : levelText(from)} → ${levelText(to)}`;
}

function levelText(level: PrivacyLevel | null): string {
  return level === null ? 'no level' : LEVELS[level];
}
