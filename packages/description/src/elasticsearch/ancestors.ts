import { bindingsOf, noBindings, type Bindings } from './bindings';
import { deepest, recordOf, typeNameOf, type NamedType, type Schema } from './schema';

/** A type that another one inherits from, or that type itself. */
interface Ancestor {
  readonly type: NamedType;
  /** What the parameters of the type stand for there. */
  readonly bindings: Bindings;
}

/** Returns the type and those that it inherits from, the most general first. */
export function ancestorsOf(schema: Schema, type: NamedType, bindings: Bindings = noBindings): readonly Ancestor[] {
  const found: Ancestor[] = [];
  const seen = new Set<NamedType>();
  let current: Ancestor | undefined = { type, bindings };
  while (current !== undefined && !seen.has(current.type) && seen.size < deepest) {
    seen.add(current.type);
    found.unshift(current);
    const parent = recordOf(current.type.type['inherits']);
    const next = schema.types.get(typeNameOf(parent['type']) ?? '');
    current = next && { type: next, bindings: bindingsOf(next, parent, current.bindings) };
  }
  return found;
}
