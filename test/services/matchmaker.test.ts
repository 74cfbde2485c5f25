/** A node of the Matchmaker Exchange by other people, `patientmatcher`, asks us as it asks any node, and judges what it is answered. */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { aGene, aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { PYTHON_TOOLS } from '../support/services/foreign-tools.ts';

const run = promisify(execFile);
const TOKEN = 'token-of-another-node';
/** Genes that some of its test patients have. */
const SYMBOLS = ['EFTUD2', 'GPX4', 'NGLY1', 'SKI'];

/** Its own test patients, its own schema, its own way to ask; its database is one in memory. */
const ASK = `
import json, sys
from importlib import resources
import mongomock
from jsonschema import ValidationError
import patientMatcher.server  # first, as its modules import each other in a circle
from patientMatcher.match.handler import external_matcher
from patientMatcher.parse.patient import mme_patient, validate_api

patients = json.loads(resources.files('patientMatcher').joinpath('resources/benchmark_patients.json').read_text())


def faults_of(results):
    try:
        validate_api(json_obj={'results': results}, is_request=False)
        return []
    except ValidationError as fault:
        return [fault.message]


database = mongomock.MongoClient().db
database['nodes'].insert_one({
    '_id': 'registry', 'label': 'A registry', 'auth_token': sys.argv[2], 'matching_url': sys.argv[1] + '/mme/match',
    'accepted_content': 'application/vnd.ga4gh.matchmaker.v1.0+json',
})
answers = []
for patient in patients:
    match = external_matcher(database, mme_patient(patient))
    results = match['results'][0]['patients'] if match['results'] else []
    answers.append({
        'errors': [str(error) for error in match['errors']],
        'faults': faults_of(results),
        'genes': [feature['gene']['id'] for feature in patient['genomicFeatures']],
        'found': [result['patient']['label'] for result in results],
    })
print(json.dumps(answers))
`;

type Report = { errors: string[]; faults: string[]; genes: string[]; found: string[] };

let network: Network;
let workplace: Workplace;
beforeAll(async () => {
  const genes = SYMBOLS.map((symbol, at) => aGene(at + 1, symbol));
  const users = SYMBOLS.map((_, at) =>
    aUser(at + 1, { privacyLevel: at === 3 ? 0 : 2, genes: [{ geneId: at + 1, tier: 'TIER1', privacyLevel: null }] }),
  );
  const settings = {
    APP_SETTINGS_INTEGRATIONS_MME_TOKENS: TOKEN,
    APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
  };
  network = await startNetwork([{ key: 'a', settings, snapshot: smallSnapshot({ genes, orthologs: [], users }) }]);
  workplace = await openWorkplace();
});
afterAll(async () => {
  await workplace?.[Symbol.asyncDispose]();
  await network?.[Symbol.asyncDispose]();
});

test.skipIf(PYTHON_TOOLS === undefined)(
  'its 50 test patients are each answered, in the form of its own schema (needs what .ci/tools brings)',
  async () => {
    await writeFile(workplace.at('ask.py'), ASK);
    const words = [workplace.at('ask.py'), network.at('a').url, TOKEN];
    const { stdout } = await run(join(PYTHON_TOOLS ?? '', 'python'), words, { maxBuffer: 16 * 1024 * 1024 });
    const reports: Report[] = JSON.parse(stdout);
    expect(reports).toHaveLength(50);
    expect(reports.flatMap(({ errors, faults }) => [...errors, ...faults])).toEqual([]);
    for (const { genes, found } of reports) {
      expect(found).toHaveLength(new Set(genes.filter((gene) => SYMBOLS.includes(gene))).size);
    }
    expect(reports.filter(({ found }) => found.length > 0).length).toBeGreaterThan(3);
  },
);
