/** The tokens that administrators of partners come with: others may take their place while requests are answered. */

/** A token that is accepted, under the name that operators know it by. */
export type AcceptedSearchToken = { readonly name: string; readonly token: string; readonly partner?: string };

/** How many tokens it is about; nothing in it is a secret. */
type SearchTokensChange = { added: number; removed: number; renamed: number };

export type SearchTokens = {
  /** In the order of the configuration; one and the same list until another one takes its place. */
  current(): readonly AcceptedSearchToken[];
  /** From the next request on, a token that has left the list is as unknown as any other. */
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
