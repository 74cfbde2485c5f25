/** Our answers are those of the registries of today's network, question by question. */

import { sampleOf } from '../support/machine/sample.ts';
import { describeRecordings } from './describe-recordings.ts';
import { recordedPath } from './recorded-cases.ts';

describeRecordings(
  async (snapshot) => ({ snapshot: recordedPath(`${snapshot}.snapshot.json.gz`) }),
  (cases) => sampleOf(cases, 70),
);
