import type { ResponseSpec } from '../model';
import { fromErrors, fromHooks } from './sources';

const meanings = {
  400: 'The request was not understood.',
  403: 'The caller may not do this.',
  404: 'There is no such resource, or the caller may not see it.',
  422: 'Validation failed, or the operation was used too often.',
} as const;

/** An error status that the documents list. */
export type ErrorStatus = keyof typeof meanings;

/** Returns the error answers of an operation. */
export function errors(...statuses: readonly ErrorStatus[]): readonly ResponseSpec[] {
  return statuses.map((status) => ({ status, summary: meanings[status], provenance: fromErrors }));
}

/** Returns the answer of an operation that succeeded. */
export function success(status: number, summary: string, shape?: ResponseSpec['shape']): ResponseSpec {
  return { status, summary, provenance: fromHooks, ...(shape === undefined ? {} : { shape }) };
}
