/** Reads the JSON of a partner's answer and writes it again; prints how many ms of processor time that takes. */

import { partnerAnswers } from './partner-answers.ts';

const WARM_UP_ANSWERS = 500;
const ANSWERS = 1000;

const answerTo = partnerAnswers(1);
/** Each is another text, as in searches. */
const bodies = Array.from({ length: WARM_UP_ANSWERS + ANSWERS }, (_, index) =>
  Buffer.from(answerTo('/api/genes/search', new URLSearchParams({ symbol: `GENE${index}` })) ?? ''),
);

for (const body of bodies.slice(0, WARM_UP_ANSWERS)) readAndWrite(body);
const before = process.cpuUsage();
for (const body of bodies.slice(WARM_UP_ANSWERS)) readAndWrite(body);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000 / ANSWERS));

function readAndWrite(body: Buffer): void {
  Buffer.from(JSON.stringify(JSON.parse(body.toString())));
}
