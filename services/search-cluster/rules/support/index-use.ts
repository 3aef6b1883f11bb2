import { type Binding, type BoundValue, objectShapeOf } from '@rulebook/checker/binding/model';
import { behavesSo, valuesFor } from '@rulebook/checker/binding/vendor-facts';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Field } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';
import type { Block } from '@rulebook/request-file/syntax/model';
import { someOverlaps } from '@rulebook/text/search';
import { type Span } from '@rulebook/text/span';
import { stringOf } from '@rulebook/checker/rules/support/bound-values';
import { memberNamed } from '@rulebook/checker/rules/support/constrained';
import { documentFieldsOf } from './document-fields';
import { requestDestinationOf } from '@rulebook/checker/rules/across/resource-use';
import { namesInQueryText } from './query-text-names';
import { limitsGiven, reachOf, termLists } from './held-limits';
import { accessorsIn } from './script-accessors';
import type { FieldNaming, FieldRole } from '../../facts/mappings/mapping-types';
import { serviceSummary, type ServiceSummary } from '@rulebook/checker/rules/across/service-summary';
import type {
  FixedParameter,
  FlattenedField,
  IndexUse,
  LimitedField,
  NameUse,
  OtherField,
  RangeUse,
} from './mapping-summary';

/** Returns what the request contains about an index that it names without placeholders. */
function indexUseOf(block: Block, binding: Binding): IndexUse | undefined {
  const { operation, body, lines } = binding;
  if (operation?.indexEffect === undefined || block.association !== undefined) return undefined;
  const name = indexOf(binding);
  if (name === undefined) return undefined;
  const index = placeOfIndex(name, binding);
  const isOpaque = ({ span }: { readonly span: Span }) => someOverlaps(block.placeholders, span.start, span.end);
  const { span } = binding.path.find(({ field }) => field.name === 'index') ?? {};
  const isKept = binding.query.some(({ field }) => field.name === 'preserve_existing');
  const limitsOf = (isNew: boolean): Pick<IndexUse, 'limits'> => {
    if (body === undefined || operation.heldLimits === undefined) return {};
    const limits = limitsGiven(body, operation.heldLimits, { isNew, isUnsure: isOpaque(body) });
    return limits.length > 0 ? { limits } : {};
  };
  switch (operation.indexEffect) {
    case 'delete':
      return { index, isDeletion: true };
    case 'create': {
      const mapping = body && memberWith(body, 'mapping');
      const limits = limitsOf(true);
      return {
        index,
        span,
        ...limits,
        mapping: { isNew: true, ...(mapping ? fieldsOf(mapping, block.text, binding) : noFields) },
      };
    }
    case 'configure':
      return { index, ...limitsOf(false), ...(isKept && { isPreserving: true }) };
    case 'map':
      return body && { index, span, mapping: { isNew: false, ...fieldsOf(body, block.text, binding) } };
    case 'search':
      return {
        index,
        ...reachIn(binding),
        names: [
          ...namesInQuery(binding),
          ...(body ? fieldNamesIn(body, block.text).map((use) => withBounds(use, binding)) : []),
        ],
      };
    case 'write': {
      const documents = lines ? bulkDocuments(binding, name) : body ? documentsOf(body) : [];
      return { index, documents: documentFieldsOf(documents, isOpaque) };
    }
  }
}

/** Adds to a range whether the servers of the target take one bound. */
function withBounds(use: NameUse, binding: Binding): NameUse {
  const { openEnds } = use.naming;
  if (use.range === undefined || openEnds === undefined) return use;
  const isOpenTaken = behavesSo(openEnds, binding);
  return isOpenTaken === undefined ? use : { ...use, range: { ...use.range, isOpenTaken } };
}

/** Returns what a search asks for that limits of its index may be below. */
function reachIn(binding: Binding): Pick<IndexUse, 'reach' | 'terms'> {
  const reach = reachOf(binding);
  const terms = binding.body === undefined ? [] : termLists(binding.body);
  return { ...(reach && { reach }), ...(terms.length > 0 && { terms }) };
}

/** An update has its document in a member. */
function documentsOf(body: BoundValue): readonly JsonNode[] {
  if (fieldWith(body, 'partial-document') === undefined) return [body.node];
  const partial = memberWith(body, 'partial-document')?.node;
  return partial === undefined ? [] : [partial];
}

/** What is remembered of indices. */
export const indexUse: ServiceSummary<IndexUse> = serviceSummary('index', indexUseOf, {
  concerns: ({ indexEffect }) => indexEffect !== undefined,
  outline,
  wantsWhole(summary) {
    const use = indexUse.in(summary);
    return use?.mapping === undefined && use?.limits === undefined && use?.isMapped !== true ? undefined : use.index;
  },
});

