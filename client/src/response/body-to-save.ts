import type { ReceivedResponse } from '@rulebook/sender/plan';
import type { CollectedBody } from './collect-body';
import { extensionOfResponse } from './content-type';
import type { SavedBody } from './kept-responses';

/** Returns the body of a response for saving; undefined without a body. */
export function bodyToSave(
  { headers, binary, interruption }: Pick<ReceivedResponse, 'headers' | 'binary' | 'interruption'>,
  body: CollectedBody,
): SavedBody | undefined {
  if (body.size === 0) return undefined;
  return {
    ...body,
    extension: extensionOfResponse({ headers, binary }),
    isWhole: body.isWhole && interruption === undefined,
  };
}
