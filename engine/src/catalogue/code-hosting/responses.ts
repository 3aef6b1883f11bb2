import type { ObjectShape, Provenance, ResponseSpec } from '../model';
import { failureBody, validationFailureBody } from './error-shapes';
import { fromErrors, fromHooks } from './sources';

interface Meaning {
  readonly summary: string;
  readonly shape?: ObjectShape;
}

const meanings = {
  304: { summary: 'What was asked for has not changed since it was last read.' },
  400: { summary: 'The request was not understood.', shape: failureBody },
  401: { summary: 'The request carries no valid credential.', shape: failureBody },
  403: { summary: 'The caller may not do this.', shape: failureBody },
  404: { summary: 'There is no such resource, or the caller may not see it.', shape: failureBody },
  422: { summary: 'Validation failed, or the operation was used too often.', shape: validationFailureBody },
} as const satisfies Readonly<Record<number, Meaning>>;

/** An error status that the documents list. */
export type ErrorStatus = keyof typeof meanings;

/** Returns the error answers of an operation. */
export function errors(...statuses: readonly ErrorStatus[]): readonly ResponseSpec[] {
  return statuses.map((status) => ({ status, ...meanings[status], provenance: fromErrors }));
}

/** Returns the answer of an operation that succeeded. */
export function success(
  status: number,
  summary: string,
  shape?: ResponseSpec['shape'],
  provenance: Provenance = fromHooks,
): ResponseSpec {
  return { status, summary, provenance, ...(shape === undefined ? {} : { shape }) };
}
