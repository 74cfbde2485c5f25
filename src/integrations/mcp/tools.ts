/** The tools that assistants call (Model Context Protocol). Each is a use case with the rights of the public. */

import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  type jsonSchemaValidator,
  McpServer,
  type ServerContext,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import {
  parseCoverageQuery,
  parseOrigins,
  parsePageOrCursor,
  parseSearchQuestion,
} from '../../domain/federation/federated-query.ts';
import { searchParams } from '../../domain/federation/query-key.ts';
import { ownMember } from '../../domain/own-member.ts';
import { shorten } from '../../domain/query/parameters.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { parseResolveQuestion } from '../../domain/resolve/candidate.ts';
import { toRegistryError } from '../../server/reply/error-reply.ts';
import { checkApi, checkSearchMode } from '../../server/request/features.ts';
import type { IntegrationOptions } from '../integration.ts';
import { coverageAnswer, expertsAnswer, registriesAnswer, resolutionAnswer } from './tool-answers.ts';
import {
  COVERAGE_INPUT,
  COVERAGE_OUTPUT,
  DEFAULT_EXPERTS,
  FIND_EXPERTS_INPUT,
  FIND_EXPERTS_OUTPUT,
  HUMAN_TAXON_ID,
  MOST_EXPERTS,
  REGISTRIES_INPUT,
  REGISTRIES_OUTPUT,
  RESOLVE_TEXT_INPUT,
  RESOLVE_TEXT_OUTPUT,
} from './tool-schemas.ts';

export type ToolsOptions = Pick<IntegrationOptions, 'registry' | 'features' | 'implementation'> & {
  useCases: Pick<IntegrationOptions['useCases'], 'federatedSearch' | 'federatedCoverage' | 'federatedStatistics'>;
  site: Pick<IntegrationOptions['site'], 'shortname' | 'fullname' | 'host'>;
  /** Called with an internal error and the name of the tool. */
  reportFault(error: unknown, tool: string): void;
};

type Arguments = Readonly<Record<string, unknown>>;
type Tool = {
  name: string;
  title: string;
  description: string;
  input: JsonSchemaType;
  output: JsonSchemaType;
  annotations: ToolAnnotations;
  /** Returns the answer; undefined if the caller has disconnected. */
  answer(args: Arguments, signal: AbortSignal): Promise<object | undefined>;
};

/** Arguments that contradict each other; the message is a sentence for the caller. */
class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

/** Clients may cache the lists for an hour, as they stay the same while the program runs. */
const LISTED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const UNCHANGING = { listChanged: false } as const;
const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, destructiveHint: false };
const READS_HERE: ToolAnnotations = { ...READS, openWorldHint: false };
const READS_PARTNERS: ToolAnnotations = { ...READS, openWorldHint: true };
const INSTRUCTIONS =
  'Finds researchers of rare diseases and model organisms in a network of registries. Call resolve_text when it is not certain which gene is meant, then find_experts with the symbol. Every answer says in summary which registries answered: quote it, and where complete is false do not say that nobody works on something. Where withheld is true the person shows no name: give the address requestAccess. People answer for themselves: never guess an e-mail address.';

const byAjv = new AjvJsonSchemaValidator();
/** Checks with Ajv, but names an unknown argument, which Ajv does not. */
const namingUnknown: jsonSchemaValidator = {
  getValidator<Value>(schema: JsonSchemaType) {
    const check = byAjv.getValidator<Value>(schema);
    const allowed = Object.keys(schema.properties ?? {});
    return (args) => {
      const unknown = Object.keys(args ?? {}).find((name) => !allowed.includes(name));
      if (unknown === undefined) return check(args);
      const names = allowed.join(', ') || 'none';
      const errorMessage = `There is no argument '${shorten(unknown)}' here. Allowed: ${names}.`;
      return { valid: false, data: undefined, errorMessage };
    };
  },
};

/** Returns a function that makes a server for each request or connection; what servers have in common is made once. */
export function serverFactory(options: ToolsOptions): () => McpServer {
  const { site, implementation, reportFault } = options;
  const [, version = ''] = implementation.split('/');
  const about = { name: site.shortname, title: site.fullname, version, websiteUrl: site.host };
  const tools = toolsOf(options).map((tool) => ({
    ...tool,
    input: fromJsonSchema<Arguments>(tool.input, namingUnknown),
    output: fromJsonSchema<object>(tool.output),
  }));
  return () => {
    const server = new McpServer(about, {
      // There are no prompts and no resources: clients that list everything get empty lists rather than errors.
      capabilities: { tools: UNCHANGING, prompts: UNCHANGING, resources: UNCHANGING },
      instructions: INSTRUCTIONS,
      cacheHints: {
        'server/discover': LISTED,
        'tools/list': LISTED,
        'prompts/list': LISTED,
        'resources/list': LISTED,
        'resources/templates/list': LISTED,
      },
    });
    for (const { name, title, description, annotations, input, output, answer } of tools) {
      const about = { title, description, annotations, inputSchema: input, outputSchema: output };
      server.registerTool(name, about, async (args: Arguments, { mcpReq }: ServerContext) =>
        toolResult(
          () => answer(args, mcpReq.signal),
          (error) => reportFault(error, name),
        ),
      );
    }
    return server;
  };
}

