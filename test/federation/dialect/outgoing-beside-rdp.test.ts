/** What we ask of partners of 1.5 is what RDP 1.5.10 asks of them, but for what is better put otherwise. */

import { describe, expect, test } from 'vitest';
import { EVERY_KIND, RDP_SENDS } from './outgoing-table.ts';
import { questionOf } from './recorded-questions.ts';

describe('beside what RDP 1.5.10 sends for the same purpose (rdp-protocol 7.7)', () => {
  /** Whether terms are known, RDP asks apart from the search. */
  const rowOf = (name: string) => {
    const requests = EVERY_KIND.find(([one]) => one === name)?.[2]['1.5'] ?? [];
    return requests.filter((path) => name === 'terms' || !path.includes('/terms?'));
  };

  test.each(RDP_SENDS)('%s means the same to whoever reads it', (name, ofRdp) => {
    expect(meaningOf(rowOf(name))).toEqual(meaningOf(ofRdp));
  });

  test('only these parameters differ: all tiers in one request, and filters in the plural, as servers read them', () => {
    const names = (paths: readonly string[]) => new Set(paths.flatMap((path) => [...paramsOf(path).keys()]));
    const ofRdp = names(RDP_SENDS.flatMap(([, paths]) => paths));
    const ours = names(RDP_SENDS.flatMap(([name]) => rowOf(name)));
    expect([...ofRdp].filter((name) => !ours.has(name)).toSorted()).toEqual([
      'researcherCategory',
      'researcherPosition',
      'tier',
    ]);
    expect([...ours].filter((name) => !ofRdp.has(name)).toSorted()).toEqual([
      'researcherCategories',
      'researcherPositions',
      'tiers',
    ]);
  });
});

function paramsOf(path: string): URLSearchParams {
  return new URL(path, 'https://partner.example.org').searchParams;
}

/** The one question that requests put together, as the software of a registry reads them. */
function meaningOf(paths: readonly string[]): unknown {
  const [first, ...others] = paths.map(questionOf);
  if (first?.kind !== 'genes-search') return [first, ...others];
  const all = [first, ...others].flatMap((one) => (one.kind === 'genes-search' ? [...one.query.tiers] : []));
  return { ...first.query, tiers: new Set(all) };
}
