import { parseTree, type Node } from 'jsonc-parser';

const step = /\.\.|\.?\*|\[\s*\*\s*\]|\[\s*(-?\d+)\s*\]|\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\.?([A-Za-z_$@][\w$@-]*)/y;

type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'item'; readonly index: number }
  | { readonly kind: 'any' }
  | { readonly kind: 'below' };

/**
 * Returns the first value that a JSON path such as `$.hooks[0].id` leads to: a string without its quotes, anything else as it
 * stands in the text, so that no number changes. Undefined when the path or the text cannot be read or leads nowhere.
 */
export function valueAtPath(source: string, path: string): string | undefined {
  const steps = stepsOf(path.trim());
  const root = steps && parseTree(source, [], { disallowComments: true });
  const found = root && follow([root], steps)[0];
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
    if (text === '..') steps.push({ kind: 'below' });
    else if (index !== undefined) steps.push({ kind: 'item', index: Number(index) });
    else if (quoted !== undefined) steps.push({ kind: 'member', name: quoted.replace(/\\(.)/g, '$1') });
    else if (name !== undefined) steps.push({ kind: 'member', name });
    else steps.push({ kind: 'any' });
    at = step.lastIndex;
  }
  return steps;
}

function follow(from: readonly Node[], steps: readonly Step[]): readonly Node[] {
  return steps.reduce<readonly Node[]>((nodes, one) => nodes.flatMap((node) => taken(node, one)), from);
}

function taken(node: Node, one: Step): readonly Node[] {
  const children = valuesIn(node);
  switch (one.kind) {
    case 'any':
      return children;
    case 'below':
      return descendants(node);
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

/** A list rather than recursion, since the nesting is the sender's. */
function descendants(root: Node): readonly Node[] {
  const found: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node);
    open.push(...[...valuesIn(node)].reverse());
  }
  return found;
}
