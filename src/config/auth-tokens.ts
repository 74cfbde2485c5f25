/** Reads lists of accepted tokens, with or without names, such as the search tokens of partners' administrators. */

/** One accepted token. The log, the metrics and the administrators' page show only its name. */
export type AuthToken = {
  readonly name: string;
  readonly token: string;
  /** The key of the partner whose administrators have it: the token opens the page on that partner's health. */
  readonly partner?: string;
};

/** An entry as the schema allows it. */
export type AuthTokenEntry = string | AuthToken;

/**
 * Returns the tokens in their order, or a sentence for each problem. Tokens without a name are called `token-1` and so on.
 *
 * @param key the key of the list in the configuration
 */
export function readAuthTokens(
  key: string,
  entries: readonly AuthTokenEntry[],
): {
  readonly tokens: readonly AuthToken[];
  readonly problems: readonly string[];
} {
  const tokens = entries.map((entry, at) =>
    Object.freeze(typeof entry === 'string' ? { name: `token-${at + 1}`, token: entry } : { ...entry }),
  );
  const problems = tokens.flatMap(({ name }, at) => {
    const before = tokens.findIndex((other) => other.name === name);
    return before === at ? [] : [`${key}[${at}] has the name of ${key}[${before}], but must have one of its own.`];
  });
  return { tokens: Object.freeze(tokens), problems };
}

/** Returns a sentence for each token that names a partner which is not configured. */
export function tieProblems(key: string, tokens: readonly AuthToken[], partnerKeys: readonly string[]): string[] {
  return tokens.flatMap(({ partner }, at) =>
    partner === undefined || partnerKeys.includes(partner)
      ? []
      : [
          `${key}[${at}].partner is the text "${partner}", but must be the key of a partner in app.settings.isearch.apis.`,
        ],
  );
}
