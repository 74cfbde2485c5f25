/** `/search/user/{id}`, where RDP shows a profile: people have kept such links, and they lead to the profile here. */

import type { RequestHandler } from 'express';
import { sourceOfRecord } from '../../domain/federation/queried-sources.ts';
import { originParam, profilePath } from '../../domain/federation/record-paths.ts';
import type { SourceAddress } from '../../domain/federation/source.ts';
import type { Site } from '../../web/pages/layout.ts';
import { linkTo } from '../../web/parts/view.ts';
import { readAddress } from '../request/request-context.ts';
import { redirect, viewOf } from './page-replies.ts';

type RdpLinkOptions = { site: Site; sources: () => readonly SourceAddress[] };

/** With `remoteHost`, that of a partner (rdp-protocol 7.10); an address that no partner has is refused. */
export function rdpProfileLink({ site, sources }: RdpLinkOptions): RequestHandler<{ userId: string }> {
  return (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const { key } = sourceOfRecord(sources(), params);
    const path = profilePath(req.params.userId);
    redirect(res, 302, linkTo(viewOf(req, params, site), path, new URLSearchParams(originParam(key))));
  };
}
