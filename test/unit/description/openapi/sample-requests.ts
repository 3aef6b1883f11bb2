import type { Operation, OperationExample } from '../../../../packages/catalogue/src/operation';
import type { Field, ObjectShape, Shape, SwitchShape } from '../../../../packages/catalogue/src/shape';
import { textFormatNamed } from '../../../../packages/text/src/text-formats';

/** Objects that are nested deeper than this are left empty. */
const deepest = 5;

/** A request of an operation, made from what its description shows. */
export interface SampleRequest {
  /** `parameters`: with all of them, and without a body; `members`: its body is made of the examples of members; `body`: it is an example itself. */
  readonly kind: 'parameters' | 'members' | 'body';
  readonly text: string;
}

/** Returns requests of an operation that use every example of its description. */
export function sampleRequests(operation: Operation): readonly SampleRequest[] {
  const { parameters, body, examples = [], methods } = operation;
  const path = operation.path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const field = parameters.path.find((one) => one.name === name);
    return encodeURIComponent(field ? textOf(field) : 'x');
  });
  const lines = (query: readonly Field[]): string => {
    const pairs = query.map((field) => `${encodeURIComponent(field.name)}=${encodeURIComponent(textOf(field))}`);
    const headers = (parameters.header ?? []).filter(({ required }) => required);
    return [
      '# @endpoint own',
      `${methods[0] ?? 'GET'} ${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`,
      ...headers.map((field) => `${field.name}: ${textOf(field)}`),
    ].join('\n');
  };
  const requests: SampleRequest[] = [{ kind: 'parameters', text: `${lines(parameters.query)}\n` }];
  if (body === undefined) return requests;
  const mediaType = body.mediaTypes?.[0] ?? 'application/json';
  const withBody = (kind: SampleRequest['kind'], content: string): SampleRequest => ({
    kind,
    text: `${lines(parameters.query.filter(({ required }) => required))}\nContent-Type: ${mediaType}\n\n${content}\n`,
  });
  if (!/json/.test(mediaType)) return requests;
  const made = valueOf(body.shape, 0);
  if (made !== undefined) requests.push(withBody('members', JSON.stringify(made, null, 2)));
  for (const { body: shown } of examples.filter(isOfRequest))
    if (shown !== undefined && 'value' in shown) requests.push(withBody('body', JSON.stringify(shown.value, null, 2)));
  return requests;
}

/** Returns the texts of the responses that a description shows. */
export function sampleResponses({ examples = [] }: Operation): readonly string[] {
  return examples.flatMap(({ status, body }) =>
    status === undefined || body === undefined || !('value' in body)
      ? []
      : [`HTTP/1.1 ${status}\n\n${JSON.stringify(body.value, null, 2)}\n`],
  );
}

function isOfRequest({ status }: OperationExample): boolean {
  return status === undefined;
}

/** Returns a value with all examples below a shape; undefined if nothing is shown or required there. */
function valueOf(shape: Shape, depth: number): unknown {
  switch (shape.type) {
    case 'any':
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return undefined;
    case 'array': {
      const item = depth < deepest ? valueOf(shape.items, depth + 1) : undefined;
      return item === undefined ? undefined : [item];
    }
    case 'choice':
      return shape.options.map((option) => valueOf(option, depth)).find((value) => value !== undefined);
    case 'object':
    case 'switch':
      return objectOf(shape, depth);
  }
}

function objectOf(shape: ObjectShape | SwitchShape, depth: number): Readonly<Record<string, unknown>> | undefined {
  if (shape.type === 'switch') {
    const [name = '', first] = Object.entries(shape.cases)[0] ?? [];
    const made = first && shape.of === 'self' ? objectOf(first, depth) : undefined;
    return made && { ...made, [shape.on]: name };
  }
  const members: [string, unknown][] = [];
  for (const field of shape.fields) {
    const value = fieldValue(field, depth);
    if (value !== undefined) members.push([field.name, value]);
  }
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function fieldValue({ shape, example, default: standard, required }: Field, depth: number): unknown {
  const shown = example ?? standard;
  if (shown !== undefined) return JSON.parse(shown) as unknown;
  const made = depth < deepest ? valueOf(shape, depth + 1) : undefined;
  return made ?? (required ? placeholderOf(shape) : undefined);
}

/** Returns a value of the right type. */
function placeholderOf(shape: Shape): unknown {
  switch (shape.type) {
    case 'any':
      return 'x';
    case 'string':
      return shape.values?.values[0]?.value ?? formed(shape.format);
    case 'integer':
    case 'number':
      return shape.values?.values[0]?.value ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return [];
    case 'choice':
      return shape.options[0] && placeholderOf(shape.options[0]);
    case 'object':
    case 'switch':
      return {};
  }
}

function formed(format: string | undefined): string {
  if (format === 'date') return '2030-01-31';
  return (format === undefined ? undefined : textFormatNamed(format)?.example) ?? 'x';
}

/** Returns the value of a parameter as it is written. */
function textOf({ shape, example, default: standard }: Field): string {
  const shown: unknown = example ?? standard?.replace(/^"|"$/g, '') ?? valueOf(shape, 0) ?? placeholderOf(shape);
  if (Array.isArray(shown)) return shown.map(String).join(',');
  return typeof shown === 'string' || typeof shown === 'number' || typeof shown === 'boolean' ? String(shown) : 'x';
}
