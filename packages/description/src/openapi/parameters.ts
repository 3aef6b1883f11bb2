import type { CompiledExclusion, CompiledField, CompiledShape } from '../compiled';
import { childOf, isSet, itemsAt, memberOfObject, membersAt, objectOf, placeBelow, textAt, type Place } from './place';
import { bodyKindOf } from './media-types';
import { exampleAt, exampleText, memberExample, plainText, writtenDefault, writtenText } from './parameter-forms';
import { reportUnknownMembers } from './members';
import type { Reading } from './reading';
import { isReference } from './references';
import { compiledField } from './schemas/field';
import { shownAt, withProse } from './schemas/prose-facts';
import { exclusionsInProse } from './schemas/prose-relations';
import { annotated } from './schemas/texts';
import { factsAt } from './wording';

/** The parameters of an operation. */
export interface Parameters {
  readonly path: readonly CompiledField[];
  readonly slashParameters: readonly string[];
  readonly query: readonly CompiledField[];
  /** The query may have parameters of any name. */
  readonly isQueryOpen?: true;
  readonly exclusions: readonly CompiledExclusion[];
  readonly headers: readonly CompiledField[];
  readonly cookies: readonly CompiledField[];
  /** Of Swagger 2.0: the parameters that are the body or a part of it. */
  readonly body?: Place;
  readonly form: readonly Place[];
}

/** Returns the parameters of an operation: its own ones take the place of those of its path. */
export function parametersOf(operation: Place, pathItem: Place, path: string, reading: Reading): Parameters {
  const { problems } = reading;
  const query: CompiledField[] = [];
  const headers: CompiledField[] = [];
  const cookies: CompiledField[] = [];
  const slashParameters: string[] = [];
  const queryPlaces = new Map<string, Place>();
  const pathPlaces = new Map<string, Place>();
  const form: Place[] = [];
  let body: Place | undefined;
  let isQueryOpen = false;
  for (const place of mergedParameters(operation, pathItem, reading)) {
    const name = textAt(place, 'name') ?? '';
    reportUncheckedParameter(place, reading);
    switch (textAt(place, 'in')) {
      case 'path':
        pathPlaces.set(name, place);
        break;
      case 'query': {
        queryPlaces.set(name, place);
        const found = queryFields(name, place, reading);
        query.push(...found.fields);
        isQueryOpen ||= found.isOpen;
        break;
      }
      case 'header':
        // The standard says that these are described elsewhere.
        if (!/^(accept|content-type|authorization)$/i.test(name)) headers.push(fieldAt(name, place, reading));
        break;
      case 'cookie':
        cookies.push(cookieField(name, place, reading));
        break;
      case 'querystring': {
        const found = wholeQueryFields(place, reading);
        query.push(...found.fields);
        isQueryOpen ||= found.isOpen;
        break;
      }
      case 'body':
      case 'formData':
        if (reading.dialect !== 'swagger-2.0')
          problems.error('`in` must be one of `path`, `query`, `header` and `cookie`.', place);
        else if (textAt(place, 'in') === 'body') body = place;
        else form.push(place);
        break;
      default:
        problems.error('`in` must say where the parameter is.', place);
    }
  }
  const pathFields = namesInPath(path).map((name): CompiledField => {
    const place = pathPlaces.get(name);
    pathPlaces.delete(name);
    if (place === undefined) {
      problems.warning(`The path parameter \`${name}\` is not defined.`, operation);
      return { name, shape: { type: 'string' }, required: true };
    }
    const style = textAt(place, 'style');
    const isPrefixed = style === 'label' || style === 'matrix';
    if (isPrefixed) problems.information(`The style \`${style}\` of a path parameter is not checked.`, place);
    if (isSet(place, 'x-multi-segment')) slashParameters.push(name);
    const { required: _, ...field } = fieldAt(name, place, reading);
    return { ...field, shape: isPrefixed ? { type: 'string' } : field.shape, required: true };
  });
  for (const [name, place] of pathPlaces) problems.warning(`The path has no parameter \`${name}\`.`, place);
  return {
    path: pathFields,
    slashParameters,
    query,
    isQueryOpen: isQueryOpen || undefined,
    exclusions: exclusionsInProse(queryPlaces),
    headers,
    cookies,
    body,
    form,
  };
}

