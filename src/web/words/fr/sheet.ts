/** French words of the printed sheet. */

export const sheet = {
  title: 'Résumé',
  titleOf: (sentence: string) => `Résumé : ${sentence}`,
  print: 'Imprimer le résumé',
  printHint: 'Une page, A4 ou Letter : imprimez-la avec votre navigateur.',
  back: 'Retour aux résultats',
  identifiers: 'NCBI Gene',
  orthologs: 'Orthologues',
  moreOrthologs: (count: number) => `et ${count} de plus`,
  people: 'À qui s’adresser d’abord',
  order:
    'D’abord les personnes nommées ; puis qui y travaille actuellement, sur le gène lui-même, les chercheurs principaux, le nom.',
  withheld: (registry: string) => `Nom non communiqué par ${registry} : y demander l’accès`,
  otherPeople: (count: number) =>
    count === 1 ? '1 autre personne a été trouvée.' : `${count} autres personnes ont été trouvées.`,
  otherPeopleAtLeast: (count: number) => `Au moins ${count} autres personnes ont été trouvées.`,
  completeness: 'La réponse est-elle complète ?',
  asOf: (moment: string) => `État du ${moment}.`,
  address: 'La même recherche, à jour',
  codeOf: 'L’adresse de cette recherche en code QR',
};
