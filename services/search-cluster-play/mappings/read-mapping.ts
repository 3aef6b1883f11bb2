import { isRecord } from '@rulebook/json/is-record';
import { indexMapping } from '@rulebook/search-cluster/facts/mappings/field-mapping';
import { otherParameters } from '@rulebook/search-cluster/facts/mappings/field-types';
import { flattenedType } from '@rulebook/search-cluster/facts/mappings/flattened-field';
import { flatObjectType } from '../indices/fields';
import { metadataFields } from '@rulebook/search-cluster/facts/mappings/metadata-fields';
import { isProblem, problem, type Problem } from '../indices/problem';
import { readFlattened, textOfParameter } from './flattened-parameters';
import { mappingProblem, wrongPart, type MappingContext } from './mapping-problem';
import { ownValue } from '@rulebook/sandbox/wire';

type Members = Readonly<Record<string, unknown>>;
type Read = (value: unknown, name: string) => { readonly value: unknown } | Problem;

const rootMembers: ReadonlySet<string> = new Set(indexMapping.fields.map(({ name }) => name));

/** The members of objects, and of the mapping itself, that are stored in another form than they are written. */
const readers: Readonly<Record<string, Read>> = {
  dynamic: readDynamic,
  enabled: readFlag,
  date_detection: readFlag,
  numeric_detection: readFlag,
  _source: (value, name) =>
    readOptions(value, name, { enabled: true, mode: undefined, includes: undefined, excludes: undefined }),
  _routing: (value, name) => readOptions(value, name, { required: false }),
  runtime: readRuntime,
};

/** Null removes a runtime field; any other one has a type. */
function readRuntime(value: unknown): { readonly value: unknown } | Problem {
  if (!isRecord(value)) return mappingProblem('[runtime] must be an object of fields.', 'wrong-type');
  const untyped = Object.entries(value).find(
    ([, field]) => field !== null && (!isRecord(field) || typeof ownValue(field, 'type') !== 'string'),
  );
  return untyped ? mappingProblem(`The runtime field [${untyped[0]}] has no type.`, 'required-field') : { value };
}

/** Returns the mapping of an index as a server stores it, or why it cannot be read. */
export function readMapping(mapping: Members, context: MappingContext): Members | Problem {
  for (const name of Object.keys(mapping)) {
    if (name === '_doc') return problem('A mapping has no type [_doc] around its fields.', { rule: 'misplaced-field' });
    if (!rootMembers.has(name)) return mappingProblem(`The mapping has an unknown member [${name}].`, 'unknown-field');
  }
  return readMembers(mapping, '', context);
}

/** Reads the members that objects and the mapping itself have. */
function readMembers(object: Members, path: string, context: MappingContext): Members | Problem {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    const reader = ownValue(readers, name);
    const found = name === 'properties' ? readProperties(value, path, context) : (reader?.(value, name) ?? { value });
    if (isProblem(found)) return found;
    if (found.value !== undefined) read[name] = found.value;
  }
  return read;
}

function readProperties(value: unknown, path: string, context: MappingContext): { readonly value: unknown } | Problem {
  // An empty list stands for no fields.
  if (isEmptyList(value)) return { value: undefined };
  if (!isRecord(value)) return wrongPart(`[properties] must be an object.`, 'fields');
  let fields: Members = {};
  for (const [name, options] of Object.entries(value)) {
    if (isEmptyList(options)) continue;
    const words = readName(name, path);
    if ('isProblem' in words) return words;
    const field = readField([path, ...words].filter(Boolean).join('.'), options, context);
    if (isProblem(field)) return field;
    fields = withField(fields, words, field);
  }
  return { value: Object.keys(fields).length > 0 ? fields : undefined };
}

/** Returns the words of a name; a dot divides the names of objects. */
function readName(name: string, path: string): readonly string[] | Problem {
  if (path === '' && metadataFields.has(name))
    return mappingProblem(`The field [${name}] is defined by the server itself.`, 'reserved-key');
  const words = name.split('.');
  // Dots at the end divide nothing.
  while (words.length > 0 && words[words.length - 1] === '' && name !== '') words.pop();
  return words.length > 0 && words.every((word) => word.trim() !== '')
    ? words
    : mappingProblem(
        `A field name, and each of its parts between dots, must have characters: [${name}].`,
        'unsuitable-text',
      );
}

/** Puts a field below the objects of its words. */
function withField(fields: Members, [word = '', ...others]: readonly string[], field: Members): Members {
  if (others.length === 0) return { ...fields, [word]: field };
  const known = ownValue(fields, word);
  const object: Members = isRecord(known) ? known : {};
  const inner = isRecord(object.properties) ? object.properties : {};
  const { type, ...rest } = object;
  const kept = type === 'object' ? rest : object;
  return { ...fields, [word]: { ...kept, properties: withField(inner, others, field) } };
}