const stylesOf: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

/** Reports how a parameter contradicts the format, and what of its form is not checked. */
function reportUncheckedParameter(place: Place, reading: Reading): void {
  const { dialect, problems, references } = reading;
  const kind = textAt(place, 'in') ?? '';
  if (dialect === 'swagger-2.0') {
    const form = textAt(place, 'collectionFormat') ?? 'csv';
    if (kind !== 'query' && form !== 'csv' && form !== 'multi')
      problems.information(`Lists in the form \`${form}\` are not checked.`, place);
    return;
  }
  const schema = childOf(place, 'schema');
  const content = childOf(place, 'content');
  if (schema && content) problems.warning('`content` is not used next to `schema`.', content);
  if (!schema && !content && ['path', 'query', 'header', 'cookie'].includes(kind))
    problems.warning('A parameter must have a `schema` or `content`, so its value is not checked.', place);
  const [mediaType] = membersAt(content);
  const isUnread = kind !== 'querystring' && (kind === 'cookie' || jsonSchemaOf(place, reading) === undefined);
  if (mediaType && !schema && childOf(references.resolved(mediaType) ?? mediaType, 'schema') && isUnread)
    problems.information(`The schema of a parameter in the form \`${mediaType.key}\` is not checked.`, mediaType);
  const style = textAt(place, 'style');
  const styles = Object.hasOwn(stylesOf, kind) ? stylesOf[kind] : undefined;
  if (style !== undefined && styles?.includes(style) === false)
    problems.warning(`\`style\` must be one of ${styles.map((one) => `\`${one}\``).join(', ')} here.`, place);
}

/** Returns the names in a path template. */
export function namesInPath(path: string): readonly string[] {
  return [...new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))];
}

function mergedParameters(operation: Place, pathItem: Place, reading: Reading): readonly Place[] {
  const { references, problems } = reading;
  const merged = new Map<string, Place>();
  for (const owner of [pathItem, operation]) {
    const list = childOf(owner, 'parameters');
    if (list && !Array.isArray(list.value)) problems.error('`parameters` must be a list.', list);
    const own = new Set<string>();
    for (const item of itemsAt(list)) {
      const place = references.resolved(item);
      if (place === undefined) continue;
      const name = textAt(place, 'name');
      if (name === undefined) {
        problems.error('A parameter must have a `name`.', place);
        continue;
      }
      reportUnknownMembers('parameter', place, reading);
      const key = `${textAt(place, 'in') ?? ''} ${name}`;
      if (own.has(key)) problems.warning(`The parameter \`${name}\` is listed twice.`, item);
      own.add(key);
      merged.set(key, place);
    }
  }
  return [...merged.values()];
}

/** Returns a parameter as a field; its shape is that of its schema. */
export function fieldAt(name: string, place: Place, reading: Reading): CompiledField {
  const kind = textAt(place, 'in');
  const schema = schemaOf(place, reading);
  const { example, ...made }: CompiledField = schema
    ? compiledField(reading, name, [schema], { use: 'request', depth: 0 })
    : { name, shape: contentShape(place, reading) };
  const ofJson = schema === undefined ? jsonSchemaOf(place, reading) : undefined;
  const isInOtherForm = (kind === 'path' || kind === 'header') && /^(?:[st]sv|pipes)$/.test(collectionForm(place));
  return {
    ...made,
    shape: withProse(isInOtherForm ? { type: 'string' } : made.shape, childOf(place, 'description'), {
      shown: [...shownAt(place), ...(schema === undefined ? [] : shownAt(schema))],
      isInPath: kind === 'path',
      isInQuery: kind === 'query',
    }),
    ...(reading.dialect === 'swagger-2.0' ? {} : factsAt([place])),
    required: isSet(place, 'required') || undefined,
    content: ofJson && reading.shapeOf(ofJson, { use: 'request', name, depth: 0 }),
    default: writtenDefault(made.default, name, place),
    example: exampleText(place, reading) ?? (example && writtenText(JSON.parse(example), name, place)),
  };
}

