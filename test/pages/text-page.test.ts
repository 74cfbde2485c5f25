/** The one box without scripts: what is typed into it leads to a search, or to everything that it may mean. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelSnapshot } from '../support/registry/channel-snapshot.ts';
import { aGene, aUser } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { elementsOf, elementWithId, readHtml } from '../support/server/read-html.ts';

let registry: TestRegistry;
beforeAll(async () => {
  const snapshot = channelSnapshot();
  for (const term of snapshot.ontologies[0]?.terms ?? []) term.altTermIds.push('HP:0002279');
  registry = await startTestRegistry({ snapshot });
});
afterAll(() => registry[Symbol.asyncDispose]());

type Asked = { status: number; location: string | null; html: string };

async function post(
  text: string,
  { lang = 'en', headers = {} }: { lang?: string; headers?: object } = {},
  path = '/search',
): Promise<Asked> {
  const response = await registry.get(`${path}?lang=${lang}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ text }),
    headers: { ...headers },
  });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

async function open(path: string): Promise<Asked> {
  const response = await registry.get(path, { redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

/** The links of the content, each with its text, but for the letters of an organism. */
function links(html: string, part = 'main'): [text: string, href: string | undefined][] {
  const content = html.slice(html.indexOf(`<${part}`), html.indexOf(`</${part}>`) + `</${part}>`.length);
  return elementsOf(readHtml(content), 'a').map(({ text, attributes }) => [
    text.trim().replace(/^(?:Hs|Mm)(?=[a-z])/, ''),
    attributes.get('href'),
  ]);
}

test.each([
  ['KCNQ2', 'symbol=KCNQ2&taxonId=9606&as=symbol'],
  [' kv7.2 ', 'symbol=KCNQ2&taxonId=9606&as=alias&called=KV7.2'],
  ['HBD', 'symbol=HBD&taxonId=9606&only-gene=3045&as=symbol'],
  ['ENSG00000075043', 'symbol=KCNQ2&taxonId=9606&as=identifier&called=ENSG00000075043'],
  ['kcnq2a', 'symbol=kcnq2a&taxonId=7955&as=symbol'],
])('one certain gene is taken, and its address shows nothing else of what was typed: %j', async (text, expected) => {
  expect(await post(text)).toMatchObject({ status: 303, location: `./search?${expected}&lang=en` });
  expect(await open(`/search?text=${encodeURIComponent(text)}`)).toMatchObject({
    status: 303,
    location: `./search?${expected}`,
  });
});

