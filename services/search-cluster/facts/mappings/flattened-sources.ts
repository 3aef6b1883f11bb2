import type { Provenance } from '@rulebook/catalogue/facts';
import { documented, reference, type SectionTitle } from '../source-document';

/** The field type and the effects of its parameters. */
export const fromFlattenedField = documented('Flattened field');
/** The operations on flattened fields and the seven rules. */
export const fromFlattenedUsage = documented('Flattened field usage');
/** The two limits of flattened fields. */
export const fromLimits = documented('Limits');

/** The public page on the field type. */
export const flattenedPage = 'Elasticsearch reference, flattened field type';
/** The source of the field type. */
export const flattenedSource = 'elastic/elasticsearch, FlattenedFieldMapper';
/** The tests of the field type. */
export const flattenedTests = 'elastic/elasticsearch, tests of flattened fields';
/** The public page on the query language. */
export const queryPage = 'Elasticsearch reference, Query DSL';
/** The public page on aggregations. */
export const aggregationPage = 'Elasticsearch reference, aggregations';
/** The public page on field types. */
export const mappingPage = 'Elasticsearch reference, mapping';

/** Returns reference provenance in addition to one of the two sections. */
export function referenceOnFlattened(source: string, section: SectionTitle = 'Flattened field usage'): Provenance {
  return reference(section, source);
}
