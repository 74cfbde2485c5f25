/** A program of its own: the partners that mean harm, so that what they do takes no time of who is measured. */

import { version } from '../../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { users } from '../../support/partners/behaviours.ts';
import { hostileAnswer } from './every-hostile-answer.ts';

const started = new Map<string, Promise<ScriptedPartner>>();

process.on('message', async (name: string) => {
  const known = started.get(name) ?? start(name);
  started.set(name, known);
  process.send?.({ name, url: (await known).url });
});
process.on('disconnect', () => process.exit());

function start(name: string): Promise<ScriptedPartner> {
  if (name === 'good') return startScriptedPartner({ '/api/users/search': users(3) });
  return startScriptedPartner({ '/api': version('1.5.10'), ...hostileAnswer(name).script() });
}