describe('a text with other words than its gene', () => {
  const TYPED = 'heterozygous de novo KCNQ2 c.881C>T, neonatal seizures';

  test('is answered at once without scripts, and the page says what was not searched for', async () => {
    const { status, location, html } = await post(TYPED);
    expect([status, location]).toEqual([200, null]);
    const readAs = elementWithId(readHtml(html), 'read-as');
    expect(readAs?.text).toBe(
      'Read as KCNQ2 (human). Not searched for: c.881C>T, heterozygous de novo, neonatal seizures.',
    );
    expect(elementWithId(readHtml(html), 'results')?.attributes.get('data-state')).toBe('whole');
    expect(html).toContain('Ada Example');
    const { html: french } = await post(TYPED, { lang: 'fr' });
    expect(elementWithId(readHtml(french), 'read-as')?.text).toBe(
      'Lu comme KCNQ2 (humain). Non recherché\u00a0: c.881C>T, heterozygous de novo, neonatal seizures.',
    );
  });

  test('is in no address, but for the link to ClinVar, which reads the variant', async () => {
    const { html } = await post(TYPED);
    const addresses = links(html).map(([, href]) => href ?? '');
    expect(addresses.filter((href) => href.includes('881'))).toEqual([
      'https://www.ncbi.nlm.nih.gov/clinvar/?term=KCNQ2%5Bgene%5D%20AND%20%22c.881C%3ET%22',
    ]);
    expect(addresses.filter((href) => href.includes('neonatal'))).toEqual([]);
    const whole = await post('NM_172107.4(KCNQ2):c.881C>T');
    expect(links(whole.html)).toContainEqual([
      'NM_172107.4(KCNQ2):c.881C>T',
      'https://www.ncbi.nlm.nih.gov/clinvar/?term=NM_172107.4(KCNQ2)%3Ac.881C%3ET',
    ]);
  });

  test('is answered by a page that scripts fill, which has the address of the search', async () => {
    const response = await registry.get('/search', {
      method: 'POST',
      body: new URLSearchParams({ text: TYPED, scripted: 'yes' }),
    });
    const results = elementWithId(readHtml(await response.text()), 'results');
    expect([response.status, results?.attributes.get('data-state')]).toEqual([200, 'asking']);
    expect(results?.attributes.get('data-address')).toBe('./search?symbol=KCNQ2&taxonId=9606&as=symbol&left-out=words');
  });

  test('in an address leads to the search, which says that there were other words, without scripts too', async () => {
    const { location } = await open(`/search?text=${encodeURIComponent(TYPED)}`);
    expect(location).toBe('./search?symbol=KCNQ2&taxonId=9606&as=symbol&left-out=words');
    const { html } = await open('/search?symbol=KCNQ2&taxonId=9606&as=symbol&left-out=words');
    expect(html).toContain('The other words of your text were not searched for.');
    expect(html).toMatch(/url=[^"]*render=server[^"]*as=symbol[^"]*left-out=words/);
  });
});

test('a variant without its gene leads to ClinVar, where ClinVar reads it so', async () => {
  const { html } = await post('rs118192234');
  expect(elementWithId(readHtml(html), 'variant-alone')?.text).toBe(
    'A variant needs its gene. Type the gene. See the variant in ClinVar: rs118192234',
  );
  expect(links(html)).toContainEqual(['rs118192234', 'https://www.ncbi.nlm.nih.gov/clinvar/?term=rs118192234']);
  const { html: change } = await post('c.881C>T');
  expect(elementWithId(readHtml(change), 'variant-alone')?.text).toBe('A variant needs its gene. Type the gene.');
});

test('a quotation is quoted once', async () => {
  const { html } = await post('"KCNQ"');
  expect(elementsOf(readHtml(html), 'h1')[0]?.text).toBe('Results for “KCNQ”');
});

test('a human gene with several orthologs in an organism stays, narrowed to that organism', async () => {
  const snapshot = channelSnapshot();
  const second = { ...aGene(900_777, 'kcnq2b'), taxonId: 7955 };
  snapshot.genes.push(second);
  snapshot.orthologs.push([3785, second.geneId]);
  await using other = await startTestRegistry({ snapshot });
  const body = new URLSearchParams({ text: 'KCNQ2 zebrafish' });
  const response = await other.get('/search', { method: 'POST', body, redirect: 'manual' });
  expect(response.headers.get('location')).toBe('./search?symbol=KCNQ2&taxonId=9606&orthologTaxonId=7955&as=symbol');
  const html = await (await other.get('/search?symbol=KCNQ2&taxonId=9606&orthologTaxonId=7955&as=symbol')).text();
  expect(elementWithId(readHtml(html), 'read-as')?.text).toBe('Read as KCNQ2 (human), in zebrafish.');
});

describe('a text that may be the name of a person', () => {
  let named: TestRegistry;
  beforeAll(async () => {
    const snapshot = channelSnapshot();
    const { users } = snapshot;
    const somebody = (id: number, name: string, lastName: string) =>
      aUser(id, { name, lastName, description: 'calcium imaging', privacyLevel: 2 });
    users.push(
      somebody(21, 'Paul', 'Engrud'),
      somebody(22, 'Amélie', 'Desrochers-Nguyen'),
      somebody(23, 'Hbd', 'Adams'),
      somebody(24, 'Yi', 'Wu'),
      somebody(25, 'Nguyễn Văn', 'An'),
      somebody(26, 'Julia', 'Child'),
      ...['Amun', 'Birk', 'Cole'].map((lastName, at) => somebody(31 + at, 'Paula', lastName)),
    );
    const [gene] = snapshot.genes;
    if (gene !== undefined) gene.aliases = `${gene.aliases}|PAULA|AMELIE`;
    named = await startTestRegistry({ snapshot });
  });
  afterAll(() => named[Symbol.asyncDispose]());
  const led = async (text: string) => {
    const body = new URLSearchParams({ text });
    return (await named.get('/search', { method: 'POST', body, redirect: 'manual' })).headers.get('location');
  };

  test.each(['paul engrud', 'Engrud, P.', 'Prof. Dr. Paul Engrud, MD, PhD', 'DESROCHERS-NGUYEN Amélie'])(
    'leads to whoever is called so: %s',
    async (text) => {
      expect(await led(text)).toMatch(/^\.\/search\?nameLike=.*&prefix=false&as=people$/);
    },
  );

  test('leads to interests where nobody is called so, and somebody writes of it', async () => {
    expect(await led('calcium imaging')).toBe('./search?descriptionLike=calcium+imaging&as=interests');
    const html = await (await named.get('/search?nameLike=calcium+imaging&prefix=false&as=people')).text();
    expect(elementWithId(readHtml(html), 'understood')?.text).toContain('finds 9 people');
  });

  test('stays a gene that is called so, and the page says how many people are, too', async () => {
    expect(await led('HBD')).toBe('./search?symbol=HBD&taxonId=9606&only-gene=3045&as=symbol');
    const html = await (await named.get('/search?symbol=HBD&taxonId=9606&only-gene=3045&as=symbol')).text();
    const link = elementWithId(readHtml(html), 'called-so');
    expect([link?.text, link?.attributes.get('href')]).toEqual([
      '1 person is called “HBD”',
      './search?nameLike=HBD&prefix=false&as=people',
    ]);
  });

  test('leads to several people where it is only another name of a gene, which stands beside them', async () => {
    expect(await led('Paula')).toBe('./search?nameLike=Paula&prefix=false&as=people');
    const html = await (await named.get('/search?nameLike=Paula&prefix=false&as=people')).text();
    const link = elementWithId(readHtml(html), 'gene-called-so');
    const gene = './search?symbol=KCNQ2&taxonId=9606&as=alias&called=PAULA';
    expect([link?.text, link?.attributes.get('href')]).toEqual([expect.stringContaining('KCNQ2'), gene]);
    // One person of that name does not make it a name.
    expect(await led('Amelie')).toBe('./search?symbol=KCNQ2&taxonId=9606&as=alias&called=AMELIE');
  });

  test('is offered with people of this registry, who are called so', async () => {
    const peopleOf = async (text: string) => {
      const response = await named.get('/api/federated/resolve', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ text }),
      });
      return ((await response.json()) as { people: string[] }).people;
    };
    expect(await peopleOf('engr')).toEqual(['Paul Engrud']);
    expect(await peopleOf('Engrud, P')).toEqual(['Paul Engrud']);
    expect([await peopleOf('en'), await peopleOf('KCNQ2'), await peopleOf('boy with Engrud')]).toEqual([[], [], []]);
  });

  test('that is a disease leads to it, and the page says how many people are called so', async () => {
    const html = await (await named.get('/phenotypes/HP:0001250?called=seizures')).text();
    expect(html).not.toContain('id="called-so"');
  });

  test('finds nobody, and the page says how many the other search finds', async () => {
    const html = await (
      await named.get('/search?nameLike=calcium+imaging&prefix=false&as=people&render=server')
    ).text();
    const next = elementsOf(readHtml(html), 'ul', 'class', 'next-steps')[0];
    expect(next?.text).toContain('Search interests for “calcium imaging” finds 9 people');
  });

  test('stays two genes where nobody is called so', async () => {
    const body = new URLSearchParams({ text: 'KCNQ2, KCNQ3' });
    const response = await named.get('/search', { method: 'POST', body });
    expect(await response.text()).toContain('id="gene-list"');
  });
});

