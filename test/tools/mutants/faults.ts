/** The small faults that a file may have: what a hurried change gets wrong. */

import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { parseAst } from 'rolldown/parseAst';
import { ownMember } from '../../../src/domain/own-member.ts';

export type Fault = {
  path: string;
  line: number;
  /** Such as `if never`. */
  kind: string;
  /** The text that is replaced, from and to these places of the file, and what takes its place. */
  before: string;
  start: number;
  end: number;
  after: string;
};

// biome-ignore lint/suspicious/noExplicitAny: a node has the members of its type
type Node = any;
type Change = { kind: string; start: number; end: number; after: string };

const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
  ...{ '&&': '||', '||': '&&', '??': '&&', '-': '+', '*': '/', '/': '*' },
};
const OTHER_METHOD: Readonly<Record<string, string>> = {
  ...{ some: 'every', every: 'some', min: 'max', max: 'min', floor: 'ceil', ceil: 'floor' },
  ...{ startsWith: 'endsWith', endsWith: 'startsWith', push: 'unshift' },
};
const LEFT_OUT_METHODS = ['filter', 'toSorted', 'trim', 'toLowerCase', 'slice', 'normalize', 'toReversed', 'flat'];
/** From here on nobody notices one more: a minute that is a millisecond longer. */
const LEAST_DOUBLED = 100;
/** Functions whose arguments may come in any order, so that exchanged ones are no fault. */
const IN_ANY_ORDER = ['Math.max', 'Math.min', 'sameHash', 'timingSafeEqual'];

/** Returns every fault that can be planted into the file. */
export function faultsIn(path: string): Fault[] {
  const text = readFileSync(path, 'utf8');
  // Types are blanked, so that every place keeps its number.
  const script = stripTypeScriptTypes(text);
  const faults: Fault[] = [];
  visit(parseAst(script), undefined, (node, parent) => {
    for (const { kind, start, end, after } of changesOf(node, parent, script)) {
      const line = script.slice(0, start).split('\n').length;
      const before = script.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 120);
      faults.push({ path, line, kind, before, start, end, after });
    }
  });
  return faults;
}

function visit(value: Node, parent: Node, look: (node: Node, parent: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, parent, look);
  if (typeof value !== 'object' || value === null || typeof value.type !== 'string') return;
  if (value.type === 'ImportDeclaration') return;
  look(value, parent);
  for (const inner of Object.values(value)) visit(inner, value, look);
}

function changesOf(node: Node, parent: Node, script: string): Change[] {
  const text = ({ start, end }: Node) => script.slice(start, end);
  const whole = (kind: string, after: string): Change => ({ kind, start: node.start, end: node.end, after });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = OTHER_OPERATOR[node.operator];
      const start = script.indexOf(node.operator, node.left.end);
      if (other === undefined || start >= node.right.start) return [];
      return [{ kind: `${node.operator} to ${other}`, start, end: start + node.operator.length, after: other }];
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [whole('without !', text(node.argument))] : [];
    case 'IfStatement': {
      const { start, end } = node.test;
      return ['false', 'true'].map((after) => ({
        kind: after === 'true' ? 'if always' : 'if never',
        start,
        end,
        after,
      }));
    }
    case 'ConditionalExpression': {
      const { consequent, alternate } = node;
      const after = `${text(alternate)} : ${text(consequent)}`;
      return [{ kind: 'either for or', start: consequent.start, end: alternate.end, after }];
    }
    case 'Literal':
      if (node.value >= LEAST_DOUBLED) return [whole('twice', `(${text(node)} * 2)`)];
      if (typeof node.value === 'number') return [whole('one more', `(${text(node)} + 1)`)];
      return typeof node.value === 'boolean' ? [whole('true for false', String(!node.value))] : [];
    case 'CallExpression':
      return changesOfCall(node, script);
    case 'ExpressionStatement':
      return node.expression.type === 'Literal' ? [] : [whole('without statement', ';')];
    case 'ThrowStatement':
      return [whole('without throw', ';')];
    case 'SpreadElement':
      return parent?.type === 'ObjectExpression' ? [whole('without members', '...{}')] : [];
    default:
      return [];
  }
}

function changesOfCall(node: Node, script: string): Change[] {
  const [first, second] = node.arguments;
  const { callee } = node;
  const changes: Change[] = [];
  const hasTwo = second !== undefined && first.type !== 'SpreadElement' && second.type !== 'SpreadElement';
  if (hasTwo && !IN_ANY_ORDER.includes(script.slice(callee.start, callee.end))) {
    const after = `${script.slice(second.start, second.end)}, ${script.slice(first.start, first.end)}`;
    changes.push({ kind: 'arguments exchanged', start: first.start, end: second.end, after });
  }
  if (callee.type !== 'MemberExpression' || callee.computed) return changes;
  const { name, start, end } = callee.property;
  const other = ownMember(OTHER_METHOD, name);
  if (other !== undefined) changes.push({ kind: `${name} to ${other}`, start, end, after: other });
  if (LEFT_OUT_METHODS.includes(name)) {
    const after = script.slice(callee.object.start, callee.object.end);
    changes.push({ kind: `without ${name}`, start: node.start, end: node.end, after });
  }
  return changes;
}
