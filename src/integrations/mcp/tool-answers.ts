/** Answers of the tools for assistants: what the public sees, in few words, with the sentence of completeness first. */

import type { StatsOverview } from '../../domain/federation/federated-overview.ts';
import { noticeOf, type Origin, type OriginNotice, type OriginState } from '../../domain/federation/origin.ts';
import type { RecordStamp } from '../../domain/federation/record-links.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import { readRecord } from '../../domain/record/records.ts';
import type { geneRow, personRow } from '../../domain/record/row.ts';
import type { Resolution } from '../../domain/resolve/candidate.ts';
import type { CoverageTable } from '../../federation/federated-coverage.ts';
import type { WithOrigins } from '../../federation/federated-plan.ts';
import type { RecordsPage } from '../../federation/federated-search.ts';

type PersonRow = ReturnType<typeof personRow>;
type Row = RecordStamp & (PersonRow | (ReturnType<typeof geneRow> & { remoteUser: PersonRow }));

/** A record as an assistant reads it; fields that the record lacks are missing. */
type Expert = {
  name: string | null;
  /** Whether the name is withheld. */
  withheld: boolean;
  registry: string;
  registryKey: string;
  profile?: string | undefined;
  requestAccess?: string | undefined;
  organization?: string | undefined;
  position?: string | undefined;
  interests?: string | undefined;
  symbol?: string | undefined;
  geneId?: number | undefined;
  organism?: string | undefined;
  taxonId?: number | undefined;
  tier?: string | undefined;
};

type RegistryState = OriginNotice & { key: string; name: string; state: OriginState; found: number; reason?: string };

/** Returns the answer of `find_experts`. @param address the page of the same search */
export function expertsAnswer(page: WithOrigins<RecordsPage>, address: string) {
  const { complete, summary, records, envelope, cursor, origins } = page;
  return {
    complete,
    summary,
    experts: records.map(expertIn),
    found: envelope.totalElements,
    foundIsExact: envelope.totalRelation === 'eq',
    cursor,
    page: address,
    registries: origins.map(registryState),
  };
}

/** Returns the answer of `resolve_text`. No registry is asked, so it is complete unless genes of a list were left out. */
export function resolutionAnswer({ entries, entriesLeftOut, leftOut, toConfirm }: Resolution) {
  return {
    complete: entriesLeftOut === 0,
    summary:
      entriesLeftOut === 0
        ? 'Looked up in the reference data of this registry; no registry was asked.'
        : `Looked up in the reference data of this registry, but for ${entriesLeftOut} genes beyond those that are looked up at once; no registry was asked.`,
    entries,
    leftOut,
    toConfirm,
  };
}

/** Returns the answer of `coverage`. */
export function coverageAnswer({ complete, summary, gene, rows, origins }: WithOrigins<CoverageTable>) {
  return {
    complete,
    summary,
    gene,
    rows: rows.map(({ geneId, symbol, taxon, relation, cells }) => ({
      ...{ geneId, symbol, relation, taxonId: taxon.id, organism: taxon.commonName },
      registries: cells.map(({ key, state, count, anonymized, exact }) => ({
        ...{ key, state, researchers: count, withheld: anonymized, exact },
      })),
    })),
    registries: origins.map(registryState),
  };
}

/** Returns the answer of `registries`, with statistics that are null for registries that gave none. */
export function registriesAnswer({ complete, summary, content, origins }: WithOrigins<StatsOverview>) {
  const statistics = new Map<string, Readonly<Record<string, unknown>>>(content.map((stats) => [stats.key, stats]));
  return {
    complete,
    summary,
    registries: origins.map((origin) => {
      const { found: _, ...state } = registryState(origin);
      const { users, usersWithGenes, userGenes } = statistics.get(origin.key) ?? {};
      return {
        ...state,
        url: origin.originUrl,
        version: origin.version,
        ...{ researchers: users ?? null, researchersWithGenes: usersWithGenes ?? null, genes: userGenes ?? null },
      };
    }),
  };
}

function registryState(origin: Origin): RegistryState {
  const { key, origin: name, state, count, problem } = origin;
  return {
    key,
    name,
    state,
    found: count,
    ...(problem === null ? {} : { reason: problem.title }),
    ...noticeOf(origin),
  };
}

function expertIn(record: FoundRecord): Expert {
  const row = readRecord<Row>(record);
  const person = 'remoteUser' in row ? row.remoteUser : row;
  const withheld = typeof person.id !== 'number';
  const { organization, researcherPosition, description } = person;
  return {
    name: withheld ? null : [person.name, person.lastName].filter(Boolean).join(' '),
    withheld,
    registry: person.origin,
    registryKey: row.originKey,
    profile: row.links.page,
    requestAccess: row.links.requestAccess,
    ...{ organization, position: researcherPosition, interests: description },
    ...('remoteUser' in row ? geneIn(row) : {}),
  };
}

function geneIn({ symbol, geneId, taxon, tier }: ReturnType<typeof geneRow>) {
  return {
    ...{ symbol: symbol ?? undefined, geneId, tier },
    taxonId: taxon?.id ?? undefined,
    organism: taxon?.commonName,
  };
}
