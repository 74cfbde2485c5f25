/** What the page of a disease or a phenotype says in English. */

export const disease = {
  genesTitle: 'Genes',
  /** Who ties them to it, and by which release. */
  tiedBy: (from: string) => `Tied to it by ${from}.`,
  anyOf: (count: number) => (count === 1 ? 'Who works on this gene' : `Who works on any of these ${count} genes`),
  associations: 'Kind of association:',
  /** In the words of HPO, of a gene with the disease. */
  kinds: { MENDELIAN: 'Mendelian', POLYGENIC: 'polygenic', UNKNOWN: 'kind not known' },
  firstOf: (shown: number, all: number) => `The first ${shown} of ${all} genes.`,
  /** Who calls it so; the names follow. */
  otherNames: (from: string) => `Also called (${from}):`,
  peopleOf: (name: string) => `People who work on the genes of ${name}`,
  alsoCalled: 'Also listed as',
  interests: (name: string) => `People who write of “${name}”`,
};
