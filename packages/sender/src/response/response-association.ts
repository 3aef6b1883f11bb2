import type { Operation } from '@rulebook/catalogue/operation';
import type { BodyAssociation } from '@rulebook/request-file/syntax/model';

/** Returns what says of a text that it is a response of the operation; `endpoint` is the name of the one that responded. */
export function associationOfResponse({ id, methods, path }: Operation, endpoint?: string): BodyAssociation {
  return {
    method: methods[0] ?? 'GET',
    target: path.replace(/[{}]/g, (brace) => brace + brace),
    at: '',
    isAnswer: true,
    operation: id,
    ...(endpoint !== undefined && { directives: { endpoint } }),
  };
}