/** What searches and documents contain matters only next to a mapping, limits or a query; and those only next to another request. */
function outline(block: Block, binding: Binding) {
  const effect = binding.operation?.indexEffect;
  if (effect === undefined || effect === 'configure' || block.association !== undefined) return undefined;
  if (effect === 'map' && binding.body === undefined) return undefined;
  const name = indexOf(binding);
  if (name === undefined) return undefined;
  const index = placeOfIndex(name, binding);
  return { place: index, content: outlineFor(effect, index) };
}

function outlineFor(effect: Operation['indexEffect'], index: string): IndexUse {
  switch (effect) {
    case 'delete':
      return { index, isDeletion: true };
    case 'create':
    case 'map':
      return { index, isMapped: true };
    default:
      return { index };
  }
}

function placeOfIndex(name: string, binding: Binding): string {
  return `${requestDestinationOf(binding).text}/${name}`;
}

/** One literal name; a list or a pattern can mean indices with different mappings. */
function indexOf({ path, lines }: Binding): string | undefined {
  const parameter = path.find(({ field }) => field.name === 'index');
  if (parameter !== undefined)
    return parameter.hasPlaceholder || !isPlainName(parameter.text) ? undefined : parameter.text;
  const named = new Set<string>();
  for (const line of lines ?? []) {
    if (line.part !== 'action') continue;
    const text = indexOfAction(line.value, line.action?.name);
    if (text === undefined) return undefined;
    named.add(text);
    if (named.size > 1) return undefined;
  }
  const [only] = named;
  return only !== undefined && isPlainName(only) ? only : undefined;
}

function isPlainName(name: string): boolean {
  return name !== '' && !/[*,<{}\s]|^[-_+]/.test(name);
}

function indexOfAction(line: BoundValue | undefined, action: string | undefined): string | undefined {
  const value = line && action !== undefined ? memberNamed(line, action)?.value : undefined;
  const index = value && memberWith(value, 'target-index');
  return index && stringOf(index);
}

function bulkDocuments(binding: Binding, index: string) {
  const documents = [];
  let isHere = false;
  for (const line of binding.lines ?? []) {
    if (line.part === 'action') {
      const value = line.value && line.action ? memberNamed(line.value, line.action.name)?.value : undefined;
      const own = value && memberWith(value, 'target-index');
      isHere = own === undefined || stringOf(own) === index;
    } else if (line.part === 'document' && isHere) {
      // An update has its document under a separate key.
      const written = line.value === undefined ? line.node : memberWith(line.value, 'partial-document')?.node;
      if (written !== undefined) documents.push(written);
    }
  }
  return documents;
}

type Fields = Omit<NonNullable<IndexUse['mapping']>, 'isNew'>;

const noFields: Fields = {
  fields: [],
  others: [],
  limited: [],
  paths: [],
  objects: [],
  isDynamic: true,
  hasOthers: false,
};

/** Members of a mapping by which documents do not add each of their fields. */
const ofDynamics = ['dynamic', 'dynamic_templates', 'enabled'];

