/** Keys that an operator gives by their deprecated names: they count as before, and a sentence says the present name. */

import { describe, expect, test } from 'vitest';
import { configFiles } from '../../src/config/follow-config.ts';
import { load, refusal } from '../support/registry/load-config.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';

const TOKEN = 'example-token-of-node-a';
const DOORS = 'app.settings.doors';
const VARIABLE = 'APP_SETTINGS_DOORS_MME_TOKENS';

/** What a registry would use, and its sentences for the operator, without the folder of the file. */
function read(given: Parameters<typeof load>[0]) {
  const { app, limits, auditLog, deprecated } = load(given);
  const sentences = deprecated.map((sentence) => sentence.replace(/^.*[/\\](?=registry\.yaml)/, ''));
  return { used: { ...app.settings.integrations, saved: limits.savedSearches, auditLog }, sentences };
}

function isNow(before: string, now: string): string {
  return `${before} is deprecated. Its present name is ${now}.`;
}

describe('a deprecated name', () => {
  test.each([
    [
      'app: {settings: {doors: {mcp: {enabled: true}}}}',
      DOORS,
      'app: {settings: {integrations: {mcp: {enabled: true}}}}',
    ],
    [`${DOORS}.mme.tokens: ${TOKEN}`, DOORS, `app: {settings: {integrations: {mme: {tokens: [${TOKEN}]}}}}`],
    ['limits: {url-bytes: 9000, standing-questions: 7}', 'limits.standing-questions', 'limits: {saved-searches: 7}'],
    ['trail: {keep-days: 3}\naudit-log:', 'trail', 'audit-log: {keep-days: 3}'],
    ['trail.keep-days: 3\naudit-log: {keep-days: }', 'trail', 'audit-log: {keep-days: 3}'],
  ])('in a file counts: %j', (yaml, before, present) => {
    const { used, sentences } = read({ yaml });
    expect(read({ yaml: present })).toEqual({ used, sentences: [] });
    expect(sentences).toEqual([
      expect.stringContaining(`registry.yaml: ${before} is deprecated. Its present name is `),
    ]);
  });

  test.each([
    [{ [VARIABLE]: TOKEN }, isNow(VARIABLE, 'APP_SETTINGS_INTEGRATIONS_MME_TOKENS')],
    [{ [`${DOORS}.mme.tokens`]: TOKEN }, isNow(`${DOORS}.mme.tokens`, 'app.settings.integrations.mme.tokens')],
    [{ [`${VARIABLE}_FILE`]: '<secret file>' }, isNow(`${VARIABLE}_FILE`, 'APP_SETTINGS_INTEGRATIONS_MME_TOKENS_FILE')],
  ])('in the environment counts: %j', (env, sentence) => {
    const { used, sentences } = read({ env, secretFile: `${TOKEN}\n` });
    expect(used.mme.tokens).toEqual([{ name: 'token-1', token: TOKEN }]);
    expect(sentences).toEqual([sentence]);
  });

  test('in the environment wins over the present one in a file', () => {
    const given = { yaml: 'limits: {saved-searches: 8}', env: { LIMITS_STANDING_QUESTIONS: '7' } };
    expect(read(given).used.saved).toBe(7);
  });

  test.each(['trail:', 'app: {settings: {doors: {mcp: }}}'])('without a value says nothing: %j', (yaml) => {
    expect(read({ yaml, env: { TRAIL_KEEP_DAYS: ' ' } })).toEqual(read({}));
  });

  test('beside the present one is refused, and both are named', () => {
    const both = (before: string, now: string) => `${before} and ${now} are the same key. Give ${now} alone.`;
    expect(refusal({ yaml: 'limits: {standing-questions: 7, saved-searches: 7}' })).toEqual([
      `registry.yaml: ${both('limits.standing-questions', 'limits.saved-searches')}`,
      `registry.yaml: ${isNow('limits.standing-questions', 'limits.saved-searches')}`,
    ]);
    const env = { TRAIL_KEEP_DAYS: '7', 'audit-log.keep-days': '7' };
    expect(refusal({ env })).toContain(both('TRAIL_KEEP_DAYS', 'audit-log.keep-days'));
  });

  test.each([
    ['app: {settings: {doors: {mpc: {enabled: true}}}}', /integrations\.mpc is an unknown key/],
    ['trail: 3', /audit-log is a number \(not shown\), but must be a map/],
  ])('with a wrong value is refused beside the sentence on the name: %j', (yaml, problem) => {
    expect(refusal({ yaml })).toEqual([expect.stringMatching(problem), expect.stringMatching(/is deprecated\./)]);
  });

  test('is warned of once at the start, in one line of the log', async () => {
    const settings = {
      LOG_LEVEL: 'warn',
      TRAIL_KEEP_DAYS: '0',
      AUDIT_LOG_KEEP_DAYS: '',
      LIMITS_STANDING_QUESTIONS: '7',
    };
    await using registry = await startTestRegistry({ snapshot: smallSnapshot({}), settings });
    const lines = registry
      .logged()
      .split('\n')
      .filter((line) => line.includes('deprecated'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        msg: 'configuration',
        deprecated: [
          isNow('LIMITS_STANDING_QUESTIONS', 'LIMITS_SAVED_SEARCHES'),
          isNow('TRAIL_KEEP_DAYS', 'AUDIT_LOG_KEEP_DAYS'),
        ],
      },
    ]);
  });

  test('of a file with a secret is followed like the present one', () => {
    expect(configFiles([], { [`${VARIABLE}_FILE`]: '/run/tokens' })).toEqual(['/run/tokens']);
  });
});
