import { moveBodyToFile } from './convert-body';
import { convertForm } from './convert-form';
import { extractVariable } from './extract-variable';
import { inlineVariable } from './inline-variable';
import { referenceKeptValue } from './kept-value';
import type { Conversion, ConversionPlace } from '@rulebook/checker/convert/model';
import { sortMembers } from './sort-members';
import { splitFile } from './split-file';

const conversions = [
  extractVariable,
  inlineVariable,
  moveBodyToFile,
  convertForm,
  sortMembers,
  splitFile,
  referenceKeptValue,
];

/** Returns the conversions that are possible at a place. */
export function conversionsAt(place: ConversionPlace): readonly Conversion[] {
  const block = place.parse(place.index);
  if (block.isProse || block.association?.isAnswer === true) return [];
  return conversions.flatMap((convert) => convert(place) ?? []);
}
