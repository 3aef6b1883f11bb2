import type { Field } from '@rulebook/catalogue/shape';
import { text } from '@rulebook/catalogue/shapes';
import { referenceOnNotModified } from './sources';

/** Header fields that ask for a full response only if something has changed. */
export const conditionalHeaders: readonly Field[] = [
  {
    name: 'If-None-Match',
    summary: 'The `etag` of an earlier response. If nothing has changed, the response is 304 without a body.',
    provenance: referenceOnNotModified,
    shape: text,
  },
  {
    name: 'If-Modified-Since',
    summary:
      'The `last-modified` date of an earlier response. If nothing has changed, the response is 304 without a body.',
    provenance: referenceOnNotModified,
    shape: text,
  },
];
