import type { Field } from '../model';
import { text } from '../shapes';
import { besideNotModified } from './sources';

/** Header fields that ask for an answer only if something has changed. */
export const conditionalHeaders: readonly Field[] = [
  {
    name: 'If-None-Match',
    summary: 'The `etag` of an earlier answer; while nothing has changed, the answer is 304 without a body.',
    provenance: besideNotModified,
    shape: text,
  },
  {
    name: 'If-Modified-Since',
    summary: 'The `last-modified` of an earlier answer; while nothing has changed, the answer is 304 without a body.',
    provenance: besideNotModified,
    shape: text,
  },
];