test('it says how the text was understood, with links to whatever else is called so', async () => {
  const { status, html } = await open('/search?symbol=KCNQ2&taxonId=9606&as=alias');
  expect(status).toBe(200);
  expect(html).toContain('Understood as KCNQ2, human (Ensembl ENSG00000075043)');
  expect(links(html, 'header')).toEqual(
    expect.arrayContaining([
      ['mouse Kcnq2', './search?symbol=Kcnq2&taxonId=10090&as=symbol'],
      ['Search people called “KCNQ2”', './search?nameLike=KCNQ2&prefix=false'],
      ['Search interests for “KCNQ2”', './search?descriptionLike=KCNQ2'],
    ]),
  );
  const { html: called } = await open('/search?symbol=KCNQ2&taxonId=9606&as=alias&called=KV7.2');
  expect(called).toContain('You typed KV7.2.');
  const { html: other } = await open('/search?symbol=KCNQ2&taxonId=9606&as=alias&called=KV7.3');
  expect(other).not.toContain('You typed');
  const { html: french } = await open('/search?symbol=KCNQ2&taxonId=9606&as=alias&lang=fr');
  expect(french).toContain('Compris comme KCNQ2, humain (Ensembl ENSG00000075043)');
  const { html: plain } = await open('/search?symbol=KCNQ2&taxonId=9606');
  expect(plain).not.toContain('Understood as');
});

