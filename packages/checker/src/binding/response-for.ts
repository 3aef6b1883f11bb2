import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';

/** Returns what an operation says about a response with this status: the one for the status alone, else that of the narrowest range. */
export function responseFor({ responses }: Operation, status: string | number): ResponseSpec | undefined {
  const code = Number(status);
  if (!Number.isInteger(code) || code <= 0) return undefined;
  let best: ResponseSpec | undefined;
  for (const response of responses) {
    if (response.status === code) return response;
    const isIn = response.status === 0 || (response.status <= code && code <= (response.lastStatus ?? response.status));
    if (isIn && (best === undefined || widthOf(response) < widthOf(best))) best = response;
  }
  return best;
}

/** Returns the first successful response with a body that an operation describes. */
export function successfulResponse(operation: Pick<Operation, 'responses'> | undefined): ResponseSpec | undefined {
  return operation?.responses.find(({ status, shape }) => status < 300 && shape !== undefined);
}

/** The response for all other statuses is the widest. */
function widthOf({ status, lastStatus = status }: ResponseSpec): number {
  return status === 0 ? Infinity : lastStatus - status;
}
