/** A program: one hostile answer, put so many times at once, in a process of its own; its figures go to the parent. */

import { boundHeap } from '../../../src/cli/heap-bound.ts';
import { attack } from './attack.ts';
import { hostileAnswer } from './every-hostile-answer.ts';
import { openHostileNetwork } from './hostile-network.ts';

const [name = '', questions = '1'] = process.argv.slice(2);
// As a running registry does.
boundHeap();
await using network = await openHostileNetwork();
process.send?.(await attack(network, hostileAnswer(name), Number(questions)));
process.disconnect?.();
