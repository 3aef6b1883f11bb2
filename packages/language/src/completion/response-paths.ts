import { successfulResponse } from '@rulebook/checker/binding/response-for';
import type { Binding } from '@rulebook/checker/binding/model';
import type { Field } from '@rulebook/catalogue/shape';
import { objectShapesOf, plainShapesOf, resolvePath, type PlainShape } from '@rulebook/checker/binding/resolve-shape';
import { firstSentenceOf } from '../hover/describe';

/** A value of a response, as its operation describes it. */
interface ResponsePath {
  /** As a JSONPath: `$.items[0].id`; of a header field, its name. */
  readonly path: string;
  readonly detail: string;
}

/** Deeper fields are not offered, but can be typed. */
const deepest = 4;
const maxPaths = 200;

/** Returns the paths to the described values of a successful response. */
export function responsePathsOf(binding: Binding | undefined): readonly ResponsePath[] {
  const shape = successfulResponse(binding?.operation)?.shape;
  const paths: ResponsePath[] = [];
  const add = (shapes: readonly PlainShape[], path: string, depth: number): void => {
    if (depth > deepest) return;
    for (const { fields } of objectShapesOf({ shapes })) {
      for (const field of fields) {
        if (paths.length >= maxPaths) return;
        const at = `${path}${stepOf(field)}`;
        paths.push({ path: at, detail: firstSentenceOf(field.summary) });
        add(plainShapesOf(field.shape), at, depth + 1);
      }
    }
    for (const inner of shapes) {
      if (inner.type === 'array') add(plainShapesOf(inner.items), `${path}[0]`, depth + 1);
    }
  };
  if (shape !== undefined) add(plainShapesOf(shape), '$', 0);
  return paths;
}

function stepOf({ name }: Field): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`;
}

/** Returns the shapes that a value of a successful response can have, by its JSONPath; empty where it is not described, or where the path means several. */
export function shapesAtPath(binding: Binding | undefined, path: string): readonly PlainShape[] {
  const shape = successfulResponse(binding?.operation)?.shape;
  if (shape === undefined || !/^\$(?:\.[A-Za-z_]\w*|\[\d+\]|\['[^'\\]*'\])*$/.test(path)) return [];
  const steps = [...path.matchAll(/\.(\w+)|\[(\d+)\]|\['([^']*)'\]/g)].map(([, member, index, quoted]) =>
    index === undefined ? (member ?? quoted ?? '') : Number(index),
  );
  return resolvePath(shape, steps, () => undefined)?.shapes ?? [];
}

/** Header fields of responses that are often read. */
const usualHeaders = ['Content-Type', 'Location', 'ETag', 'Link', 'Cache-Control', 'Retry-After', 'Set-Cookie'];

/** Returns the header fields of responses, those that the operation names first. */
export function responseHeadersOf(binding: Binding | undefined): readonly Pick<ResponsePath, 'path' | 'detail'>[] {
  const found = new Map<string, ResponsePath>();
  const add = (path: string, detail: string): void => {
    const key = path.toLowerCase();
    if (!found.has(key)) found.set(key, { path, detail });
  };
  for (const { headers = [] } of binding?.operation?.responses ?? [])
    for (const { name, summary } of headers) add(name, firstSentenceOf(summary));
  for (const { name, summary } of binding?.service?.responseHeaders ?? []) add(name, firstSentenceOf(summary));
  for (const name of usualHeaders) add(name, '');
  return [...found.values()];
}
