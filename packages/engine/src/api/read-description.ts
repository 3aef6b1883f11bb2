import { editionOf, type CompiledEditions } from '@rulebook/description/editions';
import { unpackDescription, type PackedDescription } from '@rulebook/description/packed';

/** Reads a description of the package, or an edition of it: `github@3.18`. */
export function readDescription(
  wanted: string,
  load: (file: string) => string | undefined,
): PackedDescription | undefined {
  const [name = '', edition] = wanted.split('@');
  const text = load(`${name}.json`);
  const unpacked = text === undefined ? undefined : unpackDescription(text);
  if (unpacked === undefined || edition === undefined) return unpacked?.description;
  const [editions] = unpacked.others;
  return editionOf(unpacked.description, JSON.parse(editions?.text ?? '') as CompiledEditions, edition);
}