/** Returns the schema of a parameter; in Swagger 2.0 it is the parameter itself. */
export function schemaOf(place: Place, { dialect }: Reading): Place | undefined {
  if (dialect !== 'swagger-2.0') return childOf(place, 'schema');
  const schema: Record<string, unknown> = {};
  for (const { key, value } of membersAt(place)) {
    if (['name', 'in', 'required', 'collectionFormat', 'allowEmptyValue'].includes(key)) continue;
    Object.defineProperty(schema, key, { value, enumerable: true });
  }
  return { ...place, value: schema };
}

/** Returns the schema of a parameter that is JSON; undefined for any other. */
function jsonSchemaOf(place: Place, { references }: Reading): Place | undefined {
  const [mediaType, ...others] = membersAt(childOf(place, 'content'));
  if (mediaType === undefined || others.length > 0 || childOf(place, 'schema') !== undefined) return undefined;
  if (mediaType.key.includes('*') || bodyKindOf(mediaType.key) !== 'json') return undefined;
  const content = references.resolved(mediaType);
  return content && childOf(content, 'schema');
}

/** A parameter with `content` is a string in that form. */
function contentShape(place: Place, { references }: Reading): CompiledShape {
  const [mediaType] = membersAt(childOf(place, 'content'));
  const isJson = mediaType && bodyKindOf(mediaType.key) === 'json' && references.resolved(mediaType) !== undefined;
  return { type: 'string', format: isJson ? 'json-text' : undefined };
}

/** Lists and objects are several cookies, or one in a form of its own. */
function cookieField(name: string, place: Place, reading: Reading): CompiledField {
  const field = fieldAt(name, place, reading);
  const schema = schemaOf(place, reading);
  const types = schema ? typesAt(schema, reading) : [];
  if (!types.includes('array') && !types.includes('object')) return field;
  reading.problems.information('Lists and objects in cookies are not checked.', place);
  return { ...field, shape: { type: 'string' } };
}

/** The parameters that a query may have; `isOpen` if there may be others of any name. */
interface QueryFields {
  readonly fields: readonly CompiledField[];
  readonly isOpen: boolean;
}

/** Returns the fields of a query parameter: an object is written as several. */
function queryFields(name: string, place: Place, reading: Reading): QueryFields {
  const { problems, dialect } = reading;
  const one = (field: CompiledField): QueryFields => ({ fields: [field], isOpen: false });
  const schema = schemaOf(place, reading);
  const types = schema ? typesAt(schema, reading) : [];
  if (types.includes('array')) {
    const field = withBare(fieldAt(name, place, reading), place);
    const form = dialect === 'swagger-2.0' ? collectionForm(place) : listForm(place);
    if (form === 'repeated') return one({ ...field, isRepeatable: true });
    if (form === 'commas') return one(field);
    problems.information(`Lists in the form \`${form}\` are not checked.`, place);
    // By these styles, too, a list may be written with a parameter for each item.
    const isRepeatable = memberOfObject(place.value, 'explode') === true || undefined;
    return one({ ...field, shape: { type: 'string' }, isRepeatable });
  }
  if (!types.includes('object') || dialect === 'swagger-2.0' || schema === undefined)
    return one(withBare(fieldAt(name, place, reading), place));
  const style = textAt(place, 'style') ?? 'form';
  const isExploded = style === 'form' && (memberOfObject(place.value, 'explode') ?? true) === true;
  const members = membersOfSchema(schema, reading);
  // Its members are parameters of the query, and it may have others than those that are listed.
  const isOpen = isExploded && (members.length === 0 || allowsOthers(schema, reading));
  if ((style === 'deepObject' || isExploded) && members.length > 0) {
    const nameOf = (key: string): string => (style === 'deepObject' ? `${name}[${key}]` : key);
    const fields = memberFields(place, members, nameOf, reading, exampleAt(place, reading));
    const isOpenObject = style === 'deepObject' && allowsOthers(schema, reading);
    return { fields: isOpenObject ? [...fields, openObject(name, place, reading)] : fields, isOpen };
  }
  if (style === 'deepObject') return one(openObject(name, place, reading));
  problems.information(`An object in the form \`${style}\` is not checked.`, place);
  return { fields: [{ ...fieldAt(name, place, reading), shape: { type: 'string' } }], isOpen };
}

