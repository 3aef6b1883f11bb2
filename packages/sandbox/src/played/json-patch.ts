import { isRecord } from '@rulebook/json/is-record';

/** Returns a value changed by a JSON Patch (RFC 6902), or undefined where one of its operations cannot be carried out. */
export function patched(value: unknown, operations: readonly unknown[]): { readonly value: unknown } | undefined {
  let result = structuredCopy(value);
  for (const operation of operations) {
    if (!isRecord(operation) || typeof operation.path !== 'string') return undefined;
    const { op, path, from } = operation;
    const target = stepsOf(path);
    const source = typeof from === 'string' ? at(result, stepsOf(from)) : undefined;
    if (op === 'test') {
      if (JSON.stringify(at(result, target)?.value) !== JSON.stringify(operation.value)) return undefined;
      continue;
    }
    if ((op === 'move' || op === 'copy') && source === undefined) return undefined;
    if (op === 'move') result = put(result, stepsOf(String(from)), undefined, 'remove')?.value;
    const change =
      op === 'remove'
        ? put(result, target, undefined, 'remove')
        : put(
            result,
            target,
            op === 'move' || op === 'copy' ? source?.value : operation.value,
            op === 'replace' ? 'replace' : 'add',
          );
    if (change === undefined) return undefined;
    result = change.value;
  }
  return { value: result };
}

function structuredCopy(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function at(value: unknown, steps: readonly string[]): { readonly value: unknown } | undefined {
  let inner = value;
  for (const step of steps) {
    if (Array.isArray(inner)) inner = (inner as readonly unknown[])[Number(step)];
    else if (isRecord(inner) && Object.hasOwn(inner, step)) inner = inner[step];
    else return undefined;
  }
  return { value: inner };
}

function put(
  value: unknown,
  [step, ...rest]: readonly string[],
  part: unknown,
  kind: 'add' | 'replace' | 'remove',
): { readonly value: unknown } | undefined {
  if (step === undefined) return { value: part };
  if (Array.isArray(value)) {
    const items: unknown[] = [...(value as readonly unknown[])];
    const index = step === '-' ? items.length : Number(step);
    if (!Number.isInteger(index) || index < 0 || index > items.length) return undefined;
    if (rest.length > 0) {
      const inner = put(items[index], rest, part, kind);
      if (inner === undefined) return undefined;
      items[index] = inner.value;
    } else if (kind === 'add') items.splice(index, 0, part);
    else if (index >= items.length) return undefined;
    else items.splice(index, 1, ...(kind === 'remove' ? [] : [part]));
    return { value: items };
  }
  if (!isRecord(value)) return undefined;
  const members = new Map(Object.entries(value));
  if (rest.length > 0) {
    const inner = put(members.get(step), rest, part, kind);
    if (inner === undefined) return undefined;
    members.set(step, inner.value);
  } else if (kind === 'remove') {
    if (!members.delete(step)) return undefined;
  } else members.set(step, part);
  return { value: Object.fromEntries(members) };
}
