import { parse, type AnyNode, type Program } from 'acorn';
import type { ReadStatements, Statement } from '../import-libraries';

/** Reads statements with a parser of JavaScript. */
export const readStatements: ReadStatements = (code) => {
  let program: Program;
  try {
    program = parse(code, {
      ecmaVersion: 'latest',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    });
  } catch {
    return undefined;
  }
  return program.body.map((statement) => {
    const gives = new Set<string>();
    const names = new Set<string>();
    walk(statement, names, gives);
    const header = headerSetBy(statement, code);
    return { start: statement.start, end: statement.end, gives, names, ...(header && { header }) };
  });
};

/** Returns the header field that a statement gives to the request: `pm.request.headers.upsert({ key: 'X-A', value: a })`. */
function headerSetBy(statement: AnyNode, code: string): Statement['header'] {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return undefined;
  const { callee, arguments: given } = statement.expression;
  const [first, second] = given;
  const path = code.slice(callee.start, callee.end).replace(/\s+/g, '');
  if (path === 'pm.request.upsertHeader' || path === 'pm.request.addHeader') return headerOf(first, second);
  if (!/^pm\.request\.headers\.(?:add|upsert)$/.test(path) || first?.type !== 'ObjectExpression') return undefined;
  const member = (name: string) =>
    first.properties.find(
      (one) =>
        one.type === 'Property' &&
        !one.computed &&
        (one.key.type === 'Identifier' ? one.key.name === name : one.key.type === 'Literal' && one.key.value === name),
    );
  const [key, value] = [member('key'), member('value')];
  return key?.type === 'Property' && value?.type === 'Property' ? headerOf(key.value, value.value) : undefined;
}

function headerOf(name: AnyNode | undefined, value: AnyNode | undefined): Statement['header'] {
  if (name?.type !== 'Literal' || typeof name.value !== 'string' || !/^[\w-]+$/.test(name.value)) return undefined;
  if (value === undefined || value.type === 'SpreadElement') return undefined;
  return { name: name.value, value: { start: value.start, end: value.end } };
}

/** Goes through a tree without calling itself: it is as deep as strangers write. */
function walk(start: AnyNode, names: Set<string>, gives: Set<string>): void {
  const open: AnyNode[] = [start];
  const isTop = (node: AnyNode) => node === start;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'Identifier') names.add(node.name);
    if (node.type === 'VariableDeclaration' && isTop(node)) for (const { id } of node.declarations) addBound(id, gives);
    if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && isTop(node))
      gives.add(node.id?.name ?? '');
    if (node.type === 'AssignmentExpression') addBound(node.left, gives);
    for (const [key, value] of Object.entries(node) as [string, unknown][]) {
      const isName = (key === 'property' || key === 'key') && 'computed' in node && node.computed === false;
      if (isName) continue;
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(one)) open.push(one);
    }
  }
}

function addBound(start: AnyNode, found: Set<string>): void {
  const open: AnyNode[] = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'Identifier') found.add(node.name);
    else if (node.type === 'AssignmentPattern') open.push(node.left);
    else if (node.type === 'RestElement') open.push(node.argument);
    else if (node.type === 'ArrayPattern') open.push(...node.elements.filter((one) => one !== null));
    else if (node.type === 'ObjectPattern')
      open.push(...node.properties.map((one) => (one.type === 'Property' ? one.value : one)));
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