test('genes that share an alias are distinguished', async () => {
  const { status, html } = await post('BFNC');
  expect(status).toBe(200);
  const names = elementsOf(readHtml(html), 'li', 'class', 'candidate gene').map(({ text }) =>
    text.replace(/\s+/g, ' '),
  );
  expect(names).toEqual([
    expect.stringContaining('Ensembl ENSG00000101204 · protein-coding · official alias BFNC'),
    expect.stringContaining('Ensembl ENSG00000075043 · protein-coding · official alias BFNC'),
  ]);
});

test('a disease is shown with its genes, who ties them to it, and by which release', async () => {
  const { status, location } = await post('OMIM:613720');
  expect([status, location]).toEqual([303, './diseases/OMIM:613720?lang=en']);
  const { html } = await open('/diseases/OMIM:613720');
  expect(html).toContain('<h1 dir="auto">Epileptic encephalopathy, early infantile, 7</h1>');
  expect(html).toContain('According to HPO 2025-01-16.');
  expect(links(html)).toEqual(
    expect.arrayContaining([
      [expect.stringMatching(/^Who works on this gene: \d+ \w+$/), '../diseases/OMIM:613720/people'],
      ['KCNQ2', '../search?symbol=KCNQ2&taxonId=9606'],
    ]),
  );
  // What fills its table in a browser.
  const module = elementsOf(readHtml(html), 'script').map(({ attributes }) => attributes.get('src') ?? '');
  expect(module).toContainEqual(expect.stringMatching(/\/disease-page\.js$/));
  const { html: french } = await open('/diseases/OMIM:613720?lang=fr');
  expect(french).toContain('D’après HPO 2025-01-16.');
});

test('a phenotype is shown with how many genes it has, and leads to people who chose it', async () => {
  expect(await post('seizure')).toMatchObject({ status: 303, location: './phenotypes/HP:0001250?lang=en' });
  const { html } = await open('/phenotypes/HP:0001250');
  expect(links(html)).toEqual(
    expect.arrayContaining([
      [expect.stringMatching(/^Who works on any of these 2 genes: \d+ \w+$/), '../phenotypes/HP:0001250/people'],
      ['KCNQ2', '../search?symbol=KCNQ2&taxonId=9606'],
      ['People who chose this term', '../search?by=researcher&ontologyNames=hp&ontologyTermIds=HP%3A0001250'],
    ]),
  );
});

test('who works on any of its genes is one list of people, each with the gene', async () => {
  const { status, html } = await open('/phenotypes/HP:0001250/people?render=server');
  expect(status).toBe(200);
  expect(html).toContain('People who work on the genes of Seizure');
  const [person, ...others] = elementsOf(readHtml(html), 'li', 'class', 'person');
  expect(others).toEqual([]);
  expect(person?.text).toMatch(/Ada Example[\s\S]*1 of 2 genes[\s\S]*KCNQ2/);
  // What a message says of where she was found.
  expect(html).toContain('userView/1?gene=KCNQ2&amp;organism=human"');
  expect(elementWithId(readHtml(html), 'count')?.text).toBe('1 person');
  expect(links(html)).toContainEqual(['Seizure', '../../phenotypes/HP:0001250']);
  const { html: french } = await open('/phenotypes/HP:0001250/people?lang=fr');
  expect(french).toContain('Personnes qui travaillent sur les gènes de Seizure');
  expect(await open('/diseases/OMIM:618437/people')).toMatchObject({
    status: 302,
    location: '../../diseases/OMIM:618437',
  });
  expect(await open('/diseases/OMIM:1/people')).toMatchObject({ status: 404 });
});

