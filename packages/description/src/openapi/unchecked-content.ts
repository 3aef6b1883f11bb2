import { bodyKindOf } from './media-types';
import type { Reading } from './reading';
import { childOf, objectOf, type Place } from './place';
import { isAnnotation } from './schemas/keywords';
import { firstParagraph } from './wording';

/** Keywords that only say that a value is some text. */
const ofText: ReadonlySet<string> = new Set(['type', 'format', 'contentEncoding', 'contentMediaType']);

/** Reports what of a media type is not checked: a schema of another form than JSON and forms, and how the parts of a form are written. */
export function reportUncheckedContent(
  place: Place,
  mediaType: string,
  schema: Place | undefined,
  reading: Reading,
): void {
  const { problems } = reading;
  const kind = bodyKindOf(mediaType);
  const isChecked = kind === 'multipart' ? /^multipart\/form-data/i.test(mediaType) : kind !== 'other';
  if (schema && !isChecked && !isAnyText(schema, reading))
    problems.summary(`The schema of \`${firstParagraph(mediaType, 60)}\` is not checked`, place);
  for (const keyword of ['encoding', 'prefixEncoding', 'itemEncoding'])
    if (childOf(place, keyword)) problems.summary(`\`${keyword}\` is not checked`, place);
}

/** As `reportUncheckedContent`, of a body or response of Swagger 2.0. */
export function reportUncheckedTypes(
  mediaTypes: readonly string[],
  schema: Place | undefined,
  at: Place,
  reading: Reading,
): void {
  for (const mediaType of mediaTypes)
    if (!mediaType.includes('*') && bodyKindOf(mediaType) === 'other')
      reportUncheckedContent(at, mediaType, schema, reading);
}

/** Returns whether a schema only says that a value is some text. */
export function isAnyText(schema: Place, { references }: Reading): boolean {
  const target = references.resolved(schema);
  return Object.keys(objectOf(target?.value) ?? {}).every((key) => isAnnotation(key) || ofText.has(key));
}
