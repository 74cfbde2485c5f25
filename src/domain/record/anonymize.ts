/** Makes the anonymised record of a user, without the person (rdp-protocol 5.1). */

import { PUBLIC, type ResearcherCategory, type Signature } from './model.ts';
import type { OrganRecord } from './records.ts';
import { NO_TEXTS } from './text-members.ts';

/** The members that an anonymised user still shows. */
export type ShownAnonymously = {
  researcherCategories: readonly ResearcherCategory[];
  userOrgans: Readonly<Record<string, OrganRecord>>;
};

/** Returns the name of all anonymised users: `{0}` in the template is replaced by the registry's short name. */
export function anonymizedUserName(template: string, shortname: string): string {
  return template.replaceAll('{0}', () => shortname);
}

/** Returns an anonymised user, with the keys of a full record, but `anonymousId` in place of `id`. */
export function anonymizedUser(
  shown: ShownAnonymously,
  identity: { anonymousId: string; name: string },
  signature: Signature,
) {
  const { anonymousId, name } = identity;
  const { researcherCategories, userOrgans } = shown;
  const { origin, originUrl } = signature;
  return { ...HIDDEN, anonymousId, name, researcherCategories, origin, originUrl, userOrgans };
}

/** An anonymised user in the order of a full record; the members that differ from one to the next are filled in. */
const HIDDEN = {
  anonymousId: '',
  email: null,
  ...NO_TEXTS,
  publications: [],
  researcherPosition: null,
  researcherCategories: [],
  origin: '',
  originUrl: '',
  userTerms: [],
  userGenes: {},
  userOrgans: {},
  userOntologyTerms: [],
  // A technical value that lets the record pass permission filters; not the level of the person (rdp-protocol 5.1).
  privacyLevel: PUBLIC,
};
