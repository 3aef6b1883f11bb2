import { successfulResponse } from '@rulebook/checker/binding/response-for';
import type { Binding } from '@rulebook/checker/binding/model';
import type { Field } from '@rulebook/catalogue/shape';
import { objectShapesOf, plainShapesOf, type PlainShape } from '@rulebook/checker/binding/resolve-shape';
import { firstSentenceOf } from '../hover/describe';

/** A value of a response, as its operation describes it. */
interface ResponsePath {
  /** As a JSONPath: `$.items[0].id`. */
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
