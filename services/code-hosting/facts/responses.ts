import type { ObjectShape } from '@rulebook/catalogue/shape';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { ResponseSpec } from '@rulebook/catalogue/operation';
import { failureBody, validationFailureBody } from './error-shapes';
import { fromErrors, fromHooks } from './sources';

interface Meaning {
  readonly summary: string;
  readonly shape?: ObjectShape;
}

const meanings = {
  304: { summary: 'Not modified. Nothing has changed since the last read.' },
  400: { summary: 'Bad request.', shape: failureBody },
  401: { summary: 'Authentication is required. There is no valid credential.', shape: failureBody },
  403: { summary: 'Forbidden. The caller lacks the permission.', shape: failureBody },
  404: { summary: 'Not found. The resource does not exist, or the caller may not see it.', shape: failureBody },
  422: { summary: 'Validation failed, or the endpoint was called too often.', shape: validationFailureBody },
} as const satisfies Readonly<Record<number, Meaning>>;

/** An error status that the documents list. */
type ErrorStatus = keyof typeof meanings;

/** Returns the error responses of an operation. */
export function errors(...statuses: readonly ErrorStatus[]): readonly ResponseSpec[] {
  return statuses.map((status) => ({ status, ...meanings[status], provenance: fromErrors }));
}

/** Returns the response of an operation that succeeded. */
export function success(
  status: number,
  summary: string,
  shape?: ResponseSpec['shape'],
  provenance: Provenance = fromHooks,
): ResponseSpec {
  return { status, summary, provenance, ...(shape === undefined ? {} : { shape }) };
}
