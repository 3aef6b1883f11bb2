import { stringify } from 'yaml';
import { credentialScheme } from '@rulebook/catalogue/masking/credential-scheme';
import { isSecretMember, isSecretParameter } from '@rulebook/catalogue/masking/secret-names';
import type { RequestPlan, Segment } from '@rulebook/sender/plan/plan';
import { referenceOf } from '@rulebook/sender/plan/request-reference';

/** A request that becomes a step. */
export interface ExportedRequest {
  readonly name: string;
  readonly plan: RequestPlan;
}

/** The description of a service, as a document refers to it. */
export interface ExportedSource {
  readonly service: string;
  /** A relative path or URL. */
  readonly url: string;
}

/** A document with what is not taken over, as sentences without their ends. */
export interface WrittenArazzo {
  readonly text: string;
  readonly notes: readonly string[];
}

interface WrittenStep {
  readonly stepId: string;
  readonly description?: string;
  readonly operationId: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly successCriteria?: readonly object[];
  outputs?: Record<string, string>;
}

/** Returns requests in their order as a workflow of an Arazzo document (version 1.0.1). */
export function writeArazzo(
  requests: readonly ExportedRequest[],
  sources: readonly ExportedSource[],
  { workflow, title }: { readonly workflow: string; readonly title: string },
): WrittenArazzo | { readonly problem: string } {
  const notes: string[] = [];
  const writer = new Writer(notes);
  const steps: WrittenStep[] = [];
  const used = new Set<string>();
  for (const { name, plan } of requests) {
    const source = sources.find(({ service }) => service === plan.service);
    if (source === undefined || plan.operation === undefined || plan.template === undefined) {
      notes.push(
        `the request ${name} is left out, because it is not an operation of a description that rulebook.json names`,
      );
      continue;
    }
    used.add(source.service);
    steps.push(writer.step(name, plan, source, new Set(requests.map((one) => one.name))));
  }
  if (steps.length === 0) return { problem: notes[0] ?? 'there is no request' };
  for (const step of steps) {
    const outputs = writer.outputs.get(step.stepId);
    if (outputs !== undefined) step.outputs = Object.fromEntries(outputs);
  }
  const isSeveral = used.size > 1;
  const inputs = [...writer.inputs];
  const document = {
    arazzo: '1.0.1',
    info: { title, version: '1.0.0' },
    sourceDescriptions: sources
      .filter(({ service }) => used.has(service))
      .map(({ service, url }) => ({ name: service, url, type: 'openapi' })),
    workflows: [
      {
        workflowId: workflow,
        ...(inputs.length > 0 && {
          inputs: { type: 'object', properties: Object.fromEntries(inputs.map((name) => [name, { type: 'string' }])) },
        }),
        steps: steps.map((step) =>
          isSeveral ? step : { ...step, operationId: step.operationId.replace(/^\$sourceDescriptions\.[\w-]+\./, '') },
        ),
      },
    ],
  };
  return { text: stringify(document, { lineWidth: 120 }), notes };
}

class Writer {
  readonly inputs = new Set<string>();
  readonly outputs = new Map<string, Map<string, string>>();
  readonly #notes: string[];

  constructor(notes: string[]) {
    this.#notes = notes;
  }

  step(name: string, plan: RequestPlan, { service }: ExportedSource, names: ReadonlySet<string>): WrittenStep {
    const { target, template = '', operation = '', body, asserts = [] } = plan;
    const url = this.#text(target, names);
    const [path = '', query = ''] = splitOnce(url, '?');
    const parameters: object[] = [];
    for (const [key, value] of valuesInPath(template, path))
      parameters.push({ name: key, in: 'path', value: decoded(value) });
    for (const pair of query.split('&').filter((one) => one !== '')) {
      const [key = '', value = ''] = splitOnce(pair, '=');
      const plain = decoded(value);
      const shown = isSecretParameter(decoded(key)) ? this.#withoutSecret(name, decoded(key), plain) : plain;
      parameters.push({ name: decoded(key), in: 'query', value: shown });
    }
    let contentType: string | undefined;
    for (const field of plan.headers) {
      const [key, value] = [this.#text(field.name, names), this.#text(field.value, names)];
      if (/^content-type$/i.test(key)) contentType = value;
      else if (isSecretMember(key))
        parameters.push({ name: key, in: 'header', value: this.#withoutSecret(name, key, value) });
      else parameters.push({ name: key, in: 'header', value });
    }
    const requestBody = this.#body(name, body, contentType, names);
    const criteria = asserts.flatMap(({ text }) => this.#criterion(name, text));
    return {
      stepId: name,
      ...(plan.label !== name && plan.label !== undefined && { description: plan.label }),
      operationId: `$sourceDescriptions.${service}.${operation.startsWith(`${service}.`) ? operation.slice(service.length + 1) : operation}`,
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody }),
      ...(criteria.length > 0 && { successCriteria: criteria }),
    };
  }

  /** Returns an input in the place of a secret that is written out: a workflow is given to others. */
  #withoutSecret(step: string, field: string, value: string): string {
    if (value === '' || value.includes('$inputs.') || value.includes('$steps.')) return value;
    const input = field.toLowerCase().replace(/[^\w.-]/g, '_');
    this.inputs.add(input);
    this.#notes.push(`the value of ${field} of ${step} becomes the input ${input}, because it is secret`);
    const [scheme] = credentialScheme.exec(value) ?? [];
    return scheme === undefined ? `$inputs.${input}` : `${scheme}{$inputs.${input}}`;
  }

  #body(
    name: string,
    body: RequestPlan['body'],
    contentType: string | undefined,
    names: ReadonlySet<string>,
  ): object | undefined {
    if (body === undefined) return undefined;
    if (body.kind !== 'text') {
      this.#notes.push(`the body of ${name} is left out, because it is a file or has parts`);
      return undefined;
    }
    const type = contentType ?? (body.form === 'json' ? 'application/json' : undefined);
    const text = this.#text(body.segments, names);
    const payload =
      body.form === 'json' ? payloadOf(body.segments, (segment) => this.#expression(segment, names)) : undefined;
    return { ...(type !== undefined && { contentType: type }), payload: payload ?? text };
  }

  #criterion(name: string, text: string): readonly object[] {
    const [subject = '', ...rest] = text
      .trim()
      .replace(/^body /, '')
      .split(/\s+/);
    const field = subject === 'header' ? rest.shift() : undefined;
    const [operator = '', ...words] = rest;
    const value = words.join(' ');
    const isCompared = ['==', '!=', '<', '<=', '>', '>='].includes(operator) && value !== '' && !value.includes('{{');
    if (isCompared && subject === 'status' && /^\d{3}$/.test(value))
      return [{ condition: `$statusCode ${operator} ${value}` }];
    if (isCompared && field !== undefined)
      return [{ condition: `$response.header.${field} ${operator} ${literal(value)}` }];
    if (isCompared && /^\$\.[\w.]+$/.test(subject))
      return [{ condition: `$response.body#/${subject.slice(2).replaceAll('.', '/')} ${operator} ${literal(value)}` }];
    this.#notes.push(`the assert ${text.trim()} of ${name} has no counterpart`);
    return [];
  }

