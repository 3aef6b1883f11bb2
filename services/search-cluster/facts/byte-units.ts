import type { ByteUnits } from '@rulebook/catalogue/service';
import type { BehaviourName } from './behaviours';
import { refused } from '@rulebook/catalogue/provenance';
import { referenceOnRepository } from './snapshots/snapshot-sources';
import { conventions } from './sources';

/** The units of byte sizes. The document uses them, but has no list. The parser also accepts the short forms. */
export const byteUnits: ByteUnits = {
  units: ['b', 'k', 'kb', 'm', 'mb', 'g', 'gb', 't', 'tb', 'p', 'pb'],
  unitless: ['0', '-1'],
  fractions: 'byte-fractions' satisfies BehaviourName,
  provenance: refused(referenceOnRepository(conventions)),
};
