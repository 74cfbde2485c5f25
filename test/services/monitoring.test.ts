/** The alerts and the dashboard as Prometheus itself reads them, and what a registry measures as its linter does. */

import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { read } from '../support/docs/read-markdown.ts';
import { answersOfRegistries } from '../support/network/answers-of-registries.ts';
import { programNamed } from '../support/services/programs.ts';
import { neighboursForAll } from '../support/worlds.ts';

const FOLDER = fileURLToPath(new URL('../../docs/monitoring/', import.meta.url));
/** Of @prometheus-io/client, which counts what every program of Node.js has. */
const NOT_OURS =
  /^nodejs_(?:active_(?:handles|requests|resources)_total non-counter metrics should not have "_total" suffix|eventloop_utilization_(histogram|summary) metric name should not include type '\1')$/;
const neighbours = neighboursForAll();

function promtool(words: readonly string[], input = ''): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(programNamed('promtool') ?? '', words, {
    cwd: FOLDER,
    input,
    encoding: 'utf8',
    timeout: 50_000,
  });
  return { status, said: stdout + stderr };
}

test('Prometheus takes the alerts', () => {
  expect(promtool(['check', 'rules', 'alerts.yaml'])).toMatchObject({ status: 0 });
});

test('every alert fires when it should, and not before', () => {
  expect(promtool(['test', 'rules', 'alerts.test.yaml'])).toMatchObject({ status: 0 });
});

test('each alert has a case in which it fires, and one in which it does not', () => {
  type Case = { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] };
  const { groups } = parse(read('docs/monitoring/alerts.yaml')) as { groups: { rules: { alert: string }[] }[] };
  const { tests } = parse(read('docs/monitoring/alerts.test.yaml')) as { tests: Case[] };
  const evaluations = tests.flatMap((one) => one.alert_rule_test);
  const named = (fires: boolean) =>
    new Set(evaluations.filter((one) => one.exp_alerts.length > 0 === fires).map((one) => one.alertname));
  const alerts = new Set(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)));
  expect([named(true), named(false)]).toEqual([alerts, alerts]);
});

test('Prometheus can read every expression of the dashboard, with what Grafana puts in', () => {
  type Panel = { id: number; targets?: { expr: string }[] };
  const { panels } = JSON.parse(read('docs/monitoring/dashboard.json')) as { panels: Panel[] };
  const rules = panels.flatMap(({ id, targets = [] }) =>
    targets.map(({ expr }, index) => ({
      record: `panel:${id}:${index}`,
      expr: expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m'),
    })),
  );
  using folder = mkdtempDisposableSync(join(tmpdir(), 'dashboard-'));
  const file = join(folder.path, 'rules.yaml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { status, said } = promtool(['check', 'rules', file]);
  expect(said).toContain(`${rules.length} rules found`);
  expect(status).toBe(0);
});

test('the linter of Prometheus complains of no metric of ours', async () => {
  const scrapes = await answersOfRegistries(neighbours);
  const complaints = scrapes.flatMap((text) => promtool(['check', 'metrics'], text).said.trim().split('\n'));
  expect(complaints.filter((line) => line !== '' && !NOT_OURS.test(line))).toEqual([]);
  // It is reached: what it says of others came through.
  expect(complaints.filter((line) => NOT_OURS.test(line)).length).toBeGreaterThan(0);
});
