import type { RelatedReport } from '@rulebook/checker/rules/rule';
import type { BlockGroup, BlockSummary } from '@rulebook/checker/rules/across/summary';
import { indexUse } from './index-use';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { Span } from '@rulebook/text/span';
import type { DocumentField, FlattenedField, IndexUse, LimitedField, NameUse, OtherField } from './mapping-summary';
import { perObject } from '@rulebook/text/structures/memo';

/** A flattened field, and the block whose mapping defines it. */
interface KnownField extends FlattenedField {
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

/** A name in a search that means a field with limits. */
export interface LimitedUse {
  readonly block: number;
  readonly use: NameUse;
  readonly field: LimitedField & { readonly block: number };
}

/** A flattened field in a document. */
export interface WrittenField {
  readonly block: number;
  readonly written: DocumentField;
  readonly field: KnownField;
}

/** A field of a document that holds objects as a whole. */
export interface WholeField {
  readonly block: number;
  readonly written: DocumentField;
  readonly field: LimitedUse['field'];
}

/** A mapping of a field that another request has mapped otherwise: a parameter that cannot be changed, or the type. */
export interface ChangedField {
  readonly block: number;
  readonly path: string;
  readonly span: Span;
  /** Absent: the type is changed. */
  readonly parameter?: string;
  readonly before: string;
  readonly now: string;
  readonly provenance: Provenance;
  readonly field: Pick<KnownField, 'span' | 'block'>;
}

/** Everything that a group's requests do with fields that earlier requests of the group map as flattened. */
interface MappedUses {
  readonly names: readonly NamedField[];
  readonly documents: readonly WrittenField[];
  readonly limited: readonly LimitedUse[];
  /** Documents with a field that holds objects as a whole. */
  readonly whole: readonly WholeField[];
  /** Orders by names that neither the mapping nor the documents of the file have. */
  readonly unmapped: readonly { readonly block: number; readonly use: NameUse }[];
  readonly changes: readonly ChangedField[];
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
  const limited: LimitedUse[] = [];
  const whole: WholeField[] = [];
  const unmapped: MappedUses['unmapped'][number][] = [];
  let limits: readonly LimitedUse['field'][] = [];
  let known = nothingKnown;
  const changes: ChangedField[] = [];
  let fields: readonly KnownField[] = [];
  let others: readonly PlacedField[] = [];
  group.summaries.forEach((summary, block) => {
    const index = indexUse.in(summary);
    if (index === undefined) return;
    known = knownAfter(known, index);
    for (const use of index.names ?? []) if (isUnmapped(use, known)) unmapped.push({ block, use });
    limits = fieldsAfter(limits, index, block, index.mapping?.limited);
    for (const use of limits.length === 0 ? [] : (index.names ?? [])) {
      const field = limits.find(
        ({ path, hasKeys }) => use.name === path || (hasKeys && use.name.startsWith(`${path}.`)),
      );
      if (field !== undefined) limited.push({ block, use, field });
    }
    for (const written of limits.length === 0 ? [] : (index.documents ?? [])) {
      const field = limits.find(({ path, isWhole }) => isWhole !== undefined && path === written.path);
      if (field !== undefined) whole.push({ block, written, field });
    }
    const refused = changesOf({ fields, others }, index, block);
    changes.push(...refused);
    // A refused mapping changes nothing.
    if (refused.length === 0) {
      fields = fieldsAfter(fields, index, block, index.mapping?.fields);
      others = othersAfter(others, index, block);
    }
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
  return { names, documents, limited, whole, unmapped, changes };
});

/** Returns the position of the mapping, relative to a block of the group. */
export function mappedAt(field: KnownField, block: number): readonly RelatedReport[] {
  return [{ message: 'It is mapped as flattened here.', span: field.span, block: field.block - block }];
}

function fieldsAfter<F extends { readonly path: string }>(
  before: readonly (F & { readonly block: number })[],
  index: IndexUse,
  block: number,
  mapped: readonly F[] = [],
): readonly (F & { readonly block: number })[] {
  if (index.isDeletion) return [];
  if (index.mapping === undefined) return before;
  const now = mapped.map((field) => ({ ...field, block }));
  if (index.mapping.isNew) return now;
  const paths = new Set(now.map(({ path }) => path));
  return [...before.filter(({ path }) => !paths.has(path)), ...now];
}

type PlacedField = OtherField & { readonly block: number };

function othersAfter(before: readonly PlacedField[], index: IndexUse, block: number): readonly PlacedField[] {
  if (index.isDeletion) return [];
  if (index.mapping === undefined) return before;
  const now = index.mapping.others.map((field) => ({ ...field, block }));
  return index.mapping.isNew ? now : [...before, ...now];
}

const objectTypes: ReadonlySet<string> = new Set(['object', 'nested', 'passthrough']);

/** Returns what a mapping changes that cannot be changed. */
function changesOf(
  known: { readonly fields: readonly KnownField[]; readonly others: readonly PlacedField[] },
  { mapping }: IndexUse,
  block: number,
): readonly ChangedField[] {
  if (mapping === undefined || mapping.isNew) return [];
  const ofOthers = mapping.others.flatMap(({ path, type, span, provenance }): ChangedField[] => {
    const other = known.others.find((one) => one.path === path);
    if (other !== undefined) {
      // Objects of several kinds can be written without a type.
      const isSame = other.type === type || (objectTypes.has(other.type) && objectTypes.has(type));
      return isSame ? [] : [{ block, path, span, before: other.type, now: type, provenance, field: other }];
    }
    const field = known.fields.find((one) => one.path === path);
    if (field?.type === undefined) return [];
    return [{ block, path, span, before: field.type.text, now: type, provenance: field.type.provenance, field }];
  });
  const ofFlattened = mapping.fields.flatMap(({ path, span, type, fixed }): ChangedField[] => {
    const other = known.others.find((one) => one.path === path);
    if (other && type)
      return [{ block, path, span, before: other.type, now: type.text, provenance: type.provenance, field: other }];
    const field = known.fields.find((one) => one.path === path);
    if (field === undefined) return [];
    return fixed.flatMap(({ name, text, span: at, provenance: source }): ChangedField[] => {
      const before = field.fixed.find((one) => one.name === name);
      if (before === undefined || before.text === text) return [];
      return [{ block, path, span: at, parameter: name, before: before.text, now: text, provenance: source, field }];
    });
  });
  return [...ofOthers, ...ofFlattened];
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

/** The paths that an index has, as far as the file says; only a file that makes the index and writes documents says it all. */
interface KnownPaths {
  readonly isWhole: boolean;
  readonly hasDocuments: boolean;
  readonly paths: ReadonlySet<string>;
}

const nothingKnown: KnownPaths = { isWhole: false, hasDocuments: false, paths: new Set() };

function knownAfter(before: KnownPaths, { isDeletion, mapping, documents = [] }: IndexUse): KnownPaths {
  if (isDeletion) return nothingKnown;
  const isNew = mapping?.isNew === true;
  const mapped = mapping?.paths ?? [];
  const written = documents.map(({ path }) => path);
  if (mapped.length === 0 && written.length === 0) return isNew ? nothingKnown : before;
  return {
    isWhole: isNew ? mapped.length > 0 : before.isWhole,
    hasDocuments: (!isNew && before.hasDocuments) || written.length > 0,
    paths: new Set([...(isNew ? [] : before.paths), ...mapped, ...written]),
  };
}

function isUnmapped({ naming, name, isOptional }: NameUse, { isWhole, hasDocuments, paths }: KnownPaths): boolean {
  if (!isWhole || !hasDocuments || naming.use !== 'sort' || isOptional || name.startsWith('_')) return false;
  const words = name.split('.');
  // A name below a field is one of its keys, or of the subfields that texts get by themselves.
  return !words.some((_, index) => paths.has(words.slice(0, index + 1).join('.')));
}
