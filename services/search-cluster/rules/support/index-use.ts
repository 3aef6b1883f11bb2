import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import { behavesSo } from '@rulebook/checker/binding/vendor-facts';
import type { Operation } from '@rulebook/catalogue/operation';
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
import { fieldsOf, fieldWith, memberWith, noFields } from './mapped-fields';
import type { IndexUse, NameUse, RangeUse } from './mapping-summary';

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
