/** What a feed says of how many registries answer in full. */

import { expect, test } from 'vitest';
import { feed as english } from '../../../src/pages/feeds/words.en.ts';
import { feed as french } from '../../../src/pages/feeds/words.fr.ts';

test.each([
  [1, 1, 'The only registry answers in full.', 'Le seul registre répond complètement.'],
  [0, 1, 'The only registry gives no full answer.', 'Le seul registre ne donne pas de réponse complète.'],
  [3, 3, 'All 3 registries answer in full.', 'Les 3 registres répondent complètement.'],
  [1, 3, '1 of 3 registries answer in full.', '1 registre sur 3 répond complètement.'],
])('%i of %i registries answered in full', (whole, all, en, fr) => {
  expect([english.whole(whole, all), french.whole(whole, all)]).toEqual([en, fr]);
});
