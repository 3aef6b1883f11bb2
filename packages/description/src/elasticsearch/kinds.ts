import type { CompiledBody, CompiledObject, CompiledOperation, CompiledShape } from '../compiled';

/**
 * Several endpoints can have the same methods and the same form of path: a member of the body shows which one a request means, because it has
 * one value in each of them. The general one of them, which takes any value, gets the bodies of the others as cases.
 */
export function withKinds(
  operations: readonly CompiledOperation[],
  shapes: readonly CompiledShape[],
): readonly CompiledOperation[] {
  const groups = new Map<string, CompiledOperation[]>();
  for (const operation of operations) {
    const form = `${operation.methods.join()} ${operation.path.replace(/\{[^{}]*\}/g, '{}')}`;
    groups.set(form, [...(groups.get(form) ?? []), operation]);
  }
  const changed = new Map<CompiledOperation, CompiledOperation>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const general = group.find((operation) => kindsOf(operation, shapes).size === 0);
    const body = general && bodyWithKinds(general, group, shapes);
    if (general !== undefined && body !== undefined) changed.set(general, { ...general, body });
  }
  return operations.map((operation) => changed.get(operation) ?? operation);
}

function bodyWithKinds(
  general: CompiledOperation,
  group: readonly CompiledOperation[],
  shapes: readonly CompiledShape[],
): CompiledBody | undefined {
  const { body } = general;
  const own = body === undefined ? undefined : bodyObject(general, shapes);
  if (body?.shape === undefined || own === undefined) return undefined;
  const others = group.filter((operation) => operation !== general);
  const on = own.fields?.find(({ name }) => others.every((other) => kindsOf(other, shapes).has(name)))?.name;
  if (on === undefined) return undefined;
  const cases = new Map<string, CompiledShape>();
  for (const other of others) {
    const kind = kindsOf(other, shapes).get(on);
    if (kind !== undefined && other.body?.shape !== undefined && !cases.has(kind)) cases.set(kind, other.body.shape);
  }
  return {
    ...body,
    shape: {
      type: 'switch',
      name: 'request body',
      on,
      of: 'self',
      cases: Object.fromEntries(cases),
      otherwise: body.shape,
    },
  };
}

/** Returns the required members of the body that take one text only, with that text. */
function kindsOf(operation: CompiledOperation, shapes: readonly CompiledShape[]): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  for (const { name, required, shape } of bodyObject(operation, shapes)?.fields ?? []) {
    const text = resolved(shape, shapes);
    if (required !== true || text?.type !== 'string' || text.values?.isOpen === true) continue;
    const [only, ...others] = text.values?.values ?? [];
    const value = typeof only === 'object' ? only.value : only;
    if (typeof value === 'string' && others.length === 0) kinds.set(name, value);
  }
  return kinds;
}

function bodyObject({ body }: CompiledOperation, shapes: readonly CompiledShape[]): CompiledObject | undefined {
  const shape = body?.shape === undefined ? undefined : resolved(body.shape, shapes);
  return shape?.type === 'object' ? shape : undefined;
}

function resolved(shape: CompiledShape, shapes: readonly CompiledShape[]): Exclude<CompiledShape, number> | undefined {
  const found = typeof shape === 'number' ? shapes[shape] : shape;
  return typeof found === 'number' ? undefined : found;
}