/** Returns the result of a call. Errors become results that say what was wrong, what was found and what is allowed. */
async function toolResult(
  answer: () => Promise<object | undefined>,
  onFault: (error: unknown) => void,
): Promise<CallToolResult> {
  try {
    const structuredContent = await answer();
    if (structuredContent === undefined) return refused('The call was cancelled.');
    return {
      content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
      structuredContent: { ...structuredContent },
    };
  } catch (error) {
    if (error instanceof ToolRefusal) return refused(error.message);
    const known = toRegistryError(error);
    if (known.code === 'internal') onFault(error);
    return refused(known.message);
  }
}

function refused(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

function toolsOf({ useCases, registry, features, site }: ToolsOptions): Tool[] {
  return [
    {
      name: 'find_experts',
      title: 'Find researchers',
      description:
        'Finds researchers in all registries who work on a gene or its orthologs (symbol, taxonId), or by name or interests (nameLike, descriptionLike). Give either a symbol or one of the other two.',
      ...{ input: FIND_EXPERTS_INPUT, output: FIND_EXPERTS_OUTPUT, annotations: READS_PARTNERS },
      async answer(args, signal) {
        const kind = args.symbol === undefined ? 'users' : 'genes';
        checkSearchMode(kind, features);
        registry.refuseUnfit();
        const params = searchParameters(args, kind);
        const question = parseSearchQuestion(kind, params);
        const query = {
          question,
          origins: parseOrigins(params),
          page: parsePageOrCursor(params, MOST_EXPERTS),
          form: 'row',
        } as const;
        const collected = await useCases.federatedSearch(query, PUBLIC_VIEWER, signal).collect();
        return collected && expertsAnswer(collected.answer, `${site.host}/search?${searchParams(question)}`);
      },
    },
    {
      name: 'resolve_text',
      title: 'Find out which gene or disease is meant',
      description:
        'Tells which genes, diseases and phenotypes a text may mean, best first, with the reason and the orthologs, from reference data. Nobody is searched for, and no other registry is asked.',
      ...{ input: RESOLVE_TEXT_INPUT, output: RESOLVE_TEXT_OUTPUT, annotations: READS_HERE },
      async answer(args) {
        checkApi(features);
        registry.refuseUnfit();
        const { text, limit } = parseResolveQuestion(asParameters(args));
        return resolutionAnswer(await registry.resolveText(text, limit));
      },
    },
    {
      name: 'coverage',
      title: 'Count researchers of a gene, registry by registry',
      description:
        'Tells for a gene and each of its orthologs how many researchers every registry has, without naming them: where somebody works on it, and where nobody does.',
      ...{ input: COVERAGE_INPUT, output: COVERAGE_OUTPUT, annotations: READS_PARTNERS },
      async answer(args, signal) {
        checkSearchMode('genes', features);
        registry.refuseUnfit();
        const query = parseCoverageQuery(asParameters({ taxonId: HUMAN_TAXON_ID, ...args }));
        const collected = await (await useCases.federatedCoverage(query, PUBLIC_VIEWER, signal)).collect();
        return collected && coverageAnswer(collected.answer);
      },
    },
    {
      name: 'registries',
      title: 'List the registries of the network',
      description:
        'Lists the registries that are asked, with their keys, sizes, and whether they answer at the moment.',
      ...{ input: REGISTRIES_INPUT, output: REGISTRIES_OUTPUT, annotations: READS_PARTNERS },
      async answer(_, signal) {
        checkApi(features);
        registry.refuseUnfit();
        const collected = await useCases.federatedStatistics({ origins: undefined }, PUBLIC_VIEWER, signal).collect();
        return collected && registriesAnswer(collected.answer);
      },
    },
  ];
}

/** Returns the parameters of a search; a cursor already includes the size. @throws ToolRefusal for a gene and a researcher together */
function searchParameters({ size = DEFAULT_EXPERTS, cursor, ...args }: Arguments, kind: 'genes' | 'users') {
  const paging = cursor === undefined ? { size } : { cursor };
  if (kind === 'users') return asParameters({ prefix: false, ...args, ...paging });
  const other = ['nameLike', 'descriptionLike'].find((name) => ownMember(args, name) !== undefined);
  if (other !== undefined) throw new ToolRefusal(`'${other}' stands beside symbol. Allowed: one of them.`);
  return asParameters({ taxonId: HUMAN_TAXON_ID, ...args, ...paging });
}

/** Writes the arguments as parameters of an address, so that the rules of the API apply to them. */
function asParameters(args: Arguments): URLSearchParams {
  return new URLSearchParams(
    Object.entries(args).flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((one) => [name, String(one)])
        : value === undefined
          ? []
          : [[name, String(value)]],
    ),
  );
}