function fieldsOf(mapping: BoundValue, text: string, binding: Binding): Fields {
  const { start, end } = mapping.span;
  const isLimited = limiting.test(text.slice(0, start)) || limiting.test(text.slice(end));
  const fields: FlattenedField[] = [];
  const others: OtherField[] = [];
  const limited: LimitedField[] = [];
  const paths: string[] = [];
  let isDynamic = true;
  const waiting: { value: BoundValue; path: string }[] = [{ value: mapping, path: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const properties = memberWith(next.value, 'sub-fields');
    if (ofDynamics.some((name) => memberNamed(next.value, name) !== undefined)) isDynamic = false;
    for (const { key, keySpan, isOpaque, value } of properties?.members ?? []) {
      if (isOpaque || value === undefined) continue;
      const path = next.path === '' ? key : `${next.path}.${key}`;
      limited.push(...usesOf(value, path, keySpan), ...wholeObject(value, path, keySpan, binding));
      paths.push(path, ...(memberNamed(value, 'fields')?.value?.members ?? []).map(({ key: own }) => `${path}.${own}`));
      const flattened = objectShapeOf(value)?.flattened;
      if (flattened !== undefined) {
        const fixed = fixedParametersOf(value, keySpan);
        fields.push({
          path,
          span: keySpan,
          provenance: flattened,
          type: fixed.find(({ name }) => name === 'type'),
          fixed,
          ...depthLimitOf(value),
          ...longestLeafOf(value, isLimited),
          typedKeys: typedKeysOf(value),
        });
        others.push(...typesOfKeys(value, path, flattened));
      } else {
        const type = typeOf(value);
        const provenance = objectShapeOf(value)?.fields.find(({ name }) => name === 'type')?.fixed?.provenance;
        if (type !== undefined && provenance !== undefined) others.push({ path, type, span: keySpan, provenance });
        waiting.push({ value, path });
      }
    }
  }
  const objects = others.flatMap(({ type, path }) => (type === 'object' || type === 'nested' ? [path] : []));
  const hasRuntime = memberNamed(mapping, 'runtime') !== undefined;
  const hasOthers = hasRuntime || someOverlaps(binding.block.placeholders, start, end);
  return { fields, others, limited, paths, objects, isDynamic, hasOthers };
}

/** What says that long values are not indexed: settings of the index, and parameters of a field. */
const limiting = /ignore_above|logsdb/;
const limitingParameters = ['ignore_above', 'index'];

function longestLeafOf(mapping: BoundValue, isLimited: boolean): Pick<FlattenedField, 'longestLeaf'> {
  const longest = objectShapeOf(mapping)?.longestLeaf;
  if (longest === undefined) return {};
  const isUnlimited = !isLimited && !limitingParameters.some((name) => memberNamed(mapping, name));
  return { longestLeaf: { ...longest, isUnlimited } };
}

/** Returns the type of a field; undefined if it is a variable, or nothing shows one. */
function typeOf(mapping: BoundValue): string | undefined {
  const type = memberNamed(mapping, 'type')?.value;
  if (type !== undefined) return stringOf(type);
  return memberWith(mapping, 'sub-fields') === undefined ? undefined : 'object';
}

/** Returns the parameters that cannot be changed, as far as they are known: those with a default, and `similarity`. */
function fixedParametersOf(mapping: BoundValue, keySpan: Span): readonly FixedParameter[] {
  const fields = objectShapeOf(mapping)?.fields ?? [];
  return fields.flatMap(({ name, fixed }): FixedParameter[] => {
    if (fixed === undefined) return [];
    const { provenance } = fixed;
    const written = memberNamed(mapping, name)?.value;
    if (written === undefined) return [{ name, text: fixed.absent, span: keySpan, provenance }];
    const { node, isOpaque, span } = written;
    const isPlain = !isOpaque && node.type !== 'object' && node.type !== 'array';
    return isPlain ? [{ name, text: String(node.value), span, provenance }] : [];
  });
}

/** Types of analyzed text, which has no values to sort or group by. */
const analyzed: ReadonlySet<string> = new Set(['text', 'match_only_text', 'search_as_you_type', 'annotated_text']);

/** Returns the field if its mapping excludes it from some uses. */
function usesOf(mapping: BoundValue, path: string, span: Span): readonly LimitedField[] {
  const written = memberNamed(mapping, 'type')?.value;
  const type = written && stringOf(written);
  if (type === undefined || mapping.members.some(({ isOpaque }) => isOpaque)) return [];
  const valueOf = (name: string): unknown => memberNamed(mapping, name)?.value?.node.value;
  // Servers also read it as a string.
  const isOff = (name: string): boolean => String(valueOf(name)) === 'false';
  const isText = analyzed.has(type);
  const hasColumns = isText ? valueOf('fielddata') !== undefined : !isOff('doc_values');
  const hasKeys = objectShapeOf(mapping)?.flattened !== undefined;
  // The values of most types can be searched in the place of the index.
  const isSearched = !isOff('index') || (!isText && !hasKeys && hasColumns);
  if (hasColumns && isSearched) return [];
  return [{ path, span, type, hasKeys, hasColumns, isSearched }];
}

/** Returns a field of a type of the target's product that holds objects as a whole. */
function wholeObject(mapping: BoundValue, path: string, span: Span, binding: Binding): readonly LimitedField[] {
  const type = typeOf(mapping);
  const shape = memberNamed(mapping, 'type')?.field?.shape;
  if (type === undefined || binding.vendor === undefined || shape?.type !== 'string' || shape.values === undefined)
    return [];
  const isWhole = valuesFor(shape.values, binding).values.find(({ value }) => value === type)?.isWhole;
  return isWhole === undefined
    ? []
    : [{ path, span, type, hasKeys: true, hasColumns: false, isSearched: true, isWhole }];
}

function depthLimitOf(mapping: BoundValue): Pick<FlattenedField, 'depthLimit'> {
  const field = fieldWith(mapping, 'depth-limit');
  const written = memberWith(mapping, 'depth-limit');
  const limit: unknown = written ? (written.isOpaque ? undefined : written.node.value) : Number(field?.default);
  if (field === undefined || typeof limit !== 'number' || !Number.isInteger(limit)) return {};
  return { depthLimit: { value: limit, isDefault: written === undefined, provenance: field.provenance } };
}

function typedKeysOf(mapping: BoundValue): readonly string[] {
  return memberWith(mapping, 'typed-keys')?.members.map(({ key }) => key) ?? [];
}

/** Returns the keys with a type of their own: it stays, as that of any other field. */
function typesOfKeys(mapping: BoundValue, path: string, provenance: Provenance): readonly OtherField[] {
  return (memberWith(mapping, 'typed-keys')?.members ?? []).flatMap(
    ({ key, keySpan, isOpaque, value }): OtherField[] => {
      const type = isOpaque || value === undefined ? undefined : typeOf(value);
      return type === undefined ? [] : [{ path: `${path}.${key}`, type, span: keySpan, provenance }];
    },
  );
}

function fieldWith(value: BoundValue, role: FieldRole): Field | undefined {
  return objectShapeOf(value)?.fields.find((field) => field.role === role);
}

function memberWith(value: BoundValue, role: FieldRole): BoundValue | undefined {
  return value.members.find(({ field }) => field?.role === role)?.value;
}

function fieldNamesIn(body: BoundValue, text: string): readonly NameUse[] {
  const found: NameUse[] = [];
  const waiting: BoundValue[] = [body];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const item of value.items) waiting.push(item);
    for (const member of value.members) if (member.value !== undefined) waiting.push(member.value);
    const { shape } = value;
    if (value.isMismatch || (shape.type !== 'string' && shape.type !== 'object') || !shape.naming) continue;
    const { naming } = shape;
    if (shape.type === 'object') {
      for (const { key, keySpan, isOpaque, field, value: entry } of value.members) {
        if (isOpaque || field !== undefined) continue;
        const range = naming.kind === 'range' && entry ? rangeOf(entry) : undefined;
        found.push({
          naming: entry ? namingWith(naming, entry) : naming,
          name: key,
          span: keySpan,
          ...(range ? { range } : {}),
          ...optionOf(entry),
        });
      }
    } else if (naming.terms !== undefined) {
      const { terms } = naming;
      if (value.isOpaque || value.node.type !== 'string') continue;
      for (const { name, span, term, ends } of namesInQueryText(text, value.span)) {
        found.push({ naming: terms[term], name, span, ...(ends ? { range: { ...ends, numbers: [] } } : {}) });
      }
    } else if (naming.use === 'script') {
      if (!value.isOpaque) found.push(...accessorsIn(text, value.span).map((accessor) => ({ naming, ...accessor })));
    } else {
      const name = stringOf(value)?.replace(/\^[\d.]+$/, '');
      const isFormatted =
        naming.formatted !== undefined && value.parent && memberWith(value.parent, 'format') !== undefined;
      if (name !== undefined)
        found.push({ naming: (isFormatted && naming.formatted) || naming, name, span: value.span });
    }
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

function optionOf(options: BoundValue | undefined): Pick<NameUse, 'isOptional'> {
  return options && memberNamed(options, 'unmapped_type') ? { isOptional: true } : {};
}

/** Returns what a search does with a field, given the options that it has for it. */
function namingWith(naming: FieldNaming, options: BoundValue): FieldNaming {
  if (naming.similar && memberWith(options, 'similarity')) return naming.similar;
  const mode = naming.calculated && memberWith(options, 'combination');
  return naming.calculated && mode && /^(?:sum|avg|median)$/i.test(stringOf(mode) ?? '') ? naming.calculated : naming;
}

/** Returns the names in the query of the request line: a list with commas, each name optionally followed by a colon and an order. */
function namesInQuery({ query }: Binding): readonly NameUse[] {
  return query.flatMap(({ field: { shape }, text, span, hasPlaceholder }) => {
    if (hasPlaceholder || shape.type !== 'string' || shape.naming === undefined) return [];
    const { naming } = shape;
    return [...text.matchAll(/[^,]+/g)].flatMap(({ 0: item, index }) => {
      const name = item.split(':', 1)[0] ?? '';
      // An encoded text is not the name.
      if (name === '' || /[%+]/.test(name)) return [];
      const start = span.start + index;
      return [{ naming, name, span: { start, end: start + name.length } }];
    });
  });
}

function rangeOf(range: BoundValue): RangeUse | undefined {
  const isOpen = range.members.some(({ isOpaque }) => isOpaque);
  if (range.node.type !== 'object' || isOpen) return undefined;
  const ends = (role: FieldRole) => range.members.filter(({ field }) => field?.role === role);
  const lower = ends('range-start');
  const upper = ends('range-end');
  const isGiven = (members: typeof lower) => members.some(({ value }) => value?.node.type !== 'null');
  return {
    hasLower: isGiven(lower),
    hasUpper: isGiven(upper),
    numbers: [...lower, ...upper].flatMap(({ value }) =>
      value?.node.type === 'number' && !value.isOpaque ? [value.span] : [],
    ),
  };
}
