import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import { perText } from '@rulebook/text/structures/memo';

const json: readonly string[] = ['application/json'];

/** Returns why the media type of a body is not accepted; undefined if it is, or none is named. */
export function unsupportedType(written: string | undefined, { body }: Operation): string | undefined {
  const type = plainType(written ?? '');
  if (type === '' || body === undefined) return undefined;
  const accepted = body.mediaTypes ?? [...json, ...(body.forms ?? []).map(({ mediaType }) => mediaType)];
  return accepted.some((one) => coversType(plainType(one), type)) ? undefined : `Send ${accepted.join(' or ')}.`;
}

/**
 * Returns the media type that a response has for a caller: of those that are described, the one that the caller prefers; undefined if it accepts
 * none of them. A download without a described form is sent whatever the caller accepts, as services do.
 */
export function acceptedType(
  accept: string | undefined,
  { mediaTypes = json, shape }: ResponseSpec,
): string | undefined {
  const usual = mediaTypes.find((one) => /json/i.test(one)) ?? mediaTypes[0] ?? 'application/json';
  const offered = [usual, ...mediaTypes];
  const wanted = rangesIn(accept ?? '');
  if (wanted.length === 0) return usual;
  for (const quality of new Set(wanted.map((one) => one.quality))) {
    const ranges = wanted.filter((one) => one.quality === quality && quality > 0).map(({ range }) => range);
    const found = offered.find((type) => ranges.some((range) => coversType(range, plainType(type))));
    // A description can leave the type open, with a range: then the caller chooses.
    if (found?.includes('*') === true) return ranges.find((range) => !range.includes('*')) ?? usual;
    if (found !== undefined) return found;
  }
  return shape === undefined ? usual : undefined;
}

/** Callers repeat few media types. */
const maxTypes = 200;

/** Returns what a caller accepts, what it prefers first. */
const rangesIn = perText(maxTypes, (accept): readonly { readonly range: string; readonly quality: number }[] =>
  accept
    .split(',')
    .map((part) => {
      const quality = /;\s*q=([\d.]+)/i.exec(part)?.[1];
      return { range: plainType(part), quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ range }) => range !== '')
    .sort((one, other) => other.quality - one.quality),
);

/** Returns a media type without its parameters. */
export function plainType(type: string): string {
  return plain(type);
}

const plain = perText(maxTypes, (type) => (type.split(';')[0] ?? '').trim().toLowerCase());

/** Returns whether a range covers a type: `*` stands for any part; of the forms of JSON, each is as good as another one. */
export function coversType(range: string, type: string): boolean {
  if (range === '*' || range === '*/*' || range === type) return true;
  if (/[/+]json$/.test(range) && /[/+]json$/.test(type)) return true;
  // What a description writes as a range holds for each type in it.
  if (type === '*/*') return true;
  return [range, type].some((one) => one.endsWith('/*')) && range.split('/')[0] === type.split('/')[0];
}

/** Returns whether bodies of a media type are JSON; of a range without a kind, they are. */
export function isJson(type: string): boolean {
  return /json|^(?:\*|application)\/\*/i.test(type);
}
