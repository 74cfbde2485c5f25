/** French words of a search that only the server writes; browsers do not load them. */

import { isOne } from './plurals.fr.ts';
import type * as english from './server-pages.en.ts';
import type { Widened } from './words.ts';

export const geneCard = {
  more: 'Plus sur le gène',
  identifiers: 'Identifiants et autres sites',
  moreLinks: 'Plus',
  searchedAs: (symbol: string) => `recherché sous le nom de ${symbol}`,
  unknown: 'La table des gènes de ce registre ne connaît pas ce gène.',
  unknownTaxon: (taxonId: string) => `Ce registre ne propose aucun organisme portant le numéro ${taxonId}.`,
  several: (count: number) => `${count} gènes portent ce symbole ; tous sont recherchés.`,
  other: 'Autres gènes qui portent ce symbole :',
  kind: { 'protein-coding': 'codant pour une protéine' } as Readonly<Record<string, string>>,
  /** The status of the symbol, in the words of NCBI. */
  status: { official: 'officiel', interim: 'provisoire' } as Readonly<Record<string, string>>,
  diseases: 'Maladies :',
  diseasesBy: (source: string) => `selon ${source}`,
  moreDiseases: (count: number, source: string) =>
    isOne(count) ? `${count} autre, ${source}` : `${count} autres, ${source}`,
  human: 'Gène humain :',
  orthologs: 'Orthologues :',
  moreOrthologs: (count: number) => (isOne(count) ? `${count} autre` : `${count} autres`),
  noOrthologs: 'Aucun orthologue n’est connu ici.',
  noOrthologsIn: (taxon: string) => `Aucun orthologue n’est connu ici, organisme : ${taxon}.`,
  toCoverage: 'Vérifier chaque gène dans chaque registre',
  matrix: 'Personnes par organisme et par registre',
  matrixHelp: 'Une personne inscrite dans deux registres compte dans les deux.',
  legend: 'Légende',
  legendNobody: 'encadré : personne, avec certitude',
  legendNoneFound: 'sans cadre : personne de trouvé parmi les orthologues que connaît ce registre',
  legendEarlier: 'hachuré, avec ↶ : une réponse antérieure',
  legendAtLeast: 'réponse partielle : au moins autant',
  matrixOfAll: 'Le tableau compte toutes les personnes.',
} satisfies Widened<typeof english.geneCard>;

export const boxPages = {
  placeholder: 'KCNQ2, unc-13, ENSG00000075043, syndrome de Dravet',
  understood: (gene: string, organism: string, identifier: string) =>
    `Compris comme ${gene}, ${organism} (${identifier})`,
  somethingElse: 'Autre chose ?',
  moreGenes: (count: number) => (isOne(count) ? 'et 1 autre' : `et ${count} autres`),
  noGenes: 'Aucun gène n’est connu ici pour cette entrée.',
  humanGene: 'Gène humain :',
  peopleWithTerm: 'Personnes qui ont choisi ce terme',
  meant: (text: string) => `Résultats pour « ${text} »`,
  nothing: (text: string) => `Aucun gène, aucune maladie et aucun terme ne correspond à « ${text} ».`,
} satisfies Widened<typeof english.boxPages>;

export const peoplePages = {
  part: (from, to, all) => `Personnes ${from} à ${to} sur ${all}`,
  whyList: 'Pourquoi cette liste ?',
  counted:
    'Chaque personne de chaque registre est comptée. « 4 à 10 personnes » signifie que certaines de ces dix peuvent être la même personne. Deux registres montrent peut-être le même identifiant ORCID ou le même nom, et une personne sans nom peut être l’une des autres.',
  ruleOfResearchers:
    'Les personnes dont le nom est affiché viennent en premier, puis les chercheurs principaux, puis les noms de famille de A à Z.',
  tools: 'Que faire de la liste',
  share: 'Partager et enregistrer',
  sheet: 'Imprimer un résumé',
  filesOfAll: 'Les fichiers contiennent toutes les personnes, même si vous filtrez la liste.',
  noticesOfAll: 'Les avis portent sur toutes les personnes, même si vous filtrez la liste.',
  downloadAs: (format) => (format === 'XLSX' ? 'Télécharger comme classeur (XLSX)' : `Télécharger ${format}`),
  copySentence: 'Copier la citation',
  narrow: 'Restreindre la liste',
  contains: 'Filtrer par texte',
  question: 'Ce qui est recherché',
  orthologsIn: (organism) => `ses orthologues, organisme : ${organism}`,
  nameContains: (name) => `le nom contient « ${name} »`,
  nameStarts: (name) => `le nom de famille commence par « ${name} »`,
  interestContains: (interest) => `le thème contient « ${interest} »`,
  only: (registry) => `${registry} seulement`,
  remove: (chip) => `Rechercher sans : ${chip}`,
} satisfies Widened<typeof english.peoplePages>;
