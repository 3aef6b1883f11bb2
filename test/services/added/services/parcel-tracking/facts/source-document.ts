import { sourcesOf } from '@rulebook/catalogue/provenance';
import type { SourceDocument } from '@rulebook/catalogue/service';

/** The document with its section headings. */
export const document = {
  id: 'parcel-tracking',
  title: 'Parcel Service',
  sections: [{ title: 'Parcels', summary: 'How a parcel is sent and found.' }],
} as const satisfies SourceDocument;

/** Make the provenance of a fact. */
export const { documented, reference } = sourcesOf(document);
