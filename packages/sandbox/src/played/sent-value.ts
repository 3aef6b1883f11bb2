import type { Operation } from '@rulebook/catalogue/operation';
import type { Shape } from '@rulebook/catalogue/shape';
import { objectIn } from '@rulebook/checker/resource-model/shapes-in';
import type { WireRequest } from '../model';
import { headerValue, readJson } from '../wire';
import { uploadedContent } from './content';

/** Returns the value that the body of a request has; undefined for none, and for one that is not read. */
export function sentValue(request: WireRequest, operation: Operation): unknown {
  const { body } = request;
  if (body === '') return undefined;
  const type = (headerValue(request, 'content-type') ?? '').toLowerCase();
  const form = operation.body?.forms?.[0];
  if (type.startsWith('application/x-www-form-urlencoded')) return valueOfPairs(pairsIn(body), form?.shape);
  if (type.startsWith('multipart/form-data')) return valueOfPairs(partsIn(body, type), form?.shape);
  // A text such as `12` is not a number there.
  if (type !== '' && !/json|\*/.test(type) && uploadedContent(request) !== undefined) return undefined;
  return readJson(body)?.value;
}

type Pairs = readonly (readonly [name: string, text: string])[];

function pairsIn(body: string): Pairs {
  return body.split('&').flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=').map((part) => part.replaceAll('+', ' '));
    return name === '' ? [] : [[decoded(name), decoded(rest.join('='))] as const];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the fields of a form; of a file, its name. */
function partsIn(body: string, type: string): Pairs {
  const [, boundary = ''] = /boundary="?([^";]+)"?/i.exec(type) ?? [];
  if (boundary === '') return [];
  return body.split(`--${boundary}`).flatMap((part) => {
    const end = part.indexOf('\r\n\r\n');
    const [, name] = /\bname="([^"]*)"/i.exec(part.slice(0, Math.max(0, end))) ?? [];
    const [, file] = /\bfilename="([^"]*)"/i.exec(part.slice(0, Math.max(0, end))) ?? [];
    return end < 0 || name === undefined ? [] : [[name, file ?? part.slice(end + 4).replace(/\r\n$/, '')] as const];
  });
}

/** Texts become numbers and booleans where the form says so; a name that is there several times has a list. */
function valueOfPairs(pairs: Pairs, shape: Shape | undefined): Readonly<Record<string, unknown>> {
  const value = new Map<string, unknown>();
  for (const [name, text] of pairs) {
    const plain = name.replace(/\[\]$/, '');
    const field = objectIn(shape)?.fields.find((one) => one.name === plain);
    const read = typed(text, field?.shape);
    const known = value.get(plain);
    if (known !== undefined) value.set(plain, [...(Array.isArray(known) ? (known as unknown[]) : [known]), read]);
    else value.set(plain, field?.shape.type === 'array' ? [read] : read);
  }
  return Object.fromEntries(value);
}

function typed(text: string, shape: Shape | undefined): unknown {
  const inner = shape?.type === 'array' ? shape.items : shape;
  if ((inner?.type === 'integer' || inner?.type === 'number') && text.trim() !== '' && !Number.isNaN(Number(text)))
    return Number(text);
  return inner?.type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}
