/** A kind of source that is no registry: a laboratory that puts a list of its people on the web as one JSON file. */

import type { Question } from '../../../src/domain/federation/source.ts';
import type { Dialect } from '../../../src/federation/dialect/dialect.ts';
import { answerWith } from '../../../src/federation/partner/partner-query.ts';
import type { SourceType } from '../../../src/federation/partner/source-type.ts';

/** Such as `{ "people": [{ "name": "Ada", "surname": "Lovelace", "works at": "Analytical Institute", "genes": ["BRCA1"] }] }`. */
type Listed = { name: string; surname: string; 'works at': string; genes: readonly string[] };

const HUMAN = { id: 9606, scientificName: 'Homo sapiens', commonName: 'human' };

const DIALECT: Dialect = {
  ...{ name: 'people-list', tokenIn: 'header', tiers: 'one-call', statsPath: '/api/stats' },
  ...{ takesHiddenForOne: false, combinesNameAndDescription: true, everyTaxonId: undefined, hasTaxonRoute: false },
  ...{ sends: new Set(), applies: new Set(), answers: new Set(['genes-search']) },
};

export const PEOPLE_LIST: SourceType = {
  dialectFor: () => DIALECT,
  readVersion: undefined,
  askWith: (client) => async (query) => {
    const outcome = await client.call('/people.json', query);
    const withoutAnswer = { error: undefined, status: undefined, retryAfterSeconds: undefined };
    if ('failure' in outcome) {
      return answerWith(undefined, { failure: { about: 'no-reply', ...withoutAnswer, ...outcome.failure } });
    }
    const { people } = JSON.parse(outcome.reply.body) as { people: readonly Listed[] };
    return answerWith(people.flatMap((one, index) => recordsOf(one, index + 1, query.question)));
  },
};

function recordsOf({ name, surname, 'works at': organization, genes }: Listed, id: number, question: Question) {
  if (question.kind !== 'genes-search') return [];
  const { symbol, taxonId } = question.query;
  if (taxonId !== HUMAN.id || !genes.includes(symbol)) return [];
  const remoteUser = { id, name, lastName: surname, organization, userGenes: {} };
  return [{ symbol, taxon: HUMAN, tier: 'TIER1', remoteUser }];
}
