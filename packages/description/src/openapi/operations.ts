import type { OperationExample } from '@rulebook/catalogue/operation';
import { shownPairs } from '@rulebook/catalogue/written-parameter';
import type { Credential } from '@rulebook/catalogue/service';
import { pointerStep } from '@rulebook/text/pointer';
import { unlessEmpty, type CompiledField, type CompiledOperation } from '../compiled';
import { callbacksOf, parametersBodyOf, requestBodyOf, responsesOf } from './bodies';
import { requirementsAt } from './credentials';
import { reportUnknownMembers } from './members';
import { namesInPath, parametersOf, type Parameters } from './parameters';
import { childOf, membersAt, objectOf, pointerIn, textAt, textsAt, type Place } from './place';
import type { Reading } from './reading';
import { formOfPathParameter } from './schemas/prose-forms';
import { factsAt, firstParagraph, sentenceOfParagraph } from './wording';

const methods: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** Members of a path that say something about its operations. */
const aboutPaths: readonly string[] = ['$ref', 'summary', 'description', 'parameters'];

/** Returns the operations of a description, in its order. */
export function operationsOf(reading: Reading, credentials: readonly Credential[]): readonly CompiledOperation[] {
  const { root, problems } = reading;
  const paths = childOf(root, 'paths');
  if (paths && objectOf(paths.value) === undefined) problems.error('`paths` must be an object.', paths);
  const operations: CompiledOperation[] = [];
  const forms = new Map<string, { readonly name: string; readonly at: number; readonly isFragment: boolean }>();
  const ids = new Set<string>();
  for (const entry of membersAt(paths)) {
    if (entry.key.startsWith('x-')) continue;
    if (!entry.key.startsWith('/')) {
      problems.error('A path must begin with `/`.', entry);
      continue;
    }
    const path = templateOf(entry, reading);
    for (const written of methodsOf(entry, reading)) {
      const { method, place } = written;
      const form = `${method} ${path.template.replace(/\{[^{}]*\}/g, '{}')}`;
      const earlier = forms.get(form);
      const isFragment = entry.key.includes('#');
      if (earlier !== undefined && (isFragment || earlier.isFragment)) {
        // Some descriptions distinguish the uses of one operation by what follows `#`.
        const id = uniqueId(`${method.toLowerCase()} ${entry.key}`, ids, place, reading);
        const former = operations[earlier.at];
        const other = operationOf({ id, ...written, entry, ...path }, reading, credentials);
        if (former) operations[earlier.at] = withOtherUse(former, other);
        continue;
      }
      if (earlier !== undefined) {
        problems.warning(`\`${earlier.name}\` has the same method and form of path, so this one is not used.`, place);
        continue;
      }
      forms.set(form, { name: `${method} ${path.template}`, at: operations.length, isFragment });
      const wanted = textAt(place, 'operationId') ?? `${method.toLowerCase()} ${path.template}`;
      const id = uniqueId(wanted, ids, place, reading);
      operations.push(operationOf({ id, ...written, entry, ...path }, reading, credentials));
    }
  }
  return operations;
}

/** Returns an operation that takes the bodies, query parameters and header fields of another one, too. */
function withOtherUse(operation: CompiledOperation, other: CompiledOperation): CompiledOperation {
  return {
    ...operation,
    query: unlessEmpty(unitedFields(operation.query, other.query)),
    headers: unlessEmpty(unitedFields(operation.headers, other.headers)),
    body: unitedBody(operation.body, other.body),
    examples: unlessEmpty([...(operation.examples ?? []), ...(other.examples ?? [])]),
  };
}

/** What only one of both needs is not required. */
function unitedFields(own: readonly CompiledField[] = [], others: readonly CompiledField[] = []) {
  const optional = ({ required, ...field }: CompiledField, list: readonly CompiledField[]): CompiledField =>
    required && list.some(({ name, required: isNeeded }) => name === field.name && isNeeded)
      ? { ...field, required }
      : field;
  const added = others.filter(({ name }) => !own.some((field) => field.name === name));
  return [...own.map((field) => optional(field, others)), ...added.map((field) => optional(field, own))];
}

