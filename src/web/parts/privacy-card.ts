/** A summary for administrators of who may see a record: its privacy level, genes with another level, and whether the record is anonymised. */

import type { FederatedGene, FederatedPerson } from '../../client/answers.ts';
import { type Html, html, type Shown } from '../html.ts';
import type { AllWords } from '../words/words.ts';
import { taxonLabel } from './labels.ts';
import { type AnsweredRecord, anonymousIdOf, isGeneRecord, ownerOf } from './people/found-record.ts';

type Level = number | null | undefined;

/** Returns the card, with a heading of the third level. It omits the genes if the record has none. */
export function privacyCard(record: AnsweredRecord, words: AllWords): Html {
  const { admin } = words;
  const titles = admin.privacyRows;
  const owner = ownerOf(record);
  const isAnonymised = anonymousIdOf(record) !== undefined;
  const rows: [string, Shown][] = [
    // The level of an anonymised record only serves to pass filters; it is not the level of the person (rdp-protocol 5.1).
    [titles.level, levelIn(words, isAnonymised ? null : owner.privacyLevel)],
    [titles.gene, isGeneRecord(record) && searchedGene(record, isAnonymised, words)],
    [titles.genes, !isAnonymised && genesOfOtherLevels(owner, words)],
    [titles.shown, isAnonymised ? admin.shownAnonymised : admin.shownInFull],
  ];
  const present = rows.filter(([, value]) => value);
  return html`<section class="privacy-card" aria-labelledby="privacy"><h3 id="privacy">${admin.privacy}</h3>
<dl>${present.map(([title, value]) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

function levelIn({ admin }: AllWords, level: Level): string {
  const levels: Readonly<Record<number, string>> = admin.levels;
  return levels[level ?? -1] ?? admin.levelUnknown;
}

function searchedGene({ symbol, taxon, privacyLevel }: FederatedGene, isAnonymised: boolean, words: AllWords): Html {
  const level = levelIn(words, isAnonymised ? null : privacyLevel);
  return html`<bdi>${symbol}</bdi> (<bdi>${taxonLabel(words, taxon)}</bdi>): ${level}`;
}

/** Lists the genes with another level than the profile. Records of older versions have no level for a gene, so they list none. */
function genesOfOtherLevels({ userGenes, privacyLevel }: FederatedPerson, words: AllWords): Html | undefined {
  const genes = Object.values(userGenes ?? {}).filter((gene) => gene !== null && gene !== undefined);
  const others = genes.filter((gene) => typeof gene.privacyLevel === 'number' && gene.privacyLevel !== privacyLevel);
  if (others.length === 0) return undefined;
  const byLevel = Map.groupBy(others, (gene) => levelIn(words, gene.privacyLevel));
  return html`<ul>${[...byLevel].map(([level, own]) => html`<li>${own.map(({ symbol }, index) => html`${index > 0 && ', '}<bdi>${symbol}</bdi>`)}: ${level}</li>`)}</ul>`;
}
