import type { TimeUnits } from '@rulebook/catalogue/service';
import { refused } from '@rulebook/catalogue/provenance';
import { referenceOnRequestBody, conventions } from './sources';

/** The units of time values. The document uses them, but has no list. */
export const timeUnits: TimeUnits = {
  units: [
    { name: 'd', summary: 'Days.', milliseconds: 86_400_000 },
    { name: 'h', summary: 'Hours.', milliseconds: 3_600_000 },
    { name: 'm', summary: 'Minutes.', milliseconds: 60_000 },
    { name: 's', summary: 'Seconds.', milliseconds: 1000 },
    { name: 'ms', summary: 'Milliseconds.', milliseconds: 1 },
    { name: 'micros', summary: 'Microseconds.', milliseconds: 1e-3 },
    { name: 'nanos', summary: 'Nanoseconds.', milliseconds: 1e-6 },
  ],
  unitless: ['0', '-1'],
  provenance: refused(referenceOnRequestBody(conventions)),
};