function unitedBody(own: CompiledOperation['body'], other: CompiledOperation['body']): CompiledOperation['body'] {
  if (own === undefined || other === undefined) {
    const { required: _, ...body } = own ?? other ?? {};
    return own === undefined && other === undefined ? undefined : body;
  }
  const shapes = [own.shape, other.shape].flatMap((shape) => shape ?? []);
  const [only, ...more] = shapes;
  return {
    ...own,
    required: own.required && other.required,
    shape: more.length === 0 ? only : { type: 'choice', options: shapes },
    forms: unlessEmpty([...(own.forms ?? []), ...(other.forms ?? [])]),
    text: own.text ?? other.text,
    mediaTypes: unlessEmpty([...new Set([...(own.mediaTypes ?? []), ...(other.mediaTypes ?? [])])]),
  };
}

interface WrittenOperation {
  readonly method: string;
  readonly place: Place;
  readonly pathItem: Place;
}

interface NamedOperation extends WrittenOperation {
  readonly id: string;
  /** The path as the description writes it. */
  readonly entry: Place;
  readonly template: string;
  readonly slashNames: readonly string[];
}

/** Returns the operations of a path, also of the path item that it refers to. */
function methodsOf(entry: Place, { references, problems, dialect }: Reading): readonly WrittenOperation[] {
  const target = references.resolved(entry);
  const items = target === undefined || target === entry ? [entry] : [entry, target];
  if (objectOf(entry.value) === undefined) {
    problems.error('A path item must be an object.', entry);
    return [];
  }
  const found = new Map<string, WrittenOperation>();
  const add = (method: string, written: Place, pathItem: Place): void => {
    const place = references.resolved(written);
    if (place === undefined || found.has(method)) return;
    if (objectOf(place.value) === undefined) problems.error('An operation must be an object.', place);
    else found.set(method, { method, place, pathItem });
  };
  for (const item of items) {
    for (const member of membersAt(item)) {
      if (methods.includes(member.key) || (member.key === 'query' && dialect === 'openapi-3.2')) {
        add(member.key.toUpperCase(), member, item);
      } else if (member.key === 'additionalOperations') {
        for (const operation of membersAt(member)) add(operation.key, operation, item);
      } else if (member.key === 'servers') {
        problems.information('The servers of a path are not used.', member);
      } else if (!aboutPaths.includes(member.key) && !member.key.startsWith('x-')) {
        problems.warning(`\`${member.key}\` is not a method of a path.`, member);
      }
    }
  }
  return [...found.values()];
}