/** Returns a parameter such as `filter[name]` whose members may have any name: what they are is not checked. */
function openObject(name: string, place: Place, reading: Reading): CompiledField {
  const { required: _, ...field } = fieldAt(name, place, reading);
  return { ...field, shape: { type: 'object', isOpen: true, fields: [] } };
}

/** Returns the fields of a parameter that is the whole query: those of a form are its members. */
function wholeQueryFields(place: Place, reading: Reading): QueryFields {
  const [mediaType] = membersAt(childOf(place, 'content'));
  const content = mediaType && reading.references.resolved(mediaType);
  const schema = content && childOf(content, 'schema');
  if (schema === undefined || bodyKindOf(mediaType?.key ?? '') !== 'url-encoded') {
    reading.problems.information('A parameter that is the whole query is checked where it is a form.', place);
    return { fields: [], isOpen: true };
  }
  const members = membersOfSchema(schema, reading);
  const hasAlternatives = annotated(schema, reading).some(
    ({ value }) => memberOfObject(value, 'oneOf') !== undefined || memberOfObject(value, 'anyOf') !== undefined,
  );
  return {
    fields: memberFields(place, members, (key) => key, reading),
    isOpen: members.length === 0 || hasAlternatives || allowsOthers(schema, reading),
  };
}

/** Returns the members of an object that are parameters of the query. */
function memberFields(
  place: Place,
  members: ReturnType<typeof membersOfSchema>,
  nameOf: (key: string) => string,
  reading: Reading,
  whole?: unknown,
): readonly CompiledField[] {
  const areRequired = isSet(place, 'required');
  return members.map(({ place: member, isRequired }) => {
    const written = nameOf(member.key);
    const { example, ...made } = compiledField(reading, written, [member], { use: 'request', depth: 0 });
    const memberTypes = typesAt(member, reading);
    if (memberTypes.includes('object'))
      reading.problems.information('Objects in parameters of a query are checked one level deep.', member);
    return {
      ...made,
      isRepeatable: memberTypes.includes('array') || undefined,
      required: (areRequired && isRequired) || undefined,
      example: memberExample(memberOfObject(whole, member.key)) ?? plainText(example),
    };
  });
}

/** Returns whether an object may expressly have members that it does not list. */
function allowsOthers(schema: Place, reading: Reading): boolean {
  return annotated(schema, reading).some(
    ({ value }) =>
      ['additionalProperties', 'unevaluatedProperties'].some((keyword) => {
        const others = memberOfObject(value, keyword);
        return others === true || objectOf(others) !== undefined;
      }) || memberOfObject(value, 'patternProperties') !== undefined,
  );
}

function withBare(field: CompiledField, place: Place): CompiledField {
  if (!isSet(place, 'allowEmptyValue')) return field;
  return { ...field, bare: plainText(field.default) ?? '' };
}

function listForm(place: Place): string {
  const style = textAt(place, 'style') ?? 'form';
  if (style !== 'form') return style;
  return memberOfObject(place.value, 'explode') === false ? 'commas' : 'repeated';
}

function collectionForm(place: Place): string {
  const form = textAt(place, 'collectionFormat') ?? 'csv';
  if (form === 'csv') return 'commas';
  return form === 'multi' ? 'repeated' : form;
}

/** Returns the types that a schema names, over references and everything that it extends. */
function typesAt(schema: Place, reading: Reading): readonly string[] {
  const types = new Set<string>();
  for (const place of annotated(schema, reading)) {
    const type = memberOfObject(place.value, 'type');
    for (const word of Array.isArray(type) ? (type as readonly unknown[]) : [type])
      if (typeof word === 'string') types.add(word);
    if (type === undefined && objectOf(memberOfObject(place.value, 'properties')) !== undefined) types.add('object');
  }
  return [...types];
}

function membersOfSchema(schema: Place, reading: Reading) {
  const places = annotated(schema, reading).filter(({ value }) => !isReference(value));
  const required = new Set(places.flatMap((place) => itemsAt(childOf(place, 'required')).map(({ value }) => value)));
  return places
    .flatMap((place) => membersAt(placeBelow(place, 'properties')))
    .map((place) => ({ place, isRequired: required.has(place.key) }));
}
