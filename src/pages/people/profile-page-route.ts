/** `/userView/{id}`: the profile of a researcher of this registry or, with `origin`, of a partner. */

import type { RequestHandler } from 'express';
import type { FederatedPerson } from '../../client/answers.ts';
import { type CarriedGene, readCarriedGene } from '../../domain/contact/carried-gene.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import { sourceOfRecord } from '../../domain/federation/queried-sources.ts';
import { originParam, profilePath } from '../../domain/federation/record-links.ts';
import type { SourceAddress } from '../../domain/federation/source.ts';
import { foldForEquality } from '../../domain/folding.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { readRecord } from '../../domain/record/records.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import { isOver, readerSignal } from '../../server/reply/reader.ts';
import { checkApi, type FeatureFlags } from '../../server/request/features.ts';
import { readAddress } from '../../server/request/request-context.ts';
import { readId } from '../../server/routes/record-routes.ts';
import { type ShownTaxon, taxonLabel } from '../parts/labels.ts';
import type { PageView, Site } from '../parts/layout.ts';
import { linkTo } from '../parts/view.ts';
import { type RecordViewOptions, recordViewOf, redirect, replyWithPage, viewOf } from '../server/page-replies.ts';
import { type Draft, draftTo } from '../shortlist/draft.ts';
import { LANGUAGES } from '../words/languages.ts';
import { nameOf } from './found-record.ts';
import { profilePage } from './profile-page.ts';

export type ProfilePageOptions = RecordViewOptions & {
  features: FeatureFlags;
  /** The public address of this registry. */
  host: string;
} & Pick<UseCases, 'recordAtOrigin'>;

export function profilePageHandler(options: ProfilePageOptions): RequestHandler {
  const { recordAtOrigin, features, host } = options;
  return async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const origin = params.get('origin') || LOCAL_ORIGIN;
    checkApi(features);
    const question = { kind: 'user', userId: readId(req.params.userId) } as const;
    const record = await recordAtOrigin({ question, origin }, PUBLIC_VIEWER, readerSignal(res));
    if (isOver(res)) return;
    const user = readRecord<FederatedPerson>(record);
    const view = await recordViewOf(req, params, options);
    const about = readCarriedGene(params);
    const search = view.from ?? (about && searchOf(about, await options.activeTaxa()));
    const message = { about, search, host, words: view.words };
    const page = profilePage(view, {
      user,
      origin,
      notice: record.notice,
      about,
      search,
      draft: draftFor(user, message),
    });
    await replyWithPage(req, res, 200, page);
  };
}

type Message = { about: CarriedGene | undefined; search: string | undefined; host: string; words: PageView['words'] };

/** Returns a draft of a message about the gene that the reader searched for, for readers without scripts. */
function draftFor(user: FederatedPerson, { about, search = '', host, words }: Message): Draft | undefined {
  if (about === undefined) return undefined;
  const address = `${host.replace(/(?<!\/)\/+$/, '')}/${search}`;
  return draftTo({ ...about, name: nameOf(user, words), registry: user.origin }, { gene: about.gene, address }, words);
}

/**
 * Returns the search for the gene in its organism, as a symbol alone may mean another gene. The organism in the address
 * has its name in any of the languages of pages; an unknown one stays part of the text to search for.
 */
function searchOf({ gene, organism }: CarriedGene, taxa: readonly ShownTaxon[]): string {
  const isCalledSo = (taxon: ShownTaxon) =>
    LANGUAGES.some((words) => foldForEquality(taxonLabel(words, taxon)) === foldForEquality(organism));
  const taxon = taxa.find(isCalledSo);
  const params =
    taxon === undefined
      ? { text: [gene, organism].filter(Boolean).join(' ') }
      : { symbol: gene, taxonId: String(taxon.id) };
  return `search?${new URLSearchParams(params)}`;
}

type RdpLinkOptions = { site: Site; sources: () => readonly SourceAddress[] };

/**
 * Redirects `/search/user/{id}`, RDP's address of a profile, to the profile here, as saved links lead to it; with
 * `remoteHost` to that at a partner (rdp-protocol 7.10). An address of no partner is refused.
 */
export function rdpProfileLink({ site, sources }: RdpLinkOptions): RequestHandler<{ userId: string }> {
  return (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const { key } = sourceOfRecord(sources(), params);
    const path = profilePath(req.params.userId);
    redirect(res, 302, linkTo(viewOf(req, params, site), path, new URLSearchParams(originParam(key))));
  };
}
