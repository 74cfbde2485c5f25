/** Writes numbers and amounts for the command line. */

type Amounts = Readonly<Record<'users' | 'userGenes' | 'genes' | 'orthologs' | 'ontologies', number>>;

/** Returns a text such as `1 user` or `5,000 users`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** Joins a list as in a sentence: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** Describes how much data a registry has. */
export function amountsText({ users, userGenes, genes, orthologs, ontologies }: Amounts): string {
  return listed([
    `${counted(users, 'user')} with ${counted(userGenes, 'gene')}`,
    counted(genes, 'reference gene'),
    counted(orthologs, 'ortholog'),
    counted(ontologies, 'ontology', 'ontologies'),
  ]);
}

/** Replaces control characters in data, as they could move the cursor or begin a line. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
