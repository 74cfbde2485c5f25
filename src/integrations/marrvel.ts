/**
 * `GET /SearchScientistByGene`: the one address that the pages of the MARRVEL portal request from the browser, in the
 * format that they read. As the portal cannot be changed, this format is fixed; other programs use the federated API.
 */

import { type RequestHandler, type Response, Router } from 'express';
import type { Part } from '../domain/federation/federated-answer.ts';
import { parseSearchQuestion } from '../domain/federation/federated-query.ts';
import type { RecordStamp } from '../domain/federation/record-links.ts';
import { booleanParameter } from '../domain/query/parameters.ts';
import { PUBLIC_VIEWER } from '../domain/record/model.ts';
import { readRecord } from '../domain/record/records.ts';
import { inSlices } from '../lib/slices.ts';
import { errorReplyInForm } from '../server/reply/error-reply.ts';
import { refuseOtherMethods } from '../server/reply/methods.ts';
import { readerSignal } from '../server/reply/reader.ts';
import { endWith } from '../server/reply/replies.ts';
import { addHeader } from '../server/reply/reply-headers.ts';
import { readAddress } from '../server/request/request-context.ts';
import type { IntegrationOptions } from './integration.ts';

type GeneRecord = RecordStamp & {
  geneId?: number | null;
  symbol: string;
  name?: string | null;
  aliases?: string | null;
  taxon: { id: number; commonName?: string | null; scientificName?: string | null };
  tier: string;
  anonymousId?: string | null;
  remoteUser: { id?: number | null; origin: string; researcherPosition?: string | null };
};

const PATH = '/SearchScientistByGene';
/** The portal lists yeast by the taxon id of its species, registries by that of the strain. */
const YEAST = { species: 4932, strain: 559292 };

export function openIntegration({ useCases, registry, admit, reportFault }: IntegrationOptions): RequestHandler {
  const routes = Router();
  routes.use(PATH, admit);
  routes.get(PATH, async (req, res) => {
    registry.refuseUnfit();
    const { params } = readAddress(req.originalUrl);
    if (params.get('taxonId') === String(YEAST.species)) params.set('taxonId', String(YEAST.strain));
    const origins = booleanParameter(params, 'iSearch') === false ? ['local'] : undefined;
    const question = parseSearchQuestion('genes', params);
    const reading = readerSignal(res);
    const collected = await useCases.wholeSearch({ question, origins }, PUBLIC_VIEWER, reading).collect();
    if (collected === undefined) return;
    const matches = await inSlices(matchesIn(collected.parts), reading);
    if (matches === undefined) return;
    const { complete, summary } = collected.answer;
    reply(res, 200, { ScientistMatches: matches, complete, summary });
  });
  routes.all(PATH, refuseOtherMethods());
  routes.use(
    PATH,
    errorReplyInForm(reportFault, (res, { status, message }) => reply(res, status, { message })),
  );
  return routes;
}

/** Makes the matches in steps, as there may be thousands. */
function* matchesIn(parts: readonly Part[]): Generator<undefined, ScientistMatch[]> {
  const matches: ScientistMatch[] = [];
  for (const { records } of parts) {
    for (const record of records) {
      matches.push(...matchIn(readRecord<GeneRecord>(record)));
      yield;
    }
  }
  return matches;
}

type ScientistMatch = ReturnType<typeof matchIn>[number];

/** Returns the match for a record; none if the name is withheld, as the portal has no way to request access. */
function matchIn(record: GeneRecord) {
  const { remoteUser: person, taxon, links } = record;
  if (typeof person.id !== 'number' || typeof record.anonymousId === 'string') return [];
  const { id, commonName = null, scientificName = null } = taxon;
  return [
    {
      modelOrganism: { id: id === YEAST.strain ? YEAST.species : id, commonName, scientificName },
      matchingGeneId: record.geneId ?? null,
      matchingGeneSymbol: record.symbol,
      matchingGeneName: record.name ?? null,
      matchingGeneAliases: record.aliases ?? null,
      tier: record.tier,
      pi: person.researcherPosition === 'PRINCIPAL_INVESTIGATOR' ? person.researcherPosition : null,
      network: person.origin,
      profileLink: links.page,
    },
  ];
}

/** Sends the answer; the portal's pages may read it from any website. */
function reply(res: Response, status: number, value: object): void {
  addHeader(res, 'Access-Control-Allow-Origin', '*');
  if (status === 200) addHeader(res, 'Cache-Control', 'no-store');
  endWith(res, status, 'application/json', Buffer.from(JSON.stringify(value)));
}