  #text(segments: readonly Segment[], names: ReadonlySet<string>): string {
    const [only, ...others] = segments;
    if (others.length === 0 && typeof only === 'object') return this.#expression(only, names);
    return segments.map((one) => (typeof one === 'string' ? one : `{${this.#expression(one, names)}}`)).join('');
  }

  #expression({ variable }: Exclude<Segment, string>, names: ReadonlySet<string>): string {
    const reference = referenceOf(variable);
    if (reference === undefined || !names.has(reference.request)) {
      const name = variable.replace(/[^\w.-]/g, '_');
      this.inputs.add(name);
      return `$inputs.${name}`;
    }
    const { request, isOfRequest, part, path } = reference;
    const side = isOfRequest ? '$request' : '$response';
    const pointer = path.replace(/^\$/, '').match(/[^.[\]'"]+/g) ?? [];
    const value =
      part === 'headers'
        ? `${side}.header.${path}`
        : part === 'status'
          ? '$statusCode'
          : `${side}.body${pointer.length === 0 || path === '*' ? '' : `#/${pointer.join('/')}`}`;
    const own = this.outputs.get(request) ?? new Map<string, string>();
    this.outputs.set(request, own);
    const wanted = (pointer.at(-1) ?? part).replace(/[^\w.-]/g, '_').replace(/^\*$/, 'body');
    let name = wanted === '_' ? 'body' : wanted;
    for (let number = 2; own.has(name) && own.get(name) !== value; number++) name = `${wanted}${number}`;
    own.set(name, value);
    return `$steps.${request}.outputs.${name}`;
  }
}

/** Returns a JSON body as a value whose variables are expressions; undefined where it is not JSON then. */
function payloadOf(segments: readonly Segment[], expression: (segment: Exclude<Segment, string>) => string): unknown {
  let isInString = false;
  const text = segments
    .map((one) => {
      if (typeof one !== 'string') return isInString ? `{${expression(one)}}` : JSON.stringify(expression(one));
      for (const [sign] of one.matchAll(/\\.|"/gs)) if (sign === '"') isInString = !isInString;
      return one;
    })
    .join('');
  try {
    // An input is a string, so it can be the whole value.
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? value.replace(/^\{(\$inputs\.[^{}]+)\}$/, '$1') : value,
    ) as unknown;
  } catch {
    return undefined;
  }
}

function literal(value: string): string {
  const text = value.trim();
  if (/^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(text)) return text;
  return `'${text.replace(/^(["'])(.*)\1$/s, '$2').replaceAll("'", "''")}'`;
}

function splitOnce(text: string, sign: string): readonly string[] {
  const at = text.indexOf(sign);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Returns the values of the parameters of a path. */
function valuesInPath(template: string, path: string): readonly (readonly [string, string])[] {
  const [wanted, given] = [template.split('/').reverse(), path.split('/').reverse()];
  return wanted
    .flatMap((step, index): readonly (readonly [string, string])[] => {
      const name = /^\{([^{}]+)\}$/.exec(step)?.[1];
      const value = given[index];
      return name === undefined || value === undefined ? [] : [[name, value]];
    })
    .reverse();
}

function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text);
    return plain.startsWith('{$') && plain.endsWith('}') && plain.indexOf('}') === plain.length - 1
      ? plain.slice(1, -1)
      : plain;
  } catch {
    return text;
  }
}
