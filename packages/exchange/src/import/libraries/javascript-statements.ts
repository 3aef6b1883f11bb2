import { parse, type AnyNode, type Program } from 'acorn';
import type { ReadStatements } from '../import-libraries';

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
    return { start: statement.start, end: statement.end, gives, names };
  });
};

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
