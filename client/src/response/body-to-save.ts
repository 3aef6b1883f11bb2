import type { ReceivedResponse } from '../../../engine/src/index';
import type { CollectedBody } from './collect-body';
import { contentTypeOf, extensionOf } from './content-type';
import type { SavedBody } from './kept-answers';

/** Returns the body of a response for saving; undefined without a body. */
export function bodyToSave(
  { headers, interruption }: Pick<ReceivedResponse, 'headers' | 'interruption'>,
  body: CollectedBody,
): SavedBody | undefined {
  if (body.size === 0) return undefined;
  return {
    ...body,
    extension: extensionOf(contentTypeOf(headers)),
    isWhole: body.isWhole && interruption === undefined,
  };
}
