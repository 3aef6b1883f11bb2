import type { Field } from '@rulebook/catalogue/shape';
import { text } from '@rulebook/catalogue/shapes';
import { referenceOnNotModified, referenceOnRates, fromHooks } from './sources';

const ofRate = { shape: text, provenance: referenceOnRates } as const;
const ofChange = { shape: text, provenance: referenceOnNotModified } as const;

/** Header fields of the code host's responses. */
export const responseHeaders: readonly Field[] = [
  {
    name: 'link',
    summary:
      'The URLs of the next and previous pages, marked `rel="next"` and `rel="prev"`. Each URL contains the `cursor` or `page` to use.',
    provenance: fromHooks,
    shape: text,
  },
  { ...ofRate, name: 'x-ratelimit-limit', summary: 'The number of requests that you may send in an hour.' },
  { ...ofRate, name: 'x-ratelimit-remaining', summary: 'The number of requests that are left in the current hour.' },
  { ...ofRate, name: 'x-ratelimit-used', summary: 'The number of requests that you have sent in the current hour.' },
  { ...ofRate, name: 'x-ratelimit-reset', summary: 'When the count starts again, in seconds since 1970.' },
  { ...ofRate, name: 'x-ratelimit-resource', summary: 'The rate limit that the request counts against.' },
  { ...ofRate, name: 'retry-after', summary: 'The number of seconds to wait before the next request.' },
  {
    ...ofChange,
    name: 'etag',
    summary:
      'Identifies this version of the content. Send it as `If-None-Match` to receive the content only if it has changed.',
  },
  {
    ...ofChange,
    name: 'last-modified',
    summary:
      'When the content last changed. Send it as `If-Modified-Since` to receive the content only if it has changed.',
  },
];
