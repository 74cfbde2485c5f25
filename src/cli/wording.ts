/** How the command line writes numbers and amounts. */

type Amounts = Readonly<Record<'users' | 'userGenes' | 'genes' | 'orthologs' | 'ontologies', number>>;

/** `1 user`, `5,000 users`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** A list as a sentence has it: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** What a registry holds, or was given. */
export function amountsText({ users, userGenes, genes, orthologs, ontologies }: Amounts): string {
  return listed([
    `${counted(users, 'user')} with ${counted(userGenes, 'gene')}`,
    counted(genes, 'reference gene'),
    counted(orthologs, 'ortholog'),
    counted(ontologies, 'ontology', 'ontologies'),
  ]);
}

/** Text from data, without the control characters that could move the cursor or begin a line. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
