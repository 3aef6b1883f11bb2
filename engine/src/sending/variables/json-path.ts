import type { Node } from 'jsonc-parser';
import { parseTree } from '../../text/json-tree';

const step = /\.\.|\.?\*|\[\s*\*\s*\]|\[\s*(-?\d+)\s*\]|\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\.?([A-Za-z_$@][\w$@-]*)/y;

type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'item'; readonly index: number }
  | { readonly kind: 'any' }
  | { readonly kind: 'below' };

/**
 * Returns the first value at a JSON path such as `$.hooks[0].id`: a string without its quotes, anything else as written, so that no number
 * changes. Undefined when the path or the text cannot be read, or there is no such value.
 */
export function valueAtPath(source: string, path: string): string | undefined {
  const steps = stepsOf(path.trim());
  const root = steps && parseTree(source, [], { disallowComments: true });
  const found = root && followSteps(root, steps);
  if (found === undefined) return undefined;
  return found.type === 'string' ? String(found.value) : source.slice(found.offset, found.offset + found.length);
}

function stepsOf(path: string): readonly Step[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const steps: Step[] = [];
  for (let at = 1; at < path.length;) {
    step.lastIndex = at;
    const match = step.exec(path);
    if (match === null) return undefined;
    const [text, index, quoted, name] = match;
    if (text === '..') {
      // A second `..` in sequence adds nothing.
      if (steps.at(-1)?.kind !== 'below') steps.push({ kind: 'below' });
    } else if (index !== undefined) steps.push({ kind: 'item', index: Number(index) });
    else if (quoted !== undefined) steps.push({ kind: 'member', name: quoted.replace(/\\(.)/g, '$1') });
    else if (name !== undefined) steps.push({ kind: 'member', name });
    else steps.push({ kind: 'any' });
    at = step.lastIndex;
  }
  return steps;
}

/**
 * Returns the first node that the steps lead to. Each node takes each step at most once, however many ways lead to it. Not recursive, since
 * the sender decides how deeply the text is nested.
 */
function followSteps(root: Node, steps: readonly Step[]): Node | undefined {
  const seen = steps.map(() => new Set<Node>());
  const open = [{ node: root, at: 0 }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { node, at } = place;
    const one = steps[at];
    if (one === undefined) return node;
    if (seen[at]?.has(node) === true) continue;
    seen[at]?.add(node);
    // Reversed, so that the first one is taken from the end of the list.
    const nodes = taken(node, one);
    const next = one.kind === 'below' ? at : at + 1;
    for (let index = nodes.length - 1; index >= 0; index--) {
      const child = nodes[index];
      if (child !== undefined) open.push({ node: child, at: next });
    }
    if (one.kind === 'below') open.push({ node, at: at + 1 });
  }
  return undefined;
}

/** Returns the nodes that a step leads to; for `..`, those one level below. */
function taken(node: Node, one: Step): readonly Node[] {
  const children = valuesIn(node);
  switch (one.kind) {
    case 'any':
    case 'below':
      return children;
    case 'item': {
      const found = node.type === 'array' ? children.at(one.index) : undefined;
      return found === undefined ? [] : [found];
    }
    case 'member':
      return node.type === 'object'
        ? (node.children ?? [])
            .filter((member) => member.children?.[0]?.value === one.name)
            .flatMap((member) => member.children?.slice(1, 2) ?? [])
        : [];
  }
}

function valuesIn(node: Node): readonly Node[] {
  if (node.type === 'array') return node.children ?? [];
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap((member) => member.children?.slice(1, 2) ?? []);
}