test('where nobody works on its genes, people who write of it and whom to ask are a step away', async () => {
  const snapshot = { ...channelSnapshot(), users: [] };
  const settings = { APP_SITE_CONTACT_EMAIL: 'desk@example.org' };
  await using other = await startTestRegistry({ snapshot, settings });
  const html = await (await other.get('/phenotypes/HP:0001250/people?render=server')).text();
  expect(elementWithId(readHtml(html), 'nobody')?.text).toBe(
    'Nobody was found. Every registry that was asked answered.',
  );
  expect(links(html)).toEqual(
    expect.arrayContaining([
      ['People whose research interests mention “Seizure”', '../../search?descriptionLike=Seizure'],
      [expect.stringMatching(/^Ask the people at /), 'mailto:desk@example.org'],
    ]),
  );
  expect(html).not.toContain('0 people');
});

test.each([
  ['somebody', 'state', 'LocalNet answered.', undefined],
  ['nobody', 'nobody', 'Nobody was found. Every registry that was asked answered.', []],
])(
  'where not all genes are searched for, the people of the others are not passed over in silence: %s',
  async (_, id, sentence, users) => {
    const snapshot = { ...channelSnapshot(), ...(users && { users }) };
    const numbers = Array.from({ length: 50 }, (_, at) => 900_001 + at);
    snapshot.genes.push(...numbers.map((geneId) => aGene(geneId, `GENE${geneId}`)));
    snapshot.diseases?.phenotypeGenes.splice(0, 1, ['HP:0001250', [3785, ...numbers]]);
    await using other = await startTestRegistry({ snapshot, settings: { APP_SITE_SHORTNAME: 'LocalNet' } });
    const sentenceOf = async (lang: string) => {
      const html = await (await other.get(`/phenotypes/HP:0001250/people?render=server&lang=${lang}`)).text();
      return elementWithId(readHtml(html), id)?.text;
    };
    const inEnglish = await sentenceOf('en');
    expect(inEnglish).toContain(sentence);
    expect(inEnglish).toMatch(/ The first 50 of 51 genes\.$/);
    expect(await sentenceOf('fr')).toMatch(/ Les 50 premiers gènes sur 51\.$/);
  },
);

test('the genes of a disease stand with as many people as are known, most first, and what else it is called', async () => {
  const snapshot = channelSnapshot();
  const { diseases } = snapshot.diseases as NonNullable<typeof snapshot.diseases>;
  diseases[0]?.otherNames.push({ name: 'Encéphalopathie 7', source: 'Orphanet', language: 'fr' });
  snapshot.diseases?.geneDiseases.push([1137, 'OMIM:613720', 'POLYGENIC']);
  const kind = 'Disease-causing germline mutation(s) (gain of function) in';
  snapshot.diseases?.geneDiseases.push([3785, 'OMIM:613720', kind, 'Orphanet', '2025-06-24']);
  snapshot.ontologies[0]?.terms[0]?.diseaseIds.push('OMIM:613720');
  await using other = await startTestRegistry({ snapshot });
  const html = await (await other.get('/diseases/OMIM:613720')).text();
  const rows = elementsOf(readHtml(html), 'tr').flatMap(({ text }) => /KCNQ2|CHRNA4/.exec(text)?.[0] ?? []);
  expect(rows).toEqual(['KCNQ2', 'CHRNA4']);
  expect(elementsOf(readHtml(html), 'ul', 'id', 'associations')[0]?.text).toBe(
    'Kind of association (HPO 2025-01-16): polygenic: CHRNA4Kind of association (Orphanet 2025-06-24): gain of function causes it: KCNQ2',
  );
  expect(html).toContain('According to HPO 2025-01-16, Orphanet 2025-06-24.');
  expect(html).toContain('Also called (Orphanet): <span lang="fr" dir="auto">Encéphalopathie 7</span>');
  expect(links(html)).toContainEqual([
    'People who chose this term',
    '../search?by=researcher&ontologyNames=hp&ontologyTermIds=HP%3A0001250',
  ]);
  const french = await other.get('/search', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ text: 'encephalopathie 7' }),
  });
  expect(french.headers.get('location')).toBe('./diseases/OMIM:613720?called=Enc%C3%A9phalopathie+7');
});

