/** Makes the anonymised record of a user, without the person (rdp-protocol 5.1). */

import { PUBLIC, type ResearcherCategory, type Signature } from './model.ts';
import type { OrganRecord } from './records.ts';

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
  return {
    anonymousId: identity.anonymousId,
    email: null,
    name: identity.name,
    lastName: null,
    description: null,
    organization: null,
    department: null,
    phone: null,
    website: null,
    publications: [],
    researcherPosition: null,
    researcherCategories: shown.researcherCategories,
    origin: signature.origin,
    originUrl: signature.originUrl,
    userTerms: [],
    userGenes: {},
    userOrgans: shown.userOrgans,
    userOntologyTerms: [],
    // A technical value that lets the record pass permission filters; not the level of the person (rdp-protocol 5.1).
    privacyLevel: PUBLIC,
  };
}
