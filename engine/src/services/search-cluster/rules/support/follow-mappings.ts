import type { RelatedReport } from '../../../../rules/rule';
import type { BlockGroup, BlockSummary } from '../../../../rules/across/summary';
import { indexUse } from './index-use';
import type { DocumentField, FlattenedField, IndexUse, NameUse } from './mapping-summary';
import { perObject } from '../../../../structures/memo';

/** A flattened field, and the block whose mapping defines it. */
export interface KnownField extends FlattenedField {
  readonly block: number;
}

/** A name in a search that means a flattened field. */
export interface NamedField {
  readonly block: number;
  readonly use: NameUse;
  readonly field: KnownField;
  /** The key after the name of the field and a dot; absent for the field as a whole. */
  readonly key?: string;
}

/** A flattened field in a document. */
export interface WrittenField {
  readonly block: number;
  readonly written: DocumentField;
  readonly field: KnownField;
}

/** Everything that a group's requests do with fields that earlier requests of the group map as flattened. */
export interface MappedUses {
  readonly names: readonly NamedField[];
  readonly documents: readonly WrittenField[];
}

/** Returns the group of a request on one index. */
export function indexGroupOf(summary: BlockSummary): string | undefined {
  const index = indexUse.in(summary);
  return index === undefined ? undefined : `index ${index.index}`;
}

/** Returns the uses of flattened fields; without an earlier mapping in the file nothing is known. */
export const followMappings = perObject((group: BlockGroup): MappedUses => {
  const names: NamedField[] = [];
  const documents: WrittenField[] = [];
  let fields: readonly KnownField[] = [];
  group.summaries.forEach((summary, block) => {
    const index = indexUse.in(summary);
    if (index === undefined) return;
    fields = fieldsAfter(fields, index, block);
    if (fields.length === 0) return;
    for (const use of index.names ?? []) {
      const found = fieldNamed(use.name, fields);
      if (found !== undefined) names.push({ block, use, ...found });
    }
    for (const written of index.documents ?? []) {
      const field = fields.find(({ path }) => path === written.path);
      if (field !== undefined) documents.push({ block, written, field });
    }
  });
  return { names, documents };
});

/** Returns the position of the mapping, relative to a block of the group. */
export function mappedAt(field: KnownField, block: number): readonly RelatedReport[] {
  return [{ message: 'It is mapped as flattened here.', span: field.span, block: field.block - block }];
}

function fieldsAfter(before: readonly KnownField[], index: IndexUse, block: number): readonly KnownField[] {
  if (index.isDeletion) return [];
  if (index.mapping === undefined) return before;
  const now = index.mapping.fields.map((field) => ({ ...field, block }));
  if (index.mapping.isNew) return now;
  const paths = new Set(now.map(({ path }) => path));
  return [...before.filter(({ path }) => !paths.has(path)), ...now];
}

function fieldNamed(name: string, fields: readonly KnownField[]): Pick<NamedField, 'field' | 'key'> | undefined {
  for (const field of fields) {
    if (name === field.path) return { field };
    if (!name.startsWith(`${field.path}.`)) continue;
    const key = name.slice(field.path.length + 1);
    const isTyped = field.typedKeys.some((typed) => key === typed || key.startsWith(`${typed}.`));
    return isTyped ? undefined : { field, key };
  }
  return undefined;
}
