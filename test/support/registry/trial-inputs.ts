/** What people typed in a trial who looked for KCNQ2, and what each of it means. */

/** `isCertain`: it is taken; otherwise what is meant is among the first three that are offered. */
export type TrialInput = { text: string; meant: string; isCertain: boolean };

/** Genes as `SYMBOL organism`, diseases and terms by their ids; several genes with a comma between them. */
export const TRIAL_INPUTS: readonly TrialInput[] = [
  { text: 'KCNQ2', meant: 'KCNQ2 human', isCertain: true },
  { text: 'kcnq2', meant: 'KCNQ2 human', isCertain: true },
  { text: '3785', meant: 'KCNQ2 human', isCertain: true },
  { text: 'NCBIGene:3785', meant: 'KCNQ2 human', isCertain: true },
  { text: 'ENSG00000075043', meant: 'KCNQ2 human', isCertain: true },
  { text: 'HGNC:6296', meant: 'KCNQ2 human', isCertain: true },
  { text: '602235', meant: 'KCNQ2 human', isCertain: true },
  { text: 'OMIM:602235', meant: 'KCNQ2 human', isCertain: true },
  { text: 'KV7.2', meant: 'KCNQ2 human', isCertain: true },
  // CHRNA4 was called so, too.
  { text: 'BFNC', meant: 'KCNQ2 human', isCertain: false },
  { text: 'EBN1', meant: 'KCNQ2 human', isCertain: false },
  { text: 'potassium voltage-gated channel subfamily Q member 2', meant: 'KCNQ2 human', isCertain: true },
  { text: 'kcnq2a', meant: 'kcnq2a zebrafish', isCertain: true },
  { text: 'Kcnq2', meant: 'Kcnq2 mouse', isCertain: false },
  { text: 'NM_172107.4(KCNQ2):c.881C>T', meant: 'KCNQ2 human', isCertain: true },
  // The HPO calls it by an older name, "Epileptic encephalopathy, early infantile, 7".
  { text: 'developmental and epileptic encephalopathy 7', meant: 'OMIM:613720', isCertain: false },
  { text: 'OMIM:613720', meant: 'OMIM:613720', isCertain: true },
  { text: 'HP:0001250', meant: 'HP:0001250', isCertain: true },
  { text: 'kcnq2 kcnq3', meant: 'KCNQ2 human, KCNQ3 human', isCertain: true },
];
