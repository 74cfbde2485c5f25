/** What a row is to show of a record, said once more: the members of a list, without what is null or empty. */

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

const OF_GENE = ['anonymousId', 'geneId', 'symbol', 'tier'];
const OF_PERSON = [
  ...['id', 'anonymousId', 'name', 'lastName', 'organization', 'researcherPosition', 'researcherCategories'],
  ...['origin', 'originUrl', 'description'],
];

export function shownRow(record: Json): Json {
  const { originKey, links } = record;
  if (record.remoteUser === undefined) return { originKey, links, ...personRowOf(record) };
  const { id, commonName } = record.taxon;
  return {
    originKey,
    links,
    ...some(record, OF_GENE),
    taxon: { id, commonName },
    remoteUser: personRowOf(record.remoteUser),
  };
}

function personRowOf(person: Json): Json {
  const organs = Object.entries<Json>(person.userOrgans ?? {}).map(([id, { name }]) => [id, { name }]);
  return { ...some(person, OF_PERSON), ...(organs.length > 0 && { userOrgans: Object.fromEntries(organs) }) };
}

function some(record: Json, members: readonly string[]): Json {
  const shown = members.map((member) => [member, record[member]]);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined && value !== null && value.length !== 0));
}
