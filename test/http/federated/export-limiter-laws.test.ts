/** What holds of places and room for files of searches in whatever order things happen. */

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Asker, LIMITS, openLimiter, type Step, stepsOf } from '../../support/http/export-askers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('whatever order they ask, read and leave in, no bound is passed, and all is free when all have left', async () => {
  const action = fc.record({ who: fc.nat(40), what: fc.constantFrom('ask', 'ask', 'hold', 'letGo', 'leave', 'wait') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 60 }),
      fc.array(fc.nat(60), { minLength: 41, maxLength: 41 }),
      async (actions, sizes) => {
        const { ask } = openLimiter();
        const askers: { asker: Asker; address: string; size: number; held: number }[] = [];
        for (const { who, what } of actions) {
          const address = `192.0.2.${who % 5}`;
          if (what === 'ask') askers.push({ asker: await ask(address), address, size: sizes[who] ?? 0, held: 0 });
          if (what === 'wait') await vi.advanceTimersByTimeAsync(4_000);
          const one = askers[who % Math.max(1, askers.length)];
          if (one === undefined) continue;
          if (what === 'hold' && one.asker.step === 'gathering') {
            one.held = one.size;
            await one.asker.hold(one.size);
          }
          if (what === 'letGo' && one.asker.step === 'reading') {
            const taken = Math.floor(one.held / 2);
            one.held -= taken;
            await one.asker.letGo(taken);
          }
          if (what === 'leave') await one.asker.leave();
          const inStep = (...steps: Step[]) => askers.filter(({ asker }) => steps.includes(asker.step));
          expect(inStep('gathering', 'for room').length).toBeLessThanOrEqual(LIMITS.mostGathering);
          expect(inStep('for room').length).toBeLessThanOrEqual(LIMITS.mostWaitingForRoom);
          expect(inStep('waiting').length).toBeLessThanOrEqual(LIMITS.mostWaiting);
          const room = inStep('reading').reduce((sum, { held }) => sum + Math.min(held + 1, 50), 0);
          expect(room).toBeLessThanOrEqual(100);
          const underWay = Map.groupBy(inStep('gathering', 'for room', 'reading'), (each) => each.address);
          for (const own of underWay.values()) expect(own.length).toBeLessThanOrEqual(LIMITS.mostPerAddress);
        }
        for (const { asker } of askers) await asker.leave();
        const fresh = await ask('192.0.2.99');
        await fresh.hold(49);
        const next = await ask('192.0.2.98');
        await next.hold(49);
        expect(stepsOf([fresh, next])).toEqual(['reading', 'reading']);
      },
    ),
    { numRuns: 100 },
  );
});
