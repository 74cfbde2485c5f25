/** What generators of clients make of the OpenAPI documents: they take them without a warning, and what they make works. */

import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { type OpenDemoNetwork, openDemoNetwork } from '../support/network/demo-network.ts';
import { GO_TOOLS, NODE_TOOLS, PYTHON_TOOLS } from '../support/services/foreign-tools.ts';
import { programNamed } from '../support/services/programs.ts';

const run = promisify(execFile);
const JAVA = programNamed('java');
const GO = programNamed('go');
const DOCUMENTS = { registry: '/api', federated: '/api/federated' };
const NAMES = Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[];
/** A generator in Java, a compiler and a program, on a machine that is busy with other things. */
const GENERATED_MS = 240_000;
const STRICT = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom'];
const MODULES = ['--module', 'esnext', '--moduleResolution', 'bundler'];

let demo: OpenDemoNetwork;
let workplace: Workplace;
beforeAll(async () => {
  demo = await openDemoNetwork();
  workplace = await openWorkplace();
  for (const [name, path] of Object.entries(DOCUMENTS)) {
    const document = await (await fetch(demo.demonet.url + path)).text();
    await writeFile(workplace.at(`${name}.json`), document);
  }
});
afterAll(async () => {
  await workplace?.[Symbol.asyncDispose]();
  await demo?.[Symbol.asyncDispose]();
});

/** In the folder of the test, with the programs beside it in reach; rejects where it ends with another code than 0. */
function tool(folder: string | undefined, program: string, words: readonly string[]) {
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    REDOCLY_TELEMETRY: 'off',
    CI: 'true',
  };
  return run(join(folder ?? '', program), words, { cwd: workplace.at('.'), env, maxBuffer: 64 * 1024 * 1024 });
}

const compile = (file: string, ...more: string[]) => tool(NODE_TOOLS, 'tsc', [...STRICT, ...MODULES, ...more, file]);

