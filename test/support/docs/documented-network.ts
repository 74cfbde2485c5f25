/** The network that `npm start` runs, on free ports, and the commands of the documentation put to it. */

import { expect, vi } from 'vitest';
import type { DemoRegistry } from '../../../src/demo/network.ts';
import { PATIENT } from '../machine/patience.ts';
import { type OpenDemoNetwork, openDemoNetwork } from '../network/demo-network.ts';
import { readCurl } from './curl.ts';
import { expectShown } from './shown-json.ts';

export type DocumentedNetwork = OpenDemoNetwork & {
  /** Where the first registry really is. */
  url: string;
  /** Puts a `curl` command of the documentation to the registry it names. */
  curl(command: string, variables?: Record<string, string>): Promise<Response>;
  /** Expects the command's answer to hold what the documentation shows of it: JSON, lines of JSON, or the text itself. */
  expectAnswer(command: string, shown: Shown, variables?: Record<string, string>): Promise<void>;
};

export type Shown = { language: string; text: string };

/** Where the documentation says that the three registries are. */
export const DOCUMENTED_URLS = ['http://127.0.0.1:8080', 'http://127.0.0.1:8081', 'http://127.0.0.1:8082'];

/** Starts it; its registries know each other's versions, as they do a moment after any start. */
export async function startDocumentedNetwork(): Promise<DocumentedNetwork> {
  const network = await openDemoNetwork();
  await Promise.all(network.registries.map((registry) => vi.waitFor(() => expectVersions(registry), PATIENT)));
  const really = (text: string): string =>
    DOCUMENTED_URLS.reduce((so, url, index) => so.replaceAll(url, network.registries[index]?.url ?? url), text);

  function curl(command: string, variables: Record<string, string> = {}): Promise<Response> {
    const { method, address, headers, body } = readCurl(command, variables);
    return fetch(really(address), { method, headers, body: body ?? null });
  }

  return {
    ...network,
    url: network.demonet.url,
    curl,
    async expectAnswer(command, { language, text }, variables) {
      const answer = await (await curl(command, variables)).text();
      expectShown(readAnswer(answer, language), readAnswer(really(text), language));
    },
    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  };
}

/** On a busy machine the last one may begin so late that the question of the first for its version is given up. */
async function expectVersions({ url, running }: DemoRegistry): Promise<void> {
  running.context.federation.learnVersions();
  const { partners } = (await (await fetch(`${url}/api/federated/partners`)).json()) as { partners: object[] };
  expect(partners).not.toContainEqual(expect.objectContaining({ version: null }));
}

/** Lines become a list, so that a line `"…"` may stand for others. */
function readAnswer(text: string, language: string): unknown {
  if (language === 'text') return text.trim();
  if (language === 'json') return JSON.parse(text);
  const lines = text.trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}
