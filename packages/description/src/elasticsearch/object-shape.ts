import { unlessEmpty, type CompiledConstraint, type CompiledField, type CompiledObject } from '../compiled';
import { ancestorsOf } from './ancestors';
import { noBindings, type Bindings } from './bindings';
import type { Compilation } from './compilation';
import { summaryOfDescription } from './facts';
import { asList, recordOf, asText, asTexts, typeNameOf, type NamedType, type Schema } from './schema';
import { keyNameOf, wordsOfName } from './type-names';

/** An open type with so many members leaves out few. */
const longList = 20;

/** Returns the properties of a type as an object: those of the types that it inherits from come first. */
export function objectShape(
  compilation: Compilation,
  type: NamedType,
  properties: unknown,
  bindings: Bindings = noBindings,
  depth = 0,
): CompiledObject {
  const fields = new Map<string, CompiledField>();
  let entries: CompiledObject['entries'];
  let isNearlyWhole = false;
  for (const ancestor of ancestorsOf(compilation.schema, type, bindings)) {
    const { pointer } = ancestor.type;
    const own = ancestor.type === type ? properties : ancestor.type.type['properties'];
    const part = type.kind === 'interface' || ancestor.type !== type ? 'properties' : 'body/properties';
    for (const field of compilation.fields(own, 'body', `${pointer}/${part}`, ancestor.bindings, depth + 1)) {
      fields.set(field.name, field);
    }
    for (const behavior of asList(ancestor.type.type['behaviors']).map(recordOf)) {
      const name = typeNameOf(behavior['type']);
      if (name !== '_spec_utils:AdditionalProperties' && name !== '_spec_utils:AdditionalProperty') continue;
      const [key, value] = asList(behavior['generics']);
      // A long list is nearly whole, so that a name that nearly is on it can be reported.
      if (recordOf(value)['kind'] === 'user_defined_value' && fields.size >= longList) {
        isNearlyWhole = true;
        continue;
      }
      const { key: keyName, description } = recordOf(behavior['meta']);
      entries = {
        keyName: asText(keyName) ?? keyNameOf(key),
        summary: summaryOfDescription(description),
        shape: compilation.shape(value, 'body', `${pointer}/behaviors`, ancestor.bindings, depth + 1),
      };
    }
  }
  const container = recordOf(type.type['variants']);
  const isContainer = container['kind'] === 'container';
  const isMisspeltReported = isNearlyWhole || (isContainer && container['nonExhaustive'] === true) || undefined;
  return {
    type: 'object',
    name: wordsOfName(asText(recordOf(type.type['name'])['name']) ?? 'object'),
    fields: unlessEmpty([...fields.values()]),
    entries,
    isOpen: isMisspeltReported,
    isMisspeltReported,
    // Keys of users may be where a container has further members.
    constraints: unlessEmpty([
      ...(isContainer && entries === undefined ? [oneMember(nextToContainer(compilation.schema, type))] : []),
      // What corrections add.
      ...asList(type.type['oneOf']).map(oneOfMembers),
    ]),
    pointer: type.pointer,
  };
}

/** Returns the members of a container that may be next to the one that it holds. */
function nextToContainer(schema: Schema, type: NamedType): readonly string[] {
  return ancestorsOf(schema, type)
    .flatMap((ancestor) => asList(ancestor.type.type['properties']).map(recordOf))
    .flatMap((property) => {
      const name = asText(property['name']);
      return property['containerProperty'] === true && name !== undefined
        ? [name, ...asTexts(property['aliases'])]
        : [];
    });
}

function oneOfMembers(names: unknown): CompiledConstraint {
  return { rule: 'member-count', options: { minimum: 1, fields: asTexts(names) } };
}

/** Returns the constraint of an object that holds one member. With members of its own next to it, the one may be absent. */
export function oneMember(besides: readonly string[]): CompiledConstraint {
  if (besides.length === 0) return { rule: 'member-count', options: { minimum: 1, maximum: 1 } };
  return { rule: 'member-count', options: { maximum: 1, besides } };
}
