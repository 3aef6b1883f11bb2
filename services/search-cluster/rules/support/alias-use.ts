import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import type { Provenance } from '@rulebook/catalogue/facts';
import { requestDestinationOf } from '@rulebook/checker/rules/across/resource-use';
import { serviceSummary } from '@rulebook/checker/rules/across/service-summary';
import { scalarTextOf, stringOf } from '@rulebook/checker/rules/support/bound-values';
import { memberNamed } from '@rulebook/checker/rules/support/constrained';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';
import { perObject } from '@rulebook/text/structures/memo';

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
const onlyForget: readonly AliasStep[] = [forget];

/** What a request is to aliases; `read` and `write`: it has all it needs in its path. */
type Doing = 'read' | 'write' | 'alias' | 'actions' | 'create' | 'delete' | 'forget';

/** By path and method. */
const ofPaths: Readonly<Record<string, Readonly<Record<string, Doing>>>> = {
  '/{}/_doc/{}': { GET: 'read', HEAD: 'read', PUT: 'write', POST: 'write', DELETE: 'write' },
  '/{}/_source/{}': { GET: 'read' },
  '/{}/_doc': { POST: 'write' },
  '/{}/_create/{}': { PUT: 'write', POST: 'write' },
  '/{}/_update/{}': { POST: 'write' },
  '/{}/_alias/{}': { PUT: 'alias', POST: 'alias' },
  '/{}/_aliases/{}': { PUT: 'alias', POST: 'alias' },
  '/_aliases': { POST: 'actions' },
  '/{}': { PUT: 'create', DELETE: 'delete' },
};

/** Whatever else changes something there may change aliases. */
const mayChange = /_alias(?:es)?\/\{\}$|_rollover|_restore|_ccr|_data_stream|_shrink|_clone/;

/** Returns what the requests of an operation are to aliases, by their methods, and what those of other methods are. */
const doingOf = perObject(({ path }: Operation) => {
  const form = path.replace(/\{[^{}]*\}/g, '{}');
  return { byMethod: new Map(Object.entries(ofPaths[form] ?? {})), mayChange: mayChange.test(form) };
});

function aliasUseOf(block: Block, binding: Binding): AliasUse | undefined {
  const { operation, request, body, service } = binding;
  const provenance = service?.aliasesRefused;
  if (operation === undefined || provenance === undefined || block.association !== undefined) return undefined;
  const method = request.method?.text ?? 'GET';
  const of = doingOf(operation);
  const isReading = method === 'GET' || method === 'HEAD';
  const does = of.byMethod.get(method) ?? (of.mayChange && !isReading ? 'forget' : undefined);
  const steps = does === undefined ? [] : stepsOf(does, binding, body);
  return steps.length === 0 ? undefined : { server: requestDestinationOf(binding).text, provenance, steps };
}

/** What is remembered of aliases. */
export const aliasUse = serviceSummary('alias', aliasUseOf, {
  concerns: (operation, { aliasesRefused }) => {
    const { byMethod, mayChange } = doingOf(operation);
    return aliasesRefused !== undefined && (byMethod.size > 0 || mayChange);
  },
});

function stepsOf(does: Doing, binding: Binding, body: BoundValue | undefined): readonly AliasStep[] {
  if (does === 'forget') return onlyForget;
  if (does === 'actions') return ofActions(body);
  const [first, second] = binding.path.map(({ text, span, hasPlaceholder }) => ({
    names: hasPlaceholder ? undefined : namesInList(text),
    span,
  }));
  const name = first?.names?.length === 1 ? first.names[0] : undefined;
  if (does === 'read' || does === 'write') {
    if (name === undefined || first === undefined) return [];
    const given = binding.query.find(({ field }) => field.name === 'routing');
    const routing = given?.hasPlaceholder === false ? { routing: given.text } : {};
    return [{ does, name, span: first.span, ...routing }];
  }
  if (does === 'alias') {
    const [alias] = second?.names ?? [];
    if (first?.names === undefined || second === undefined || alias === undefined || hasPlaces(body)) return [forget];
    return first.names.map((index) => ({ does: 'add', index, alias, span: second.span, says: sayingOf(body) }));
  }
  if (does === 'create') {
    if (name === undefined || first === undefined) return [];
    const aliases = (body && memberNamed(body, 'aliases')?.value)?.members ?? [];
    return [
      { does: 'create', index: name, span: first.span },
      ...aliases.flatMap(({ key, keySpan, isOpaque, value }): readonly AliasStep[] =>
        isOpaque ? [] : [{ does: 'add', index: name, alias: key, span: keySpan, says: sayingOf(value) }],
      ),
    ];
  }
  const span = first?.span;
  if (span === undefined || first?.names === undefined) return [forget];
  return first.names.map((index) => ({ does, index, span }));
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