/** Returns the template of a path without what does not belong to it. */
function templateOf(entry: Place, { problems }: Reading) {
  const [path = ''] = entry.key.split(/[?#]/, 1);
  // Some descriptions distinguish uses of one operation by what follows `#`, which is not sent.
  if (entry.key.split('#', 1)[0] !== path) problems.information('What follows `?` in a path is not checked.', entry);
  const slashNames: string[] = [];
  // Some descriptions write templates of RFC 6570: `{+path}` may hold slashes.
  const template = path.replace(/\{([+]?)([^{}*]*)(\*?)\}/g, (_, plus: string, name: string, star: string) => {
    if (plus !== '' || star !== '') slashNames.push(name);
    return `{${name}}`;
  });
  return { template, slashNames };
}

function uniqueId(wanted: string, known: Set<string>, place: Place, { problems }: Reading): string {
  let id = wanted;
  for (let number = 2; known.has(id); number++) id = `${wanted} ${number}`;
  if (id !== wanted) problems.warning(`The \`operationId\` \`${wanted}\` is used twice.`, place);
  known.add(id);
  return id;
}

function operationOf(
  { id, method, place, pathItem, entry, template, slashNames }: NamedOperation,
  reading: Reading,
  credentials: readonly Credential[],
): CompiledOperation {
  reportUnused(place, reading);
  const parameters = parametersOf(place, pathItem, template, reading);
  const target = exampleTarget(template, parameters);
  const { body, examples } =
    reading.dialect === 'swagger-2.0'
      ? parametersBodyOf(place, parameters, reading)
      : requestBodyOf(place, target, reading);
  const { responses, examples: answers } = responsesOf(place, reading);
  const security = childOf(place, 'security');
  const requirements = security && requirementsAt(security, credentials, reading);
  const { scopes = [] } = requirements ?? {};
  const title = textAt(place, 'summary') ?? textAt(pathItem, 'summary');
  const description = textAt(place, 'description') ?? textAt(pathItem, 'description');
  const { summary: _, ...facts } = factsAt([place]);
  const summary = description === undefined ? undefined : firstParagraph(description, 600);
  // An operation that needs no body has an example if its parameters have.
  const isComplete = examples.length > 0 || body?.required || target === undefined || target === template;
  const requests: readonly OperationExample[] = isComplete ? examples : [{ title: 'Example', target }];
  const pointer = pointerIn(place);
  const isUsual = template === entry.key && pointer === `#/paths${pointerStep(template)}/${method.toLowerCase()}`;
  return {
    ...facts,
    summary: summary === title ? undefined : summary,
    id,
    title: title ?? (description === undefined ? id : sentenceOfParagraph(description)),
    methods: [method],
    path: template,
    slashParameters: unlessEmpty([...new Set([...slashNames, ...parameters.slashParameters])]),
    tags: unlessEmpty(textsAt(place, 'tags')),
    pathParameters: unlessEmpty(withFormInProse(parameters.path, place)),
    query: unlessEmpty(parameters.query),
    isQueryOpen: parameters.isQueryOpen,
    exclusions: unlessEmpty(parameters.exclusions),
    headers: unlessEmpty(parameters.headers),
    cookies: unlessEmpty(parameters.cookies),
    body,
    responses: unlessEmpty(responses),
    callbacks: callbacksOf(place, reading),
    credentials: requirements?.names,
    examples: unlessEmpty([...requests, ...answers]),
    ...(scopes.length > 0 && { needs: scopes.map((names) => ({ kind: 'scope' as const, names })) }),
    pointer: isUsual ? undefined : pointer,
  };
}

/** Adds what a sentence of the operation says about the form of a parameter of its path. */
function withFormInProse(fields: readonly CompiledField[], place: Place): readonly CompiledField[] {
  const description = childOf(place, 'description');
  const form = typeof description?.value === 'string' ? formOfPathParameter(description.value) : undefined;
  if (form === undefined || description === undefined) return fields;
  const added = { ...form.constraint, pointer: pointerIn(description) };
  return fields.map((field) => {
    const { name, shape } = field;
    if (name !== form.name || typeof shape === 'number' || shape.type !== 'string') return field;
    return { ...field, shape: { ...shape, constraints: [...(shape.constraints ?? []), added] } };
  });
}

function reportUnused(place: Place, reading: Reading): void {
  const { problems, dialect } = reading;
  reportUnknownMembers('operation', place, reading);
  if (childOf(place, 'callbacks'))
    problems.summary('Callbacks describe what the service sends; they are not checked', place);
  const servers = childOf(place, 'servers');
  if (servers) problems.information('The servers of an operation are not used.', servers);
  const schemes = dialect === 'swagger-2.0' ? childOf(place, 'schemes') : undefined;
  if (schemes) problems.information('The schemes of an operation are not used.', schemes);
}

/** Returns the path and query that the examples of the parameters make; undefined if one is missing. */
function exampleTarget(template: string, { path, query }: Parameters): string | undefined {
  const values = new Map(path.map((field) => [field.name, exampleValueOf(field)]));
  if (namesInPath(template).some((name) => values.get(name) === undefined)) return undefined;
  const filled = template.replace(/\{([^{}]*)\}/g, (_, name: string) => values.get(name) ?? '');
  const required = query.filter(({ required }) => required);
  const pairs = required.map((field) => shownPairs(field, 'query', encodeURIComponent));
  if (pairs.includes(undefined)) return undefined;
  const text = pairs.flatMap((ofOne = []) => ofOne.map((pair) => pair.join('='))).join('&');
  return text === '' ? filled : `${filled}?${text}`;
}

function exampleValueOf(field: CompiledField): string | undefined {
  return shownPairs(field, 'path')?.[0]?.[1];
}
