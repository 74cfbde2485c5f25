/** What modules need that show records: a view whose words hold the names of this registry. */

import { type OwnNames, withOwnNames } from '../parts/labels.ts';
import type { View } from '../parts/view.ts';

/** @param dataset of the element into which the server wrote the names */
export function recordView<Found extends View>(view: Found, { dataset }: HTMLElement): Found {
  const names: OwnNames = JSON.parse(dataset.names ?? '{"taxa":{},"organs":{}}');
  return { ...view, words: withOwnNames(view.words, names) };
}
