import type { Field } from '../model';
import { text } from '../shapes';
import { besideNotModified, besideRates, fromHooks } from './sources';

const ofRate = { shape: text, provenance: besideRates } as const;
const ofChange = { shape: text, provenance: besideNotModified } as const;

/** Header fields of the answers of the code host. */
export const responseHeaders: readonly Field[] = [
  {
    name: 'link',
    summary:
      'Where the pages before and after this one are: URLs with `rel="next"` and `rel="prev"`, which carry the `cursor` or `page`.',
    provenance: fromHooks,
    shape: text,
  },
  { ...ofRate, name: 'x-ratelimit-limit', summary: 'How many requests may be sent within the hour.' },
  { ...ofRate, name: 'x-ratelimit-remaining', summary: 'How many of them are left.' },
  { ...ofRate, name: 'x-ratelimit-used', summary: 'How many of them are used up.' },
  { ...ofRate, name: 'x-ratelimit-reset', summary: 'When the count begins anew, in seconds since 1970.' },
  { ...ofRate, name: 'x-ratelimit-resource', summary: 'Which limit the request counts against.' },
  { ...ofRate, name: 'retry-after', summary: 'How many seconds to wait before the next request.' },
  {
    ...ofChange,
    name: 'etag',
    summary: 'Stands for the content of the answer; sent as `If-None-Match`, it asks for changes only.',
  },
  {
    ...ofChange,
    name: 'last-modified',
    summary: 'When the content last changed; sent as `If-Modified-Since`, it asks for changes only.',
  },
];
