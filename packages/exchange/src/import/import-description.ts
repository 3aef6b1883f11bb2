import type { FormBody, Operation, OperationExample, RequestBody } from '@rulebook/catalogue/operation';
import type { Credential, Service } from '@rulebook/catalogue/service';
import type { Field } from '@rulebook/catalogue/shape';
import { pairsOfText, writtenPairs, type WrittenForm, type WrittenPair } from '@rulebook/catalogue/written-parameter';
import { isRecord } from '@rulebook/json/is-record';
import {
  reference,
  variableNameOf,
  withoutReferences,
  type ImportedBody,
  type ImportedFile,
  type ImportedPart,
  type ImportedRequest,
} from '@rulebook/request-file/syntax/curl/imported';
import { fittingValue } from './fitting-value';

/** Which requests of a description are written, and where they go. */
export interface DescribedRequests {
  /** What is in front of the paths, as the variable `baseUrl`. Absent: the requests go to an endpoint, which has their credential. */
  readonly baseUrl?: string | undefined;
  /** Only a few, to begin with: reading ones, and one with a body. */
  readonly isStart?: boolean | undefined;
  /** The endpoint of the requests; those that do not go there by themselves name it. */
  readonly endpoint?: string | undefined;
  /** Returns whether a request goes to the endpoint by its path alone. */
  readonly goesThere?: ((text: string) => boolean) | undefined;
}

/** The name of the variable with the base URL. */
const baseVariable = 'baseUrl';
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);
/** Of a description with more tags, the requests stay in its order. */
const maxTags = 500;

/** Returns a request for each operation of a described service, grouped by tags, the deletions of a tag last, with the examples of the description. */
export function importDescription(service: Service, options: DescribedRequests = {}): ImportedFile {
  const written = service.operations.flatMap((operation): readonly WrittenOperation[] =>
    operation.isOutline === true ? [] : operation.methods.map((method) => ({ operation, method })),
  );
  const chosen = options.isStart === true ? firstOf(written) : byTag(written);
  const { baseUrl } = options;
  return {
    source: `the description of ${service.title}`,
    variables: baseUrl === undefined ? [] : [{ name: baseVariable, value: withoutReferences(baseUrl) }],
    requests: chosen.map((one) => requestOf(one, service, options)),
    notes: [],
    keepsSecrets: false,
  };
}

interface WrittenOperation {
  readonly operation: Operation;
  readonly method: string;
}

function byTag(written: readonly WrittenOperation[]): readonly WrittenOperation[] {
  const groups = new Map<string, WrittenOperation[]>();
  for (const one of written) {
    const tag = one.operation.tags?.[0] ?? '';
    const group = groups.get(tag);
    if (group === undefined) groups.set(tag, [one]);
    else group.push(one);
  }
  return groups.size > maxTags ? written : [...groups.values()].flatMap(deletionsLast);
}

/** Whoever sends the requests from the top deletes nothing that a later one needs: the deletions come last, the inner ones first. */
function deletionsLast(written: readonly WrittenOperation[]): readonly WrittenOperation[] {
  const depthOf = ({ operation }: WrittenOperation): number => operation.path.split('/').length;
  const isDeletion = ({ method }: WrittenOperation): boolean => method === 'DELETE';
  return [
    ...written.filter((one) => !isDeletion(one)),
    ...written.filter(isDeletion).sort((one, other) => depthOf(other) - depthOf(one)),
  ];
}

/** Reading changes nothing; a list needs no name of anything. */
function firstOf(written: readonly WrittenOperation[]): readonly WrittenOperation[] {
  const usable = written.filter(({ operation }) => operation.deprecated === undefined);
  const reading = usable.filter(({ method }) => method === 'GET');
  const lists = reading.filter(({ operation }) => !operation.path.includes('{') && !needsMore(operation)).slice(0, 3);
  const single = reading.filter((one) => !lists.includes(one)).slice(0, lists.length === 0 ? 2 : 1);
  const withBody = usable.filter(({ operation, method }) => operation.body !== undefined && !bodiless.has(method));
  const change = withBody.find(({ method }) => method === 'POST') ?? withBody[0];
  const chosen = [...lists, ...single, ...(change === undefined ? [] : [change])];
  return chosen.length > 0 ? chosen : written.slice(0, 3);
}

function needsMore({ parameters: { query } }: Operation): boolean {
  return query.some((field) => field.required === true && shownText(field) === undefined);
}

