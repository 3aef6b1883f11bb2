import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import type { Provenance } from '@rulebook/catalogue/facts';
import { requestDestinationOf } from '@rulebook/checker/rules/across/resource-use';
import { serviceSummary } from '@rulebook/checker/rules/across/service-summary';
import { scalarTextOf, stringOf } from '@rulebook/checker/rules/support/bound-values';
import { memberNamed } from '@rulebook/checker/rules/support/constrained';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';

/** What a request does with aliases, in order; `forget`: it may change aliases or indices that are not known. */
export type AliasStep =
  | { readonly does: 'add'; readonly index: string; readonly alias: string; readonly span: Span; readonly says: Says }
  | { readonly does: 'remove'; readonly index: string; readonly alias: string }
  | { readonly does: 'create' | 'delete' | 'change'; readonly index: string; readonly span: Span }
  | { readonly does: 'read' | 'write'; readonly name: string; readonly span: Span; readonly routing?: string }
  | { readonly does: 'forget' };

/** What an alias says of an index. */
interface Says {
  readonly isForWrites: boolean;
  readonly routing?: string;
}

/** What a request does with aliases on a server. */
interface AliasUse {
  readonly server: string;
  /** Where it is that servers refuse aliases in places of indices. */
  readonly provenance: Provenance;
  readonly steps: readonly AliasStep[];
}

const forget: AliasStep = { does: 'forget' };

/** By method and path: what requests do that have all they need in their path. */
const ofDocuments: Readonly<Record<string, 'read' | 'write'>> = {
  'GET /{}/_doc/{}': 'read',
  'HEAD /{}/_doc/{}': 'read',
  'GET /{}/_source/{}': 'read',
  'PUT /{}/_doc/{}': 'write',
  'POST /{}/_doc/{}': 'write',
  'POST /{}/_doc': 'write',
  'PUT /{}/_create/{}': 'write',
  'POST /{}/_create/{}': 'write',
  'POST /{}/_update/{}': 'write',
  'DELETE /{}/_doc/{}': 'write',
};

function aliasUseOf(block: Block, binding: Binding): AliasUse | undefined {
  const { operation, request, body, service } = binding;
  const provenance = service?.aliasesRefused;
  if (operation === undefined || provenance === undefined || block.association !== undefined) return undefined;
  const form = `${request.method?.text ?? 'GET'} ${operation.path.replace(/\{[^{}]*\}/g, '{}')}`;
  const steps = stepsOf(form, binding, body);
  return steps.length === 0 ? undefined : { server: requestDestinationOf(binding).text, provenance, steps };
}

/** What is remembered of aliases. */
export const aliasUse = serviceSummary('alias', aliasUseOf);

function stepsOf(form: string, binding: Binding, body: BoundValue | undefined): readonly AliasStep[] {
  const [first, second] = binding.path.map(({ text, span, hasPlaceholder }) => ({
    names: hasPlaceholder ? undefined : namesInList(text),
    span,
  }));
  const name = first?.names?.length === 1 ? first.names[0] : undefined;
  const does = ofDocuments[form];
  if (does !== undefined) {
    if (name === undefined || first === undefined) return [];
    const given = binding.query.find(({ field }) => field.name === 'routing');
    const routing = given?.hasPlaceholder === false ? { routing: given.text } : {};
    return [{ does, name, span: first.span, ...routing }];
  }
  if (/^(?:PUT|POST) \/\{\}\/_alias(?:es)?\/\{\}$/.test(form)) {
    const [alias] = second?.names ?? [];
    if (first?.names === undefined || second === undefined || alias === undefined || hasPlaces(body)) return [forget];
    return first.names.map((index) => ({ does: 'add', index, alias, span: second.span, says: sayingOf(body) }));
  }
  if (form === 'POST /_aliases') return ofActions(body);
  if (form === 'PUT /{}') {
    if (name === undefined || first === undefined) return [];
    const aliases = (body && memberNamed(body, 'aliases')?.value)?.members ?? [];
    return [
      { does: 'create', index: name, span: first.span },
      ...aliases.flatMap(({ key, keySpan, isOpaque, value }): readonly AliasStep[] =>
        isOpaque ? [] : [{ does: 'add', index: name, alias: key, span: keySpan, says: sayingOf(value) }],
      ),
    ];
  }
  if (form === 'DELETE /{}') {
    const span = first?.span;
    if (span === undefined || first?.names === undefined) return [forget];
    return first.names.map((index) => ({ does: 'delete', index, span }));
  }
  return /_alias(?:es)?\/\{\}$|_rollover|_restore|_ccr|_data_stream|_shrink|_clone/.test(form) &&
    !/^(?:GET|HEAD) /.test(form)
    ? [forget]
    : [];
}

/** The body of one alias can name other places than the path. */
function hasPlaces(body: BoundValue | undefined): boolean {
  return body?.members.some(({ key, isOpaque }) => isOpaque || /^(?:index|alias)$/.test(key)) === true;
}

function ofActions(body: BoundValue | undefined): readonly AliasStep[] {
  const actions = body && memberNamed(body, 'actions')?.value;
  if (actions === undefined || actions.isOpaque) return [forget];
  return actions.items.flatMap((action): readonly AliasStep[] => {
    const [{ key, value } = { key: '', value: undefined }, more] = action.members;
    const indices = value && textsOf(value, 'index', 'indices');
    if (value === undefined || more || indices === undefined) return [forget];
    const { names, span } = indices;
    if (key === 'remove_index') return names.map((index) => ({ does: 'delete', index, span }));
    const aliases = textsOf(value, 'alias', 'aliases');
    if (aliases === undefined) return [forget];
    const pairs = names.flatMap((index) => aliases.names.map((alias) => ({ index, alias })));
    if (key === 'remove') return pairs.map((pair) => ({ does: 'remove', ...pair }));
    const changes = names.map((index): AliasStep => ({ does: 'change', index, span }));
    const says = sayingOf(value);
    return [...changes, ...pairs.map((pair): AliasStep => ({ does: 'add', ...pair, span: aliases.span, says }))];
  });
}

/** Returns the literal names of one of two members; undefined if some may not be known. */
function textsOf(
  value: BoundValue,
  ...members: readonly string[]
): { readonly names: readonly string[]; readonly span: Span } | undefined {
  const written = members.flatMap((member) => memberNamed(value, member)?.value ?? [])[0];
  if (written === undefined || written.isOpaque) return undefined;
  const texts = (written.node.type === 'array' ? written.items : [written]).map(stringOf);
  const names = texts.map((text) => (text === undefined ? undefined : namesInList(text)));
  return names.includes(undefined) ? undefined : { names: names.flatMap((some) => some ?? []), span: written.span };
}

/** Returns the names of a list, undefined if it has a pattern or another name that stands for something else. */
function namesInList(list: string): readonly string[] | undefined {
  const names = list.split(',');
  return names.every((name) => /^[^-_+*?<{%\s][^*?<{%\s]*$/.test(name)) ? names : undefined;
}

function sayingOf(value: BoundValue | undefined): Says {
  const isForWrites = value !== undefined && memberNamed(value, 'is_write_index') !== undefined;
  const written = value && (memberNamed(value, 'index_routing') ?? memberNamed(value, 'routing'))?.value;
  const routing = written && scalarTextOf(written);
  return { isForWrites, ...(routing !== undefined && { routing }) };
}
