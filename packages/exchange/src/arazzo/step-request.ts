import { isRecord } from '@rulebook/json/is-record';
import { selectPaths } from '@rulebook/json/select-paths';
import { isExpression, piecesOf } from './expressions';
import type { Parameter, Step, StepBody } from './read-arazzo';
import { isSelector, referenceText, resolveValue, type Resolved, type Scope } from './references';
import type { StepOperation } from './sources';

/** The request of a step, as a request file has it: values that are not known yet are variables. */
export interface StepRequest {
  readonly method: string;
  /** From the path of the operation. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** What is not taken over, as sentences. */
  readonly problems: readonly string[];
}

/** A value in a request: its text, and whether it is a string of JSON; undefined where that is not known. */
export interface ShownValue {
  readonly text: string;
  readonly isString?: boolean | undefined;
  /** The value itself, where it is known. */
  readonly value?: unknown;
  /** It is an input that is not given: a member or a parameter with it is left out. */
  readonly isAbsent?: boolean;
}

/** Returns how a value is written into a request; undefined for the usual way. */
export type ShowValue = (resolved: Resolved | undefined, written: string) => ShownValue | undefined;

/** Returns the request that calls an operation as a step says. */
export function stepRequest(step: Step, operation: StepOperation, scope: Scope, show?: ShowValue): StepRequest {
  const writer = new Writer(scope, show);
  const { parameters, body } = step;
  const own = new Set(parameters.map((one) => `${one.in ?? ''} ${one.name}`));
  const given = [
    ...scope.instance.workflow.parameters.filter((one) => !own.has(`${one.in ?? ''} ${one.name}`)),
    ...parameters,
  ];
  const at = (place: string) =>
    given.filter((one) => one.in === place && (place === 'path' || !writer.isAbsent(one.value)));
  const path = operation.path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const found = at('path').find((one) => one.name === name);
    return found === undefined ? `{{${name.replace(/[^\w-]/g, '_')}}}` : writer.inPath(found.value);
  });
  const query = [
    ...at('querystring').map((one) => writer.text(one.value)),
    ...at('query').flatMap((one) => writer.pairs(one, operation)),
  ];
  const headers: (readonly [string, string])[] = at('header').map((one) => [one.name, writer.text(one.value)]);
  const cookies = at('cookie').map((one) => `${one.name}=${writer.text(one.value)}`);
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const sent = body && writer.body(body, operation);
  if (sent?.type !== undefined && !headers.some(([name]) => name.toLowerCase() === 'content-type'))
    headers.push(['Content-Type', sent.type]);
  return {
    method: operation.methods[0] ?? 'GET',
    target: `${path}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers,
    body: sent?.text,
    problems: writer.problems,
  };
}

/** Expressions in a deeper part of a payload are not looked for, in blanks in front of it. */
const deepest = 400;

class Writer {
  readonly problems: string[] = [];
  readonly #scope: Scope;
  readonly #show: ShowValue | undefined;

  constructor(scope: Scope, show: ShowValue | undefined) {
    this.#scope = scope;
    this.#show = show;
  }

  /** Returns a value that is an expression or a selector as it is shown; undefined for any other value. */
  #referred(value: unknown): ShownValue | undefined {
    const isReference = isSelector(value) || (typeof value === 'string' && isExpression(value));
    if (!isReference) return undefined;
    const written = typeof value === 'string' ? value : JSON.stringify(value);
    const resolved = resolveValue(value, this.#scope);
    const shown = this.#show?.(resolved, written);
    if (shown !== undefined) return shown;
    if (resolved === undefined) {
      this.problems.push(`the value ${written} is not known`);
      return { text: '', isString: true };
    }
    if (resolved.kind === 'constant')
      return { text: referenceText(resolved), isString: typeof resolved.value === 'string', value: resolved.value };
    return { text: referenceText(resolved), ...(resolved.kind === 'text' && { isString: true }) };
  }

  /** Returns whether a value is an input that is not given. */
  isAbsent(value: unknown): boolean {
    return this.#referred(value)?.isAbsent === true;
  }

  /** Returns a value as text. */
  text(value: unknown): string {
    const referred = this.#referred(value);
    if (referred !== undefined) return referred.text;
    if (typeof value !== 'string') return value === undefined || value === null ? '' : listText(value);
    return piecesOf(value)
      .map((piece) => ('literal' in piece ? piece.literal : (this.#referred(piece.expression)?.text ?? '')))
      .join('');
  }

  /** Returns a value in a URL: what is written is encoded, what stands for a value is filled in later. */
  encoded(value: unknown): string {
    const { value: known = value, text } = this.#referred(value) ?? {};
    if (Array.isArray(known)) return known.map((one) => encodeURIComponent(listText(one))).join(',');
    return (text ?? this.text(value))
      .split(/(\{\{[^{}]*\}\})/)
      .map((piece) => (piece.startsWith('{{') ? piece : encodeURIComponent(piece)))
      .join('');
  }

  /** Returns a value as a step of a path; one that would be several, or end the path, is encoded at once. */
  inPath(value: unknown): string {
    const { value: known } = this.#referred(value) ?? {};
    return typeof known === 'string' && /[/?#%\\]|^\.{1,2}$/.test(known)
      ? encodeURIComponent(known)
      : this.encoded(value);
  }

  /** Returns a query parameter, once for each item of a list where the operation takes it so. */
  pairs({ name, value }: Parameter, operation: StepOperation): readonly string[] {
    const known = this.#referred(value)?.value ?? value;
    const field = operation.query?.find((one) => one.name === name);
    const key = encodeURIComponent(name);
    if (Array.isArray(known) && field?.isRepeatable)
      return known.map((one: unknown) => `${key}=${encodeURIComponent(listText(one))}`);
    return [`${key}=${this.encoded(value)}`];
  }

  /** Returns a field of a form: once for each item of a list, unless the description puts them between commas. */
  #fields(name: string, value: unknown, { body }: StepOperation): readonly string[] {
    const known = this.#referred(value)?.value ?? value;
    const form = body?.forms?.find(({ mediaType }) => mediaType === 'application/x-www-form-urlencoded');
    const key = encodeURIComponent(name);
    if (!Array.isArray(known) || known.length === 0 || form?.writtenForms?.[name]?.explode === false)
      return [`${key}=${this.encoded(value)}`];
    return known.map((one: unknown) => `${key}=${encodeURIComponent(listText(one))}`);
  }

  body(
    body: StepBody,
    operation: StepOperation,
  ): { readonly text: string; readonly type: string | undefined } | undefined {
    const payload = this.#replaced(body);
    const [usual] = operation.body?.mediaTypes ?? [];
    const type =
      body.contentType ??
      (operation.body?.shape === undefined ? (operation.body?.forms?.[0]?.mediaType ?? usual) : 'application/json');
    if (payload === undefined) return undefined;
    if (type !== undefined && /x-www-form-urlencoded/i.test(type) && isRecord(payload))
      return {
        type,
        text: Object.entries(payload)
          .filter(([, value]) => !this.isAbsent(value))
          .flatMap(([name, value]) => this.#fields(name, value, operation))
          .join('&'),
      };
    if (typeof payload === 'string') {
      const isJson = type !== undefined && /\bjson\b/i.test(type);
      return {
        type,
        text: isExpression(payload) ? this.text(payload) : isJson ? this.#jsonText(payload) : this.text(payload),
      };
    }
    if (type !== undefined && !/\bjson\b/i.test(type)) {
      this.problems.push(`a body of the type ${type} is not made of an object; write it as a text`);
      return undefined;
    }
    return { type, text: this.#json(payload, '') };
  }

  /** Returns a text of JSON with values in the place of expressions; what is in quotes and no string loses them. */
  #jsonText(text: string): string {
    return text.replace(
      /"\{(\$[^{}]*)\}"|\{(\$[A-Za-z][^{}]*)\}/g,
      (whole: string, quoted?: string, plain?: string) => {
        const expression = quoted ?? plain ?? '';
        if (!isExpression(expression)) return whole;
        const shown = this.#referred(expression);
        if (shown === undefined) return whole;
        const isComplex = typeof shown.value === 'object' && shown.value !== null;
        return quoted === undefined || isComplex ? shown.text : `"${shown.text}"`;
      },
    );
  }

  #json(value: unknown, indent: string): string {
    const referred = this.#referred(value);
    if (referred !== undefined) return referred.isString === true ? this.#string(referred.text) : referred.text;
    if (typeof value === 'string') return this.#string(this.text(value));
    if (typeof value !== 'object' || value === null || indent.length > deepest) return JSON.stringify(value) ?? 'null';
    const inner = `${indent}  `;
    const isList = Array.isArray(value);
    const members = Object.entries(value).filter(([, one]) => isList || !this.isAbsent(one));
    const items = members.map(
      ([key, one]) => `${inner}${isList ? '' : `${JSON.stringify(key)}: `}${this.#json(one, inner)}`,
    );
    if (items.length === 0) return isList ? '[]' : '{}';
    return `${isList ? '[' : '{'}\n${items.join(',\n')}\n${indent}${isList ? ']' : '}'}`;
  }

  #string(text: string): string {
    // Names of variables stay as they are.
    const pieces = text.split(/(\{\{[^{}]*\}\})/);
    return `"${pieces.map((one) => (one.startsWith('{{') ? one : JSON.stringify(one).slice(1, -1))).join('')}"`;
  }

  /** Returns the payload with its replacements. */
  #replaced({ payload, replacements }: StepBody): unknown {
    if (replacements.length === 0) return payload;
    const tree = copyOf(typeof payload === 'string' ? readJson(payload) : payload);
    if (typeof tree !== 'object' || tree === null) {
      this.problems.push('the replacements of a body that is not JSON are left out');
      return payload;
    }
    for (const { target, value } of replacements) {
      const paths = target.startsWith('$') ? selectPaths(tree, target, 1000) : { paths: [keysOf(target)] };
      if ('failure' in paths || paths.paths.length === 0)
        this.problems.push(`the replacement at ${target} finds nothing`);
      else for (const path of paths.paths) setAt(tree, path.map(String), value);
    }
    return tree;
  }
}

function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function setAt(tree: object, path: readonly string[], value: unknown): void {
  let owner: unknown = tree;
  for (const step of path.slice(0, -1))
    owner = isTree(owner) && Object.hasOwn(owner, step) ? Reflect.get(owner, step) : undefined;
  const last = path.at(-1);
  if (last !== undefined && isTree(owner))
    Object.defineProperty(owner, last, { value, enumerable: true, configurable: true, writable: true });
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function copyOf(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function listText(value: unknown): string {
  if (Array.isArray(value)) return value.map(listText).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
