/** English words of the page of a disease or a phenotype. */

export const disease = {
  genesTitle: 'Genes',
  /** `from` is the sources of the associations, with their releases. */
  tiedBy: (from: string) => `Tied to it by ${from}.`,
  anyOf: (count: number) => (count === 1 ? 'Who works on this gene' : `Who works on any of these ${count} genes`),
  /** The source; the genes follow, by kind. */
  associations: (source: string) => `Kind of association (${source}):`,
  /** By the words of HPO and Orphanet for the kind of association between a gene and the disease. */
  kinds: {
    ...{ MENDELIAN: 'Mendelian', POLYGENIC: 'polygenic', UNKNOWN: 'kind not known' },
    'Disease-causing germline mutation(s) in': 'germline variants cause it',
    'Disease-causing germline mutation(s) (loss of function) in': 'loss of function causes it',
    'Disease-causing germline mutation(s) (gain of function) in': 'gain of function causes it',
    'Disease-causing somatic mutation(s) in': 'somatic variants cause it',
    'Major susceptibility factor in': 'major susceptibility factor',
    'Modifying germline mutation in': 'germline variants modify it',
    'Part of a fusion gene in': 'part of a fusion gene',
    'Role in the phenotype of': 'role in the phenotype',
    'Candidate gene tested in': 'candidate gene',
    'Biomarker tested in': 'biomarker',
  },
  firstOf: (shown: number, all: number) => `The first ${shown} of ${all} genes.`,
  /** `from` is the sources of the names, which follow. */
  otherNames: (from: string) => `Also called (${from}):`,
  peopleOf: (name: string) => `People who work on the genes of ${name}`,
  alsoCalled: 'Also listed as',
  interests: (name: string) => `People who write of “${name}”`,
};
