/** The search tokens that this registry accepts, which can be replaced while requests are answered. */

/** An accepted token, with the name by which operators know it. */
export type AcceptedSearchToken = { readonly name: string; readonly token: string; readonly partner?: string };

/** The numbers of changed tokens; it holds no secret. */
type SearchTokensChange = { added: number; removed: number; renamed: number };

export type SearchTokens = {
  /** Returns the tokens in the order of the configuration; the same list until it is replaced. */
  current(): readonly AcceptedSearchToken[];
  /** Replaces the tokens. From the next request on, a removed token is unknown. */
  replace(tokens: readonly AcceptedSearchToken[]): SearchTokensChange;
};

export function searchTokens(first: readonly AcceptedSearchToken[]): SearchTokens {
  let current = first;
  return {
    current: () => current,
    replace(tokens) {
      const change = changeBetween(current, tokens);
      current = tokens;
      return change;
    },
  };
}

function changeBetween(
  before: readonly AcceptedSearchToken[],
  after: readonly AcceptedSearchToken[],
): SearchTokensChange {
  const among = (list: readonly AcceptedSearchToken[], { token }: AcceptedSearchToken) =>
    list.find((one) => one.token === token);
  return {
    added: after.filter((one) => among(before, one) === undefined).length,
    removed: before.filter((one) => among(after, one) === undefined).length,
    renamed: after.filter((one) => (among(before, one)?.name ?? one.name) !== one.name).length,
  };
}
