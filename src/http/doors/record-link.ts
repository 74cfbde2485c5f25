/** Where a record of an answer leads: the profile, or the form that asks for access. */

type LinkedRecord = {
  anonymousId?: string | null | undefined;
  remoteUser: { id?: number | null | undefined };
};

/**
 * Both lead on to the partner whose record it is.
 *
 * @param host the address of this registry, without a trailing slash
 */
export function recordLink({ anonymousId, remoteUser }: LinkedRecord, originKey: string, host: string): string {
  const query = originKey === 'local' ? '' : `?${new URLSearchParams({ origin: originKey })}`;
  if (typeof remoteUser.id === 'number') return `${host}/userView/${remoteUser.id}${query}`;
  const id = encodeURIComponent(anonymousId ?? '');
  return `${host}/search/gene/by-anonymous-id/${id}/request-access${query}`;
}