describe.skipIf(NODE_TOOLS === undefined)('in TypeScript (needs what .ci/tools brings),', () => {
  test.each(NAMES)('openapi-typescript makes types of the %s API that are strict', async (name) => {
    await tool(NODE_TOOLS, 'openapi-typescript', [`${name}.json`, '--output', `${name}.d.ts`]);
    const answer = {
      registry: "paths['/api/genes/search']['get']['responses'][200]['content']['application/json']",
      federated: "components['schemas']['FoundGenePage']['content'][number]['geneId']",
    }[name];
    const type =
      name === 'registry'
        ? "components['schemas']['UserGenes'] | components['schemas']['UserGenePage']"
        : 'number | null | undefined';
    await writeFile(
      workplace.at(`${name}-use.ts`),
      `import type { components, paths } from './${name}.d.ts';
export const isSame: (value: ${answer}) => ${type} = (value) => value;
export const other: paths[keyof paths] | components | undefined = undefined;
`,
    );
    await compile(
      `${name}-use.ts`,
      '--skipLibCheck',
      'false',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
    );
  });

  test.each(NAMES)('redocly finds nothing in the document of the %s API but what is decided', async (name) => {
    await writeFile(workplace.at('redocly.yaml'), await readFile(join(import.meta.dirname, 'redocly.yaml')));
    const { stdout } = await tool(NODE_TOOLS, 'redocly', ['lint', `${name}.json`, '--format', 'json']);
    const { totals, problems } = JSON.parse(stdout);
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  test.skipIf(JAVA === undefined || PYTHON_TOOLS === undefined).each(NAMES)(
    'typescript-fetch makes a client of the %s API that is strict (needs Java, too)',
    async (name) => {
      const folder = `fetch-${name}`;
      await mkdir(workplace.at(folder));
      const words = ['generate', '-g', 'typescript-fetch', '-i', `${name}.json`, '-o', folder];
      await tool(PYTHON_TOOLS, 'openapi-generator-cli', words);
      await compile(`${folder}/index.ts`);
      if (name === 'federated') await countsIn(folder);
    },
    GENERATED_MS,
  );

  async function countsIn(folder: string) {
    await writeFile(
      workplace.at(`${folder}/use.ts`),
      `import { Configuration, type FoundGenePage, ProblemFromJSON, ResponseError, SearchApi, type SearchCount } from './index';
const search = new SearchApi(new Configuration({ basePath: ${JSON.stringify(demo.demonet.url)} }));
async function count() {
  const counted = await search.searchFederatedGenes({ symbol: 'BRCA1', taxonId: 9606, granularity: 'count' }) as SearchCount;
  const any = await search.searchFederatedGenes({ symbol: 'BRCA1', taxonId: 9606, granularity: 'boolean' }) as SearchCount;
  console.log(counted.totalElements, counted._exists, counted.complete, any._exists);
  let walked = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const question = { symbol: 'BRCA1', taxonId: 9606, ...(cursor === undefined ? { size: 5 } : { cursor }) };
    const response = await search.searchFederatedGenesRaw(question);
    walked += (await response.value() as FoundGenePage).content.length;
    const [, next] = /<([^>]+)>; rel="next"/.exec(response.raw.headers.get('Link') ?? '') ?? [];
    cursor = next === undefined ? null : new URL(next).searchParams.get('cursor');
  }
  const failed = await search.searchFederatedGenes({ symbol: '', taxonId: 9606, origins: ['nope'] }).catch((error) => error);
  if (!(failed instanceof ResponseError)) throw failed;
  const problem = ProblemFromJSON(await failed.response.json());
  console.log(walked, problem.errors?.map(({ parameter }) => parameter));
}
void count();
`,
    );
    const asCommonJs = [...STRICT.slice(1), '--module', 'commonjs', '--outDir', `${folder}/made`];
    await tool(NODE_TOOLS, 'tsc', [...asCommonJs, `${folder}/use.ts`]);
    const { stdout } = await run(process.execPath, [workplace.at(`${folder}/made/use.js`)], { timeout: GENERATED_MS });
    expect(stdout.trim().split('\n')).toEqual(['14 true true true', "14 [ 'symbol', 'origins' ]"]);
  }
});

describe.skipIf(PYTHON_TOOLS === undefined)('in Python (needs what .ci/tools brings),', () => {
  beforeAll(async () => {
    for (const name of NAMES) {
      const words = ['generate', '--path', `${name}.json`, '--output-path', `${name}_client`, '--meta', 'none'];
      await tool(PYTHON_TOOLS, 'openapi-python-client', [...words, '--fail-on-warning']);
    }
  });

  const python = async (code: string) => {
    await writeFile(workplace.at('use.py'), code);
    return (await tool(PYTHON_TOOLS, 'python', ['use.py', demo.demonet.url])).stdout.trim().split('\n');
  };

  test('the client of the federated API searches, reads the next page, lists genes, and gets what was wrong', async () => {
    const printed = await python(`
import re, sys
from urllib.parse import parse_qsl, urlsplit
from federated_client import Client
from federated_client.api.search import resolve_body, search_batch, search_federated_genes
from federated_client.models import FoundAnonymousUser, FoundGenePage, GenesByText, Problem, TextToResolve, User

client = Client(base_url=sys.argv[1])
page = search_federated_genes.sync(client=client, symbol='BRCA1', taxon_id=9606, size=10)
assert isinstance(page, FoundGenePage)
print(page.total_elements, page.complete, [origin.state.value for origin in page.origins])
rest = search_federated_genes.sync(client=client, symbol='BRCA1', taxon_id=9606, cursor=page.cursor)
people = [gene.remote_user for gene in [*page.content, *rest.content]]
print(len(people), sum(isinstance(person, User) for person in people))
listed = search_batch.sync(client=client, body=GenesByText(text=['KCNQ2', 'no-such-gene']))
print([gene.symbol for gene in listed.genes], len(listed.cells), [entry.text for entry in listed.not_understood])
wrong = search_federated_genes.sync(client=client, symbol='', taxon_id=9606)
assert isinstance(wrong, Problem)
print(wrong.status, wrong.code)
several = search_federated_genes.sync(client=client, symbol='', taxon_id=9606, origins=['nope'])
print(several.type_, sorted(member.parameter for member in several.errors))
unread = resolve_body.sync(client=client, body=TextToResolve(text=''))
print([(member.pointer, member.detail) for member in unread.errors])
detailed = search_federated_genes.sync_detailed(client=client, symbol='BRCA1', taxon_id=9606, size=5)
walked = len(detailed.parsed.content)
while (found := re.search('<([^>]+)>; rel="next"', detailed.headers['Link'])):
    asked = dict(parse_qsl(urlsplit(found[1]).query))
    detailed = search_federated_genes.sync_detailed(client=client, symbol=asked['symbol'], taxon_id=int(asked['taxonId']), cursor=asked['cursor'])
    walked += len(detailed.parsed.content)
print(walked)
`);
    expect(printed).toEqual([
      "14 True ['answered', 'answered', 'answered']",
      '14 11',
      "['KCNQ2'] 3 ['no-such-gene']",
      '400 empty-symbol',
      `${demo.demonet.url}/docs/errors#empty-symbol ['origins', 'symbol']`,
      "[('#/text', \"The member 'text' of the body is blank. Allowed: a text of 1 to 4000 characters.\")]",
      '14',
    ]);
  });

  test('the client of the federated API counts', async () => {
    const printed = await python(`
import sys
from federated_client import Client
from federated_client.api.search import search_federated_genes, search_federated_users
from federated_client.models import SearchCount, SearchFederatedGenesGranularity as Genes, SearchFederatedUsersGranularity as Users

client = Client(base_url=sys.argv[1])
count = search_federated_genes.sync(client=client, symbol='BRCA1', taxon_id=9606, granularity=Genes.COUNT)
assert isinstance(count, SearchCount)
print(count.total_elements, count.exists, count.complete)
exists = search_federated_genes.sync(client=client, symbol='BRCA1', taxon_id=9606, granularity=Genes.BOOLEAN)
print(isinstance(exists, SearchCount) and exists.exists)
people = search_federated_users.sync(client=client, name_like='a', prefix=True, granularity=Users.COUNT)
print(isinstance(people, SearchCount) and people.complete)
`);
    expect(printed).toEqual(['14 True True', 'True', 'True']);
  });

  test('the client of the registry API searches, lists page by page, and reads statistics', async () => {
    const printed = await python(`
import sys
from registry_client import Client
from registry_client.api.genes import search_genes
from registry_client.api.researchers import list_users
from registry_client.api.statistics import get_stats
from registry_client.models import UserPage

client = Client(base_url=sys.argv[1])
genes = search_genes.sync(client=client, symbol='BRCA1', taxon_id=9606)
print(len(genes), sorted({gene.symbol for gene in genes}))
page = list_users.sync(client=client, page=1, size=5)
assert isinstance(page, UserPage)
print(page.number, page.size, len(page.content), get_stats.sync(client=client).users)
`);
    expect(printed).toEqual([expect.stringMatching(/^7 \['BRCA1'/), '1 5 5 62']);
  });
});

const HAS_GO = GO !== undefined && JAVA !== undefined && GO_TOOLS !== undefined && PYTHON_TOOLS !== undefined;

describe.skipIf(!HAS_GO)('in Go (needs what .ci/tools brings, and Java),', () => {
  /** Runs Go in the folder of the client, offline: with the modules that `.ci/tools` has brought. */
  async function runGo(code: string): Promise<string[]> {
    const folder = workplace.at('federated-go');
    await mkdir(join(folder, 'use'));
    await writeFile(join(folder, 'use/main.go'), code);
    const kept = GO_TOOLS as string;
    const offline = { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' };
    const folders = { GOMODCACHE: join(kept, 'modules'), GOCACHE: join(kept, 'build') };
    const env = { ...process.env, ...offline, ...folders };
    const options = { cwd: folder, env, timeout: GENERATED_MS };
    return (await run(GO as string, ['run', './use', demo.demonet.url], options)).stdout.trim().split('\n');
  }

  test(
    'the client of the federated API counts, and reads a search page by page',
    async () => {
      const words = ['generate', '-g', 'go', '-i', 'federated.json', '-o', 'federated-go'];
      await tool(PYTHON_TOOLS, 'openapi-generator-cli', [...words, '--package-name', 'federated']);
      // The generated tests need further modules.
      await rm(workplace.at('federated-go/test'), { recursive: true });
      for (const name of ['go.mod', 'go.sum']) {
        await copyFile(join(GO_TOOLS as string, name), workplace.at(`federated-go/${name}`));
      }
      const printed = await runGo(
        `
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"

	"federated"
)

func must[Answer any](answer Answer, _ any, err error) Answer {
	if err != nil {
		panic(err)
	}
	return answer
}

func main() {
	configuration := federated.NewConfiguration()
	configuration.Servers = federated.ServerConfigurations{{URL: os.Args[1]}}
	client := federated.NewAPIClient(configuration)
	genes := func() federated.ApiSearchFederatedGenesRequest {
		return client.SearchAPI.SearchFederatedGenes(context.Background()).Symbol("BRCA1").TaxonId(9606)
	}
	count := must(genes().Fields("record").Granularity("count").Execute()).SearchCount
	fmt.Println(count.GetTotalElements(), count.GetExists(), count.GetComplete())
	exists := must(genes().Granularity("boolean").Execute()).SearchCount
	fmt.Println(exists.GetExists(), exists.TotalElements == nil)
	first := must(genes().Size(10).Execute()).FoundGenePage
	fmt.Println(len(first.Content), first.TotalElements, first.Complete, len(first.Origins))
	rest := must(genes().Size(10).Cursor(first.GetCursor()).Execute()).FoundGenePage
	fmt.Println(len(rest.Content), rest.Cursor.Get() == nil)
	walked, request := 0, genes().Size(5)
	for {
		page, response, err := request.Execute()
		if err != nil {
			panic(err)
		}
		walked += len(page.FoundGenePage.Content)
		next := regexp.MustCompile("<([^>]+)>; rel=.next").FindStringSubmatch(response.Header.Get("Link"))
		if next == nil {
			break
		}
		address, _ := url.Parse(next[1])
		request = genes().Cursor(address.Query().Get("cursor"))
	}
	_, _, err := client.SearchAPI.SearchFederatedGenes(context.Background()).Symbol("").TaxonId(9606).Origins([]string{"nope"}).Execute()
	var problem federated.Problem
	if err := json.Unmarshal(err.(*federated.GenericOpenAPIError).Body(), &problem); err != nil {
		panic(err)
	}
	fmt.Println(walked, problem.Errors[0].GetParameter(), problem.Errors[1].GetParameter())
}
`,
      );
      expect(printed).toEqual(['14 true true', 'true true', '10 14 true 3', '4 true', '14 symbol origins']);
    },
    GENERATED_MS,
  );
});
