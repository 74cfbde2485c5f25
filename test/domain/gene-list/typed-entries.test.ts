/** The genes of a list that somebody types or pastes, also out of a table. */

import { expect, test } from 'vitest';
import { readTypedList } from '../../../src/domain/gene-list/typed-entries.ts';

test.each([
  ['a column', 'KCNQ2\nSCN1A\nKCNQ2', ['KCNQ2', 'SCN1A']],
  ['commas, semicolons and tabs', 'KCNQ2, SCN1A; CDKL5\tMECP2', ['KCNQ2', 'SCN1A', 'CDKL5', 'MECP2']],
  ['genes in rows and columns', 'KCNQ2\tSCN1A\nCDKL5\tMECP2', ['KCNQ2', 'SCN1A', 'CDKL5', 'MECP2']],
  ['a table with a head', 'Patient\tGene\tVariant\n1001\tKCNQ2\tc.881C>T\n1002\tkcnq3\tc.1A>G', ['KCNQ2', 'kcnq3']],
  ['a French head', 'Gène;Nombre\nKCNQ2;3\nSCN1A;7', ['KCNQ2', 'SCN1A']],
  ['a table without a head', 'KCNQ2\tc.881C>T\t3\tP-1\tHET\nSCN1A\tc.4573C>T\t7\tP-2\tAD', ['KCNQ2', 'SCN1A']],
  ['a count before the gene', '3,KCNQ2\n7,SCN1A', ['KCNQ2', 'SCN1A']],
  ['numbers alone', '3785\n6323', ['3785', '6323']],
  ['lines of a text', 'KCNQ2\nc.881C>T, de novo', ['KCNQ2', 'c.881C>T', 'de novo']],
])('%s', (_, typed, genes) => expect(readTypedList(typed).entries).toEqual(genes));
