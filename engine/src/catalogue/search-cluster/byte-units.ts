import type { ByteUnits } from '../model';
import { refused } from '../provenance';
import { besideRepository } from './snapshot-sources';
import { conventions } from './sources';

/** The units of byte sizes; the document uses them without a list. The short forms are those that the parser takes as well. */
export const byteUnits: ByteUnits = {
  units: ['b', 'k', 'kb', 'm', 'mb', 'g', 'gb', 't', 'tb', 'p', 'pb'],
  unitless: ['0', '-1'],
  provenance: refused(besideRepository(conventions)),
};
