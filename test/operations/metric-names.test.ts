/** All metrics with their labels, and that the pages, the dashboard and the alerts name no others. */

import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ORIGIN_STATES } from '../../src/domain/federation/origin.ts';
import { PARTNER_LIST_OUTCOMES } from '../../src/operations/service-metrics.ts';
import { read } from '../support/docs/read-markdown.ts';
import { answersOfRegistries } from '../support/network/answers-of-registries.ts';
import { samplesOf } from '../support/server/read-metrics.ts';
import { neighboursForAll } from '../support/worlds.ts';

const neighbours = neighboursForAll();
/** Those of registries that have everything that is measured, and of the process above several. */
let text: string;

beforeAll(async () => {
  text = (await answersOfRegistries(neighbours)).join('\n');
});

function metricNames(): Set<string> {
  return new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name));
}

function named(page: string): string[] {
  const names = page.match(/\b(?:isearch|nodejs|process)_[a-z]\w*[a-z]\b/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))];
}

test('the pages for operators name every metric of ours, and none that is not there', () => {
  const texts = ['docs/run.md', 'docs/monitoring/README.md', 'docs/follow.md'].map(read).join(' ');
  const pages = named(texts.replaceAll('isearch_state', ''));
  const ours = [...metricNames()].filter((name) => name.startsWith('isearch_'));
  expect(ours.length).toBeGreaterThan(25);
  expect(ours.filter((name) => !pages.includes(name))).toEqual([]);
  const prefixes = ['isearch_follow', 'nodejs', 'process'];
  const unknown = pages.filter((name) => !metricNames().has(name));
  expect(unknown.filter((name) => !prefixes.includes(name))).toEqual([]);
});

test('every label is of a closed list', () => {
  const closed: Record<string, readonly string[] | RegExp> = {
    origin: ['local', 'north', 'south', 'odd'],
    state: ORIGIN_STATES,
    status: ['miss', 'hit', 'shared', 'stale'],
    complete: ['true', 'false'],
    outcome: [...PARTNER_LIST_OUTCOMES, 'found', 'missed', 'kept', 'too_long', 'refused'],
    limit: ['address', 'partner', 'work', 'searches', 'unread', 'cut_off'],
    token: ['token-1'],
    method: ['GET', 'HEAD', 'OPTIONS', 'POST', 'other'],
    status_class: ['1xx', '2xx', '3xx', '4xx', '5xx', 'left'],
    route: /^(?:\(none\)|(?:\/(?:api|livez|federated|genes|users|search|:[a-zA-Z]+))+)$/,
    le: /^(?:[\d.]+|\+Inf)$/,
    version: /^\d+\.\d+\.\d+$/,
    api_version: ['1.5.10'],
  };
  const ours = samplesOf(text).filter(({ name }) => name.startsWith('isearch_'));
  const open = ours
    .flatMap(({ labels }) => Object.entries(labels))
    .filter(([label, value]) => {
      const list = closed[label];
      return !(list instanceof RegExp ? list.test(value) : list?.includes(value));
    });
  expect(open).toEqual([]);
  expect(text).not.toMatch(/BRCA1|secret|nobodys|127\.0\.0\.1/);
});

describe('the alerts', () => {
  type Alert = {
    alert: string;
    expr: string;
    for?: string;
    labels: { severity: string };
    annotations: { summary: string; runbook: string };
  };
  const { groups } = parse(read('docs/monitoring/alerts.yaml')) as { groups: { name: string; rules: Alert[] }[] };
  const rules = groups.flatMap((group) => group.rules);

  test('ask for nothing that no registry measures', () => {
    expect(rules.length).toBeGreaterThan(12);
    for (const { alert, expr } of rules) expect(unknownIn(expr), alert).toEqual([]);
  });

  test('each say how bad it is, and lead to a section that says what to do', () => {
    const page = read('docs/monitoring/README.md');
    for (const { alert, annotations, labels } of rules) {
      expect(['info', 'warning', 'critical']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/^.+\.$/);
      expect(annotations.runbook).toBe(`docs/monitoring/README.md#${alert.toLowerCase()}`);
      expect(page).toMatch(new RegExp(`\\n### ${alert}\\n\\n\\w`));
    }
    const sections = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(rules.map(({ alert }) => alert));
  });

  test('have brackets that close', () => {
    for (const { expr } of rules) expect(openBrackets(expr), expr).toBe('');
  });
});

describe('the dashboard', () => {
  type Panel = {
    id: number;
    title: string;
    type: string;
    targets?: { expr: string }[];
    gridPos: { x: number; w: number };
  };
  const { panels } = JSON.parse(read('docs/monitoring/dashboard.json')) as { panels: Panel[] };
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

  test('asks for nothing that no registry measures', () => {
    expect(expressions.length).toBeGreaterThan(30);
    for (const expr of expressions) expect(unknownIn(expr), expr).toEqual([]);
  });

  test('shows every metric of ours', () => {
    const shown = named(expressions.join(' '));
    const ours = [...metricNames()].filter((name) => name.startsWith('isearch_'));
    const elsewhere = ['isearch_workers_wanted', 'isearch_partner_list_refused', 'isearch_follow_answering'];
    const unshown = ours.filter((name) => !shown.includes(name) && !elsewhere.includes(name));
    expect(unshown).toEqual(['isearch_follow_last_success_timestamp_seconds']);
  });

  test('has panels with ids of their own that lie within its width, and brackets that close', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (const expr of expressions) expect(openBrackets(expr), expr).toBe('');
  });
});

function unknownIn(expr: string): string[] {
  return named(expr).filter((name) => !metricNames().has(name));
}

/** What is left of an expression when pairs of brackets and what is in none are taken out. */
function openBrackets(expr: string): string {
  let rest = expr.replace(/"[^"]*"/g, '').replace(/[^()[\]{}]/g, '');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\(\)|\[\]|\{\}/g, '');
  }
  return rest;
}
