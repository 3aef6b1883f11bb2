import type { VendorNames } from '@rulebook/catalogue/identity';
import type { HeaderField } from '@rulebook/request-file/syntax/model';
import { perObject } from '@rulebook/text/structures/memo';
import { expressionOf } from '@rulebook/text/expressions';

// Without `names`, the service has no names that its vendors write in their own ways, and all texts stay as they are.

/** Turns the document's neutral name of a header field into the vendor's own. */
export function vendorHeaderName(name: string, vendor: string | undefined, names: VendorNames | undefined): string {
  if (!names || !vendor || vendor === names.neutral || !name.startsWith(names.header)) return name;
  return `X-${names.spellings[vendor.toLowerCase()] ?? vendor}-${name.slice(names.header.length)}`;
}

/** Turns the document's neutral media type into the vendor's own. */
export function vendorMediaType(text: string, vendor: string | undefined, names: VendorNames | undefined): string {
  return names && vendor ? text.replace(names.mediaType, mediaTypeOf(vendor)) : text;
}

/** Turns all neutral names within a text for people into the vendor's own. */
export function inVendorTerms(text: string, vendor: string | undefined, names: VendorNames | undefined): string {
  if (!names || !vendor || vendor === names.neutral) return text;
  const { header, mediaType } = patternsOf(names);
  return text.replace(header, (name) => vendorHeaderName(name, vendor, names)).replace(mediaType, mediaTypeOf(vendor));
}

/** Returns the vendor whose names the header fields have, or undefined. */
export function vendorIn(headers: readonly HeaderField[], names: VendorNames | undefined): string | undefined {
  if (!names) return undefined;
  const { shownByName, shownByValue } = patternsOf(names);
  for (const { name, value } of headers) {
    const vendor = shownByName.exec(name.text)?.[1] ?? shownByValue.exec(value.text)?.[1];
    if (vendor !== undefined) return vendor.toLowerCase();
  }
  return undefined;
}

/** Returns the vendor whose name the value of a header field has, or undefined. */
export function vendorOfValue(value: string, names: VendorNames | undefined): string | undefined {
  return names && patternsOf(names).shownByValue.exec(value)?.[1];
}

/** Turns a vendor's name of a header field back into the document's neutral one, whichever vendor it is. */
export function neutralHeaderName(name: string, names: VendorNames | undefined): string {
  return names ? name.replace(patternsOf(names).vendorHeader, names.header) : name;
}

/** Turns a vendor's media type back into the document's neutral one, whichever vendor it is. */
export function neutralMediaType(text: string, names: VendorNames | undefined): string {
  return names ? text.replace(/^application\/vnd\.[\w-]+(?=[.+]|$)/, `application/${names.mediaType}`) : text;
}

function mediaTypeOf(vendor: string): string {
  return `vnd.${vendor.toLowerCase()}`;
}

interface Patterns {
  readonly header: RegExp;
  readonly mediaType: RegExp;
  readonly shownByName: RegExp;
  readonly shownByValue: RegExp;
  readonly vendorHeader: RegExp;
}

const patternsOf = perObject((names: VendorNames): Patterns => ({
  header: expressionOf(`\\b${names.header}[\\w-]*`, 'g'),
  mediaType: expressionOf(`\\b${names.mediaType.replaceAll('.', '\\.')}\\b`, 'g'),
  shownByName: expressionOf(names.shownBy.name, 'i'),
  shownByValue: expressionOf(names.shownBy.value, 'i'),
  vendorHeader: expressionOf(names.vendorHeader, 'i'),
}));
