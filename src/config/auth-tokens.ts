/** Reads lists of accepted tokens, such as those that partners' administrators come with, with or without a name. */

/** One accepted token; its name is what the log, the metrics and the administrators' page show of it. */
export type AuthToken = {
  readonly name: string;
  readonly token: string;
  /** The key of the partner whose administrators have it, so that they may see how that partner fares here. */
  readonly partner?: string;
};

/** What the schema lets an entry be. */
export type AuthTokenEntry = string | AuthToken;

/**
 * The tokens in their order, those without a name called `token-1` and so on, or a sentence for everything wrong.
 *
 * @param key of the list in the configuration
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

/** A sentence for every token that is tied to a partner whom nobody configured. */
export function tieProblems(key: string, tokens: readonly AuthToken[], partnerKeys: readonly string[]): string[] {
  return tokens.flatMap(({ partner }, at) =>
    partner === undefined || partnerKeys.includes(partner)
      ? []
      : [
          `${key}[${at}].partner is the text "${partner}", but must be the key of a partner in app.settings.isearch.apis.`,
        ],
  );
}
