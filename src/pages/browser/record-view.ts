/** The view of modules that show records, whose words include this registry's names. */

import { type OwnNames, withOwnNames } from '../parts/labels.ts';
import type { View } from '../parts/view.ts';

/** @param dataset of the element that has the names as JSON */
export function recordView<Found extends View>(view: Found, { dataset }: HTMLElement): Found {
  const names: OwnNames = JSON.parse(dataset.names ?? '{"taxa":{},"organs":{}}');
  return { ...view, words: withOwnNames(view.words, names) };
}
