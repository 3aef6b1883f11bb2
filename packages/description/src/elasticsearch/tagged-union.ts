import type { CompiledShape } from '../compiled';
import { ancestorsOf } from './ancestors';
import type { Bindings } from './bindings';
import type { Compilation } from './compilation';
import { deepest, asList, recordOf, asText, typeNameOf, type NamedType, type Schema } from './schema';
import { wordsOfName } from './type-names';

/** Returns the switch for a union whose members carry the text that distinguishes them. */
export function taggedUnion(
  compilation: Compilation,
  type: NamedType,
  tag: string,
  bindings: Bindings,
  depth: number,
): CompiledShape | undefined {
  const variants = recordOf(type.type['variants']);
  const cases = new Map<string, CompiledShape>();
  for (const item of asList(recordOf(type.type['type'])['items'])) {
    const shape = compilation.shape(item, 'body', `${type.pointer}/type`, bindings, depth + 1);
    for (const value of tagsOf(compilation.schema, item, tag)) if (!cases.has(value)) cases.set(value, shape);
  }
  if (cases.size === 0) return undefined;
  const isOpen = variants['nonExhaustive'] === true || undefined;
  const absent = cases.get(asText(variants['defaultTag']) ?? '');
  const name = wordsOfName(type.name.slice(type.name.indexOf(':') + 1));
  return {
    type: 'switch',
    name,
    on: tag,
    of: 'self',
    cases: Object.fromEntries(cases),
    absent,
    otherwise: {
      type: 'object',
      name,
      isOpen: true,
      fields: [
        {
          name: tag,
          required: absent === undefined || undefined,
          shape: { type: 'string', values: { values: [...cases.keys()], isOpen } },
        },
      ],
      pointer: type.pointer,
    },
  };
}

/** Returns the texts that the member `tag` of an object can have. */
function tagsOf(schema: Schema, item: unknown, tag: string, depth = 0): readonly string[] {
  const type = schema.types.get(typeNameOf(recordOf(item)['type']) ?? '');
  if (type === undefined || depth > deepest) return [];
  if (type.kind === 'type_alias') {
    const value = recordOf(type.type['type']);
    const items = value['kind'] === 'union_of' ? asList(value['items']) : [value];
    return items.flatMap((one) => tagsOf(schema, one, tag, depth + 1));
  }
  const properties = ancestorsOf(schema, type).flatMap((one) => asList(one.type.type['properties']).map(recordOf));
  const property = properties.filter(({ name }) => name === tag).at(-1);
  return property === undefined ? [] : literalTagsOf(schema, property['type'], depth);
}

function literalTagsOf(schema: Schema, value: unknown, depth: number): readonly string[] {
  if (depth > deepest) return [];
  const { kind, value: literal, items, type } = recordOf(value);
  if (kind === 'literal_value') return typeof literal === 'string' ? [literal] : [];
  if (kind === 'union_of') return asList(items).flatMap((item) => literalTagsOf(schema, item, depth + 1));
  const named = kind === 'instance_of' ? schema.types.get(typeNameOf(type) ?? '') : undefined;
  if (named?.kind !== 'enum') return [];
  return asList(named.type['members']).flatMap((member) => asText(recordOf(member)['name']) ?? []);
}