test('the page of a disease is found by its id in any letters, keeps a name of it, and no other text', async () => {
  expect(await open('/diseases/omim:613720')).toMatchObject({ status: 302, location: '../diseases/OMIM:613720' });
  expect(await open('/diseases/OMIM:1')).toMatchObject({ status: 404 });
  expect(await open('/diseases/HP:0001250')).toMatchObject({ status: 404 });
  expect(await open('/phenotypes/nothing%20of%20the%20kind')).toMatchObject({ status: 404 });
  const { html } = await open('/diseases/OMIM:613720?called=%3Cb%3Esomething');
  expect(html).not.toContain('You typed');
});

test('a former id of a term leads to the term of today, and says so', async () => {
  expect(await post('HP:0002279')).toMatchObject({ location: './phenotypes/HP:0001250?called=HP%3A0002279&lang=en' });
  const { location } = await open('/phenotypes/HP:0002279');
  expect(location).toBe('../phenotypes/HP:0001250?called=HP%3A0002279');
  const { html } = await open('/phenotypes/HP:0001250?called=HP:0002279');
  expect(html).toContain('You typed HP:0002279.');
});

test('of a slip it is asked what was meant, and searches for people are offered', async () => {
  const { status, html } = await post('KCQN2');
  expect(status).toBe(200);
  expect(html).toContain('No gene, disease or term matches “KCQN2”.');
  expect(html).toContain('Did you mean …?');
  expect(links(html)).toEqual([
    ['human KCNQ2', './search?symbol=KCNQ2&taxonId=9606&lang=en'],
    ['Search people called “KCQN2”', './search?nameLike=KCQN2&prefix=false&lang=en'],
    ['Search interests for “KCQN2”', './search?descriptionLike=KCQN2&lang=en'],
  ]);
});

test('the other language gets the text in a body where it came so, and by the address where it is there', async () => {
  const { html } = await post('KCQN2 of a patient', { lang: 'en' });
  const [form] = html.match(/<form method="post" action="[^"]*lang=fr"(?:.|\n)*?<\/form>/) ?? [];
  expect(form).toContain('name="text" value="KCQN2 of a patient"');
  expect(form).toContain('<button type="submit" lang="fr">Français</button>');
  expect(html).not.toContain('hreflang="fr"');
  const { html: fromAddress } = await open('/search?text=KCQN2');
  expect(fromAddress).toContain('?text=KCQN2&amp;lang=fr" lang="fr" hreflang="fr"');
});

test('a gene of a model organism leads to its human gene', async () => {
  const { html: several } = await post('kcnq');
  expect(several).toContain('Human gene: <a href="./search?symbol=KCNQ2&amp;taxonId=9606&amp;lang=en">KCNQ2</a>');
});

test('several genes are a list, which is looked up where it was sent in a body, and never from an address', async () => {
  const { status, html } = await post('KCNQ2, KCNQ3');
  expect([status, elementsOf(readHtml(html), 'textarea', 'id', 'gene-list')[0]?.text]).toEqual([200, 'KCNQ2, KCNQ3']);
  const refused = await open('/search?text=KCNQ2,KCNQ3');
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('Several genes are not read from an address');
  expect(refused.html).toContain('value="KCNQ2,KCNQ3"');
});

const NUMBERS = Array.from({ length: 110 }, (_, at) => 900_001 + at);

