import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';

/** Returns the response of an operation that succeeds: the one with the lowest status of 2xx, then one that holds for all of them. */
export function successOf({ responses }: Operation): ResponseSpec | undefined {
  const exact = responses
    .filter(({ status, lastStatus }) => lastStatus === undefined && status >= 200 && status < 300)
    .sort((one, other) => one.status - other.status);
  return exact[0] ?? responses.find((one) => one.lastStatus !== undefined && holdsFor(one, 200));
}

/** Returns the described response with the status; one for exactly this status comes first. */
export function responseWith({ responses }: Operation, status: number): ResponseSpec | undefined {
  return (
    responses.find((one) => one.status === status && one.lastStatus === undefined) ??
    responses.find((one) => one.lastStatus !== undefined && one.status > 0 && holdsFor(one, status)) ??
    responses.find((one) => one.lastStatus !== undefined && holdsFor(one, status))
  );
}

/** Returns the status that a described response is sent with: its own, or the first that it holds for. */
export function statusOf({ status }: ResponseSpec): number {
  return status === 0 ? 200 : status;
}

function holdsFor({ status, lastStatus = status }: ResponseSpec, wanted: number): boolean {
  return wanted >= status && wanted <= lastStatus;
}
