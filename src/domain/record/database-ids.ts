/**
 * Identifiers of genes, diseases and terms in public databases, in the forms in which people and programs write them: with one
 * prefix or two, with a version, and as the address of a page. All that read identifiers read them here.
 */

type DatabaseIds = {
  /** NCBI gene ids that the text may mean. */
  geneIds: number[];
  /** Identifiers of other databases that the text may mean, in lower case: `hgnc:1100`, `fbgn0004644`, `hp:0001250`. */
  identifiers: string[];
};

const NOTHING: DatabaseIds = { geneIds: [], identifiers: [] };

/** Longer texts are no identifiers, and no addresses of one. */
const LONGEST = 300;
const GENE_ID = /^(?:ncbi ?gene|ncbi|gene ?id|entrez(?: ?gene)?)(?: ?id)?[\s:_#]*(\d{1,10})$/i;
const BARE_NUMBER = /^\d{1,10}$/;

/** Identifiers that no other database has, whatever prefix stands before them; the first group is the identifier. */
const OWN_FORMS: readonly RegExp[] = [
  /^(ens[a-z]{0,4}g\d{6,})(?:\.\d{1,3})?$/i,
  /^(fbgn\d{7})$/i,
  /^(wbgene\d{8})$/i,
  /^(zdb-gene-\d{6}-\d{1,6})$/i,
  /^(xb-gene-\d{3,10})$/i,
  /^(s\d{9})$/i,
];
/** Databases whose identifiers are numbers: the prefix of ours, and how others write it. */
const NUMBERED: readonly (readonly [prefix: string, pattern: RegExp, digits?: number])[] = [
  ['hgnc', /^hgnc(?: ?id)?[\s:_#]*(\d{1,7})$/i],
  ['mgi', /^mgi[\s:_#]+(\d{2,8})$/i],
  ['rgd', /^rgd(?: ?id)?[\s:_#]+(\d{2,9})$/i],
  // A phenotypic series has the number of its first disease.
  ['omim', /^(?:o?mim(?:\.disease|ps)?(?: ?id)?[\s:_#*+%]*(?:ps)?|ps)(\d{6})$/i],
  ['orpha', /^(?:orpha(?:net|code)?|ordo)[\s:_#]*(?:orphanet[_:])?(\d{1,7})$/i],
  ['hp', /^hpo?(?:[:_#]\s?|\s?(?=\d{7}$))(\d{1,7})$/i, 7],
];
/** Names of databases before an identifier that has its own form or prefix, as in `HGNC:HGNC:1100` and `FLYBASE:FBgn0004644`. */
const DATABASE =
  /^(?:ensembl|hgnc|flybase|fb|wormbase|wb|zfin|mgi|rgd|sgd|xenbase|xb|omim|mim|orphanet|ordo|hpo|hp|alliancegenome|agr|curie)[:/\s]\s*(?=\S)/i;
/** The id of a term, such as `MP:0001262` or `MONDO_0007739`. */
const TERM_ID = /^([a-z][a-z-]{1,20})[:_]\s?([a-z0-9]{1,20})$/i;
const DIGIT = /\d/;

/** Reads the identifiers that a text may be; none for any other text. */
export function readDatabaseIds(text: string): DatabaseIds {
  if (text.length > LONGEST || !DIGIT.test(text)) return NOTHING;
  const page = readAddress(text);
  if (page !== undefined) return page;
  const gene = GENE_ID.exec(text)?.[1];
  if (gene !== undefined) return { geneIds: [Number(gene)], identifiers: [] };
  if (BARE_NUMBER.test(text)) {
    return { geneIds: [Number(text)], identifiers: text.length === 6 ? [`omim:${text}`] : [] };
  }
  const identifier = identifierIn(text);
  if (identifier === undefined) return NOTHING;
  // Zeros that a spreadsheet removed are added, but an ontology may write its ids without them.
  const written = text.toLowerCase();
  const isShort = written.startsWith('hp:') && written !== identifier;
  return { geneIds: [], identifiers: isShort ? [written, identifier] : [identifier] };
}

/** Returns the id of a term as its ontology writes it: `HP:0001250` for `HP_0001250`, `hpo:1250` and the like; other texts as they are. */
export function termIdOf(text: string): string {
  const hpo = /^hpo?[:_]\s?(\d{4,7})$/i.exec(text)?.[1];
  if (hpo !== undefined) return `HP:${hpo.padStart(7, '0')}`;
  return text.replace(/^(MP|MONDO|NBO|GO|UBERON|CL|PATO|DOID|FBbt|WBPhenotype|ZFA)_(?=\d{5,8}$)/, '$1:');
}

function identifierIn(text: string): string | undefined {
  for (let rest = text, bared = ''; ; rest = bared) {
    const found = knownForm(rest);
    if (found !== undefined) return found;
    bared = rest.replace(DATABASE, '');
    if (bared === rest) break;
  }
  const [, prefix = '', local = ''] = TERM_ID.exec(text) ?? [];
  return DIGIT.test(local) ? `${prefix}:${local}`.toLowerCase() : undefined;
}

function knownForm(text: string): string | undefined {
  for (const pattern of OWN_FORMS) {
    const own = pattern.exec(text)?.[1];
    if (own !== undefined) return own.toLowerCase();
  }
  for (const [prefix, pattern, digits = 0] of NUMBERED) {
    const number = pattern.exec(text)?.[1];
    if (number !== undefined) return `${prefix}:${number.padStart(digits, '0')}`;
  }
  return undefined;
}

const ADDRESS = /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,10})(\/\S*)$/i;
/** Pages whose address has a number or a name alone, with the database that it is of. */
const PAGES: readonly (readonly [host: RegExp, path: RegExp, prefix: string])[] = [
  [/(?:^|\.)ncbi\.nlm\.nih\.gov$/, /^\/gene\/(?:\?term=)?(\d{1,10})(?!\d)/i, 'ncbigene'],
  [/(?:^|\.)identifiers\.org$/, /^\/(?:ncbigene|ncbi\/gene|entrez)[:/](\d{1,10})(?!\d)/i, 'ncbigene'],
  [/(?:^|\.)omim\.org$/, /^\/(?:entry|phenotypicseries)\/(?:ps)?(\d{6})(?!\d)/i, 'omim'],
  [/(?:^|\.)rgd\.mcw\.edu$/, /[?&]id=(\d{2,9})(?!\d)/i, 'rgd'],
  [/(?:^|\.)orpha\.net$/, /(?:\/detail\/|[?&]expert=)(\d{1,7})(?!\d)/i, 'orpha'],
  [/(?:^|\.)yeastgenome\.org$/, /^\/locus\/([a-z0-9-]{2,12})/i, ''],
];
const PARTS = /[/?&=#;]|%2f/i;
const MOST_PARTS = 30;

/** Reads the address of a page about a gene, a disease or a term; undefined for any other text. */
function readAddress(text: string): DatabaseIds | undefined {
  const [, host = '', path = ''] = ADDRESS.exec(text) ?? [];
  if (host === '') return undefined;
  for (const [ofHost, ofPath, prefix] of PAGES) {
    const local = ofHost.test(host.toLowerCase()) ? ofPath.exec(path)?.[1] : undefined;
    if (local === undefined) continue;
    if (prefix === 'ncbigene') return { geneIds: [Number(local)], identifiers: [] };
    return { geneIds: [], identifiers: [prefix === '' ? local.toLowerCase() : `${prefix}:${local}`] };
  }
  const parts = path.split(PARTS).slice(0, MOST_PARTS).map(withoutEnding);
  const whole = parts.map((part, at) => identifierOfPart(part) ?? knownForm(`${parts[at - 1] ?? ''}:${part}`));
  const identifier = whole.findLast((one) => one !== undefined);
  return identifier === undefined ? undefined : { geneIds: [], identifiers: [identifier] };
}

/** Returns the identifier that a part of an address is; a bare number is none. */
function identifierOfPart(part: string): string | undefined {
  const found = DIGIT.test(part) && /[a-z]/i.test(part) ? identifierIn(part) : undefined;
  return found !== undefined && /^(?:http|www|id|v\d|term|gene)/.test(found) ? undefined : found;
}

function withoutEnding(part: string): string {
  return part.replace(/%3a/gi, ':').replace(/\.(?:html?|php|json)$/i, '');
}