function readField(path: string, options: unknown, context: MappingContext): Members | Problem {
  if (!isRecord(options)) return mappingProblem(`The mapping of the field [${path}] must be an object.`, 'wrong-type');
  const written = ownValue(options, 'type');
  const isObject = isRecord(options.properties) || (options.enabled !== undefined && Object.keys(options).length === 1);
  if (written === undefined || written === null) {
    if (!isObject) return mappingProblem(`The field [${path}] has no type.`, 'required-field');
    return readObject(path, options, context);
  }
  const type = textOfParameter(written);
  if (!context.types.has(type))
    return mappingProblem(`There is no field type [${type}], which [${path}] has.`, 'unknown-value');
  // The whole mapping of an object in the product that has it under this name.
  const parameters = Object.keys(options).filter((name) => name !== 'type');
  if (type === flatObjectType && parameters.length > 0)
    return mappingProblem(`The field [${path}] has unsupported parameters: [${parameters.join(', ')}].`);
  if (type === flattenedType) return readFlattened(path, options, context);
  return type === 'object' || type === 'nested'
    ? readObject(path, options, context)
    : readOther(path, options, context);
}

function readObject(path: string, options: Members, context: MappingContext): Members | Problem {
  const read = readMembers(options, path, context);
  if (isProblem(read)) return read;
  const { type, enabled, ...others } = read;
  const isNested = type === 'nested';
  // A server writes the type of an object only if nothing else shows it.
  const isPlain = !isNested && others.properties === undefined;
  return { ...((isNested || isPlain) && { type: type ?? 'object' }), ...(enabled === false && { enabled }), ...others };
}

/** The parameters of other types stay as they are, apart from their multi-fields. */
function readOther(path: string, options: Members, context: MappingContext): Members | Problem {
  const refused = refuseParameters(path, options, context);
  if (refused) return refused;
  const { fields, ...others } = options;
  if (!isRecord(fields)) return options;
  const read: Record<string, Members> = {};
  for (const [name, field] of Object.entries(fields)) {
    const found = readField(`${path}.${name}`, field, context);
    if (isProblem(found)) return found;
    read[name] = found;
  }
  return Object.keys(read).length > 0 ? { ...others, fields: read } : others;
}

/** Types whose parameters are all known. */
const simpleTypes: ReadonlySet<unknown> = new Set(['text', 'keyword', 'long', 'integer', 'double', 'boolean', 'date']);
const parameterNames: ReadonlySet<string> = new Set(otherParameters);

function refuseParameters(path: string, options: Members, { analyzers }: MappingContext): Problem | undefined {
  const unknown = Object.keys(options).find((name) => !parameterNames.has(name));
  if (unknown !== undefined && simpleTypes.has(options.type))
    return mappingProblem(`The field [${path}] has an unknown parameter [${unknown}].`, 'unknown-field');
  const unbuilt = ['analyzer', 'search_analyzer', 'search_quote_analyzer']
    .map((name) => ownValue(options, name))
    .find((name) => typeof name === 'string' && !analyzers.includes(name));
  return unbuilt === undefined
    ? undefined
    : mappingProblem(`analyzer [${textOfParameter(unbuilt)}] has not been configured in mappings`);
}

function readDynamic(value: unknown, name: string): { readonly value: unknown } | Problem {
  const text = textOfParameter(value);
  const word = text.toLowerCase();
  if (word === 'strict' || word === 'runtime') return { value: word };
  const read = readFlag(value, name);
  return isProblem(read) ? read : { value: text };
}

function readFlag(value: unknown, name: string): { readonly value: boolean } | Problem {
  const text = textOfParameter(value);
  return text === 'true' || text === 'false'
    ? { value: text === 'true' }
    : wrongPart(`[${name}] must be \`true\` or \`false\`.`, 'flag');
}

/** Reads the options of a field of the server; those that are as by default are left out. */
function readOptions(value: unknown, name: string, standard: Members): { readonly value: unknown } | Problem {
  if (!isRecord(value)) return mappingProblem(`[${name}] must be an object.`, 'wrong-type');
  const read: Record<string, unknown> = {};
  for (const [option, written] of Object.entries(value)) {
    if (!Object.hasOwn(standard, option))
      return mappingProblem(`[${name}] has an unknown parameter [${option}].`, 'unknown-field');
    const found = typeof standard[option] === 'boolean' ? readFlag(written, option) : { value: written };
    if (isProblem(found)) return found;
    if (found.value !== standard[option]) read[option] = found.value;
  }
  return { value: Object.keys(read).length > 0 ? read : undefined };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
