import type { Operation, ResponseSpec } from '../../catalogue/operation';

const json: readonly string[] = ['application/json'];

/** Returns why the media type of a body is not accepted; undefined if it is, or none is named. */
export function unsupportedType(written: string | undefined, { body }: Operation): string | undefined {
  const type = plain(written ?? '');
  if (type === '' || body === undefined) return undefined;
  const accepted = body.mediaTypes ?? [...json, ...(body.forms ?? []).map(({ mediaType }) => mediaType)];
  return accepted.some((one) => covers(plain(one), type)) ? undefined : `Send ${accepted.join(' or ')}.`;
}

/** Returns the media type that a response has for a caller; undefined if the caller accepts none that is described. */
export function acceptedType(
  accept: string | undefined,
  { mediaTypes = json, shape }: ResponseSpec,
): string | undefined {
  const usual = mediaTypes.find((one) => /json/i.test(one)) ?? mediaTypes[0] ?? 'application/json';
  const wanted = (accept ?? '').split(',').map(plain).filter(Boolean);
  if (wanted.length === 0 || shape === undefined) return usual;
  if (wanted.some((one) => covers(one, plain(usual)))) return usual;
  const found = mediaTypes.find((type) => wanted.some((one) => covers(one, plain(type))));
  // A description can leave the type open, with a range: then the caller chooses.
  return found ?? wanted.find((one) => !one.includes('*') && mediaTypes.some((type) => covers(plain(type), one)));
}

function plain(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

/** `*` stands for any part; of the forms of JSON, each is as good as another one. */
function covers(range: string, type: string): boolean {
  if (range === '*' || range === '*/*' || range === type) return true;
  if (/[/+]json$/.test(range) && /[/+]json$/.test(type)) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}