test.each([
  ['with blanks', NUMBERS.map((geneId) => `GENE${geneId}`).join(' ')],
  ['in a table', NUMBERS.map((geneId) => `row\tGENE${geneId}\thet`).join('\n')],
  ['in a sentence', `variants in ${NUMBERS.map((geneId) => `GENE${geneId}`).join(' and ')}, seen once`],
])('more genes than a list takes are not cut down in silence: %s', async (_, text) => {
  const snapshot = channelSnapshot();
  snapshot.genes.push(...NUMBERS.map((geneId) => aGene(geneId, `GENE${geneId}`)));
  await using other = await startTestRegistry({ snapshot });
  for (const [lang, sentence] of [
    ['en', 'The list has 110 entries. You can search for at most 100 at once.'],
    ['fr', 'La liste compte 110 entrées. Vous pouvez en chercher 100 au plus à la fois.'],
  ]) {
    const body = new URLSearchParams({ text, scripted: 'yes' });
    const response = await other.get(`/search?lang=${lang}`, { method: 'POST', body });
    const page = readHtml(await response.text());
    const problem = elementWithId(page, 'gene-list-problem');
    expect([response.status, problem?.text, problem?.attributes.has('hidden')]).toEqual([400, sentence, false]);
    // Nothing was searched for, and the reader has the whole text to shorten it.
    expect(elementWithId(page, 'gene-list')?.text).toBe(text);
    const isHidden = elementWithId(page, 'left-out')?.attributes.has('hidden');
    expect([isHidden, elementWithId(page, 'confirm-form')]).toEqual([true, undefined]);
  }
});

test('words of a table that may be genes are searched for when the reader says so', async () => {
  const { status, html } = await post('seen in May\tKCNQ3\tKV7.2');
  const page = readHtml(html);
  expect([status, elementsOf(page, 'textarea', 'id', 'gene-list')[0]?.text]).toEqual([200, 'KCNQ3']);
  expect(html).toContain('They were not searched for: <bdi>KV7.2</bdi>');
  const [confirmed] = elementsOf(page, 'input', 'value', 'KCNQ3\nKV7.2');
  expect(confirmed?.attributes.get('name')).toBe('text');
  expect(elementWithId(page, 'left-out')?.text).toBe('Not searched for: seen in May');
  const { html: whole } = await post('KCNQ2, KCNQ3');
  expect(elementWithId(readHtml(whole), 'left-out')?.attributes.has('hidden')).toBe(true);
  const { html: french } = await post('seen in May\tKCNQ3\tKV7.2', { lang: 'fr' });
  expect(french).toContain('C’est un gène : le chercher aussi');
});

const TABLE = 'Patient\tGene\tVariant\n3785\tKCNQ2\tc.881C>T\n1002\tKCNQ3\tc.1A>G';

test.each([
  ['the box', TABLE],
  ['the box, whose field has one line', TABLE.replaceAll('\n', ' ↵ ')],
  ['the form of a list', TABLE],
])('of a table in %s, the genes are searched for, and the rest is said', async (where, text) => {
  const { status, html } = await post(text, {}, where.includes('list') ? '/genes' : '/search');
  const page = readHtml(html);
  const given = where.includes('list') ? TABLE : 'KCNQ2\nKCNQ3';
  expect([status, elementsOf(page, 'textarea', 'id', 'gene-list')[0]?.text]).toEqual([200, given]);
  expect(elementWithId(page, 'left-out')?.text).toBe('Not searched for: 3785, c.881C>T, 1002, c.1A>G');
  expect(elementsOf(page, 'table', 'id', 'heat')[0]?.text).toMatch(/KCNQ2.*KCNQ3/s);
});

test('the first twenty texts beside genes are named, and how many more there are', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `${1001 + at}\tKCNQ2\tc.${881 + at}C>T`).join('\n');
  const { html } = await post(rows, { lang: 'fr' }, '/genes');
  expect(elementWithId(readHtml(html), 'left-out')?.text).toMatch(
    /^Non recherché\u00a0: 1001, c\.881C>T, .* et 4 autres$/,
  );
});

test.each([
  ['', 'Type a gene, a disease, an identifier or a name.'],
  ['   ', 'Type a gene, a disease, an identifier or a name.'],
  ['?!', 'Type a gene, a disease, an identifier or a name.'],
  ['x'.repeat(4001), 'The text has 4001 characters, but at most 4000 are read.'],
])('what is no text is refused with the reason: %#', async (text, sentence) => {
  const { status, html } = await post(text);
  expect(status).toBe(400);
  expect(html).toContain(sentence);
});

describe('whatever is typed', () => {
  test.each(['<script>alert(1)</script>', '"><b>', "' OR 1=1", '\u0000', '../..'])(
    'is text on the page: %j',
    async (text) => {
      const { html } = await post(text);
      expect(readHtml(html).mistakes).toEqual([]);
    },
  );

  test('is bounded', async () => {
    expect((await post('x'.repeat(70_000))).status).toBe(413);
  });
});