function requestOf({ operation, method }: WrittenOperation, service: Service, options: DescribedRequests) {
  const notes: string[] = [];
  const { baseUrl, endpoint, goesThere } = options;
  const example = (operation.examples ?? []).find(({ status }) => status === undefined);
  const target = targetOf(operation, example);
  const headers = (operation.parameters.header ?? [])
    .filter(({ required, name }) => required === true && !/^(?:content-type|accept|authorization)$/i.test(name))
    .map((field): readonly [string, string] => [
      field.name,
      shownIn(field, 'header')?.[0]?.[1] ?? reference(variableNameOf(field.name)),
    ]);
  const credential = credentialOf(operation, service, baseUrl === undefined);
  const cookies = (operation.parameters.cookie ?? [])
    .filter(({ required }) => required === true)
    .map((field) => `${field.name}=${shownIn(field, 'cookie')?.[0]?.[1] ?? reference(variableNameOf(field.name))}`);
  const body = bodyOfOperation(operation, method, example, notes);
  const [tag] = operation.tags ?? [];
  const isNamed = endpoint !== undefined && goesThere?.(`${method} ${operation.path}\n`) !== true;
  return {
    title: options.isStart === true || tag === undefined ? operation.title : `${tag} / ${operation.title}`,
    method,
    url: `${baseUrl === undefined ? '' : reference(baseVariable)}${withQuery(target, credential.query)}`,
    headers: [
      ...headers,
      ...withCookies(credential.headers, cookies),
      ...(body?.type === undefined ? [] : [typeField(body.type)]),
    ],
    ...(body && { body: body.body }),
    notes,
    ...(isNamed && { directives: [`# @endpoint ${endpoint}`] }),
  } satisfies ImportedRequest;
}

/** A request has one field with all its cookies. */
function withCookies(
  headers: readonly (readonly [string, string])[],
  cookies: readonly string[],
): readonly (readonly [string, string])[] {
  if (cookies.length === 0) return headers;
  const own = headers.find(([name]) => name === 'Cookie')?.[1];
  const others =
    own === undefined ? cookies : [own, ...cookies.filter((one) => !own.startsWith(`${one.split('=', 1)[0] ?? ''}=`))];
  return [...headers.filter(([name]) => name !== 'Cookie'), ['Cookie', others.join('; ')]];
}

function typeField(type: string): readonly [string, string] {
  return ['Content-Type', type];
}

/** Returns path and query with the examples of the description; what it shows no example of is a variable. */
function targetOf({ path, parameters }: Operation, example: OperationExample | undefined): string {
  if (example?.target !== undefined && !/[{}\s]/.test(example.target)) return withoutReferences(example.target);
  const filled = path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const field = parameters.path.find((one) => one.name === name);
    return (field && shownIn(field, 'path', encoded)?.[0]?.[1]) ?? reference(variableNameOf(name));
  });
  const pairs = parameters.query
    .filter(({ required }) => required === true)
    .flatMap((field) => {
      const unknown = [[encoded(field.name), reference(variableNameOf(field.name))]];
      return (shownIn(field, 'query', encoded) ?? unknown).map((pair) => pair.join('='));
    });
  return withQuery(filled, pairs.join('&'));
}

function withQuery(target: string, query: string): string {
  if (query === '') return target;
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}

/** Returns the text that the description shows for a parameter, or the first of the few that it can have. */
function shownText({ example, default: standard, shape }: Field): string | undefined {
  const text = example ?? standard?.replace(/^"|"$/g, '');
  if (text !== undefined && text !== '' && text.length <= 200 && !/[\r\n]/.test(text)) return withoutReferences(text);
  const value = shape.type === 'string' || shape.type === 'integer' ? shape.values?.values[0]?.value : undefined;
  return value === undefined ? undefined : String(value);
}

/** Returns a parameter with what is shown for it, as its place has it; undefined where nothing is shown. */
function shownIn(
  field: Field,
  place: 'path' | 'query' | 'header' | 'cookie',
  encode?: (text: string) => string,
): readonly WrittenPair[] | undefined {
  const text = shownText(field);
  return text === undefined ? undefined : pairsOfText(field, text, place, encode);
}

function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}

/** Returns what a request authenticates with that no endpoint adds. */
function credentialOf(
  { credentials: needed }: Operation,
  { credentials: known = [] }: Service,
  hasEndpoint: boolean,
): { readonly headers: readonly (readonly [string, string])[]; readonly query: string } {
  const none = { headers: [], query: '' };
  const accepted = known.filter(({ name }) => needed?.includes(name) === true);
  const chosen = accepted.find(isOfHeader) ?? accepted[0];
  if (chosen === undefined || (hasEndpoint && isOfHeader(chosen))) return none;
  const { kind, field = '' } = chosen;
  const variable = reference(variableNameOf(field === '' ? chosen.name : field));
  switch (kind) {
    case 'bearer':
      return { ...none, headers: [['Authorization', `Bearer ${reference('token')}`]] };
    case 'basic':
      return { ...none, headers: [['Authorization', `Basic ${reference('user')}:${reference('password')}`]] };
    case 'header':
      return { ...none, headers: [[field, variable]] };
    case 'cookie':
      return { ...none, headers: [['Cookie', `${field}=${variable}`]] };
    case 'query':
      return { ...none, query: `${encoded(field)}=${variable}` };
    case 'other':
      return none;
  }
}

/** Returns the header fields by which requests to a service authenticate, with placeholders; empty where none are described. */
export function credentialFields(service: Service): readonly (readonly [string, string])[] {
  const operation = service.operations.find(({ credentials = [] }) => credentials.length > 0);
  return operation === undefined ? [] : credentialOf(operation, service, false).headers;
}

function isOfHeader({ kind }: Credential): boolean {
  return kind === 'bearer' || kind === 'basic' || kind === 'header';
}

function bodyOfOperation(
  operation: Operation,
  method: string,
  example: OperationExample | undefined,
  notes: string[],
): { readonly body: ImportedBody; readonly type?: string } | undefined {
  const { body } = operation;
  if (body === undefined || (bodiless.has(method) && body.required !== true)) return undefined;
  const { mediaTypes = ['application/json'], forms = [], lines, actions } = body;
  const json = mediaTypes.find((type) => /[/+]json\b/i.test(type) && !type.includes('*'));
  const shown = example?.body;
  if (shown !== undefined && 'text' in shown) {
    const type = mediaTypes.find((one) => !one.includes('*'));
    return { body: textBody(shown.text), ...(type !== undefined && { type }) };
  }
  if (lines !== undefined || actions !== undefined) {
    const values = (lines ?? [body.shape]).map((line) => JSON.stringify(fittingValue(line)));
    return { body: textBody(`${values.join('\n')}\n`), type: 'application/x-ndjson' };
  }
  const ofLines = mediaTypes.find((type) => /(?:ndjson|jsonl|jsonlines)\s*(?:;|$)/i.test(type));
  if (json === undefined && forms.length === 0 && ofLines !== undefined) {
    notes.push('the description does not say what a line of the body holds');
    return { body: textBody('{}\n{}\n'), type: ofLines };
  }
  if (json !== undefined || forms.length === 0) {
    if (json === undefined && shown === undefined && !mediaTypes.some((type) => type.includes('*'))) {
      notes.push(`the body is left out: the description shows no example of ${mediaTypes[0] ?? 'it'}`);
      return undefined;
    }
    const value = fittingValue(body.shape, shown);
    return { body: textBody(JSON.stringify(value, null, 2)), type: json ?? 'application/json' };
  }
  return formOf(body, shown);
}

function formOf(
  { forms = [] }: RequestBody,
  shown: { readonly value: unknown } | undefined,
): { readonly body: ImportedBody; readonly type?: string } {
  const form = forms.find(({ mediaType }) => mediaType === 'application/x-www-form-urlencoded') ?? forms[0];
  const made = shown?.value ?? (form === undefined ? {} : fittingValue(form.shape));
  const fields = Object.entries(typeof made === 'object' && made !== null ? made : {});
  if (form?.mediaType !== 'multipart/form-data') {
    const pairs = fields.flatMap(([name, value]) => writtenPairs(name, value, formOfField(form, name, value), encoded));
    return { body: textBody(pairs.map((pair) => pair.join('=')).join('&')), type: 'application/x-www-form-urlencoded' };
  }
  return { body: { kind: 'form', parts: fields.flatMap(([name, value]) => partsOfField(form, name, value)) } };
}

/** Without a style of its own, an object in a form is one text of JSON. */
function formOfField(form: FormBody | undefined, name: string, value: unknown): WrittenForm & { place: 'form' } {
  const own = form?.writtenForms;
  const known = own !== undefined && Object.hasOwn(own, name) ? own[name] : undefined;
  return { place: 'form', ...(known ?? (isRecord(value) ? { style: 'json' } : undefined)) };
}

/** A list has a part for each item; an object is JSON. */
function partsOfField(form: FormBody, name: string, value: unknown): readonly ImportedPart[] {
  const written = formOfField(form, name, value);
  const isJoined = Array.isArray(value) && written.explode === false;
  const joined = isJoined ? writtenPairs(name, value, written).map(([, text]) => text) : value;
  const items: readonly unknown[] = Array.isArray(joined) ? joined : [joined];
  return items.map((item) => {
    const type = partTypeOf(item, written.partType);
    return {
      name: withoutReferences(name),
      ...(type !== undefined && { type }),
      content: { text: withoutReferences(typeof item === 'string' ? item : JSON.stringify(item)) },
    };
  });
}

/** Returns the media type of a part. OpenAPI's default for an object is JSON, and so it is written. */
function partTypeOf(item: unknown, described: string | undefined): string | undefined {
  if (typeof item !== 'object' || item === null) return described;
  return described !== undefined && /[/+]json$/i.test(described) ? described : 'application/json';
}

function textBody(text: string): ImportedBody {
  return { kind: 'text', text: withoutReferences(text) };
}
