import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import { memberNamed } from '@rulebook/checker/rules/support/constrained';
import type { HeldLimits, IndexLimit } from '../../facts/mappings/mapping-types';
import type { GivenLimit, Reach } from './mapping-summary';
import { plainText, writtenSettings } from './written-settings';

/** Returns the limits that a request gives an index, or sets back. `isUnsure` is set if a placeholder may stand for others. */
export function limitsGiven(
  body: BoundValue,
  { settings: names, longestName, provenance }: HeldLimits,
  { isNew, isUnsure }: { readonly isNew: boolean; readonly isUnsure: boolean },
): readonly GivenLimit[] {
  const owner = isNew ? memberNamed(body, 'settings')?.value : body;
  if (owner === undefined) return [];
  const kinds = Object.entries(names) as [IndexLimit, string][];
  const given = writtenSettings(owner.node, !isNew).flatMap(({ name, span, node }) =>
    kinds.flatMap(([kind, setting]): GivenLimit[] => {
      // A name with a wildcard sets several back.
      const isMeant = name === setting || (name.endsWith('*') && setting.startsWith(name.slice(0, -1)));
      if (!isMeant) return [];
      const text = plainText(node);
      const value = text !== undefined && /^\d+$/.test(text) ? { value: Number(text) } : {};
      return [{ kind, setting, span, provenance, longestName, ...value }];
    }),
  );
  if (!isUnsure) return given;
  const unknown = kinds.map(([kind, setting]) => ({ kind, setting, span: owner.span, provenance, longestName }));
  return [...unknown, ...given];
}

/** Returns how far a search reaches: the sum of `from` and `size`; undefined if it names neither, or not with numbers. */
export function reachOf({ query, body }: Binding): Reach | undefined {
  const parts = ['size', 'from'].map((name) => {
    const parameter = query.find(({ field }) => field.name === name);
    if (parameter !== undefined)
      return { span: parameter.span, value: parameter.hasPlaceholder ? NaN : wholeNumber(parameter.text) };
    const member = body && memberNamed(body, name);
    if (member?.value === undefined) return undefined;
    return { span: member.keySpan, value: member.value.isOpaque ? NaN : wholeNumber(plainText(member.value.node)) };
  });
  const [size, from] = parts;
  const span = size?.span ?? from?.span;
  const value = (size?.value ?? defaultSize) + (from?.value ?? 0);
  return span === undefined || Number.isNaN(value) ? undefined : { span, value };
}

/** The number of hits of a search that does not say how many. */
const defaultSize = 10;

function wholeNumber(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : NaN;
}

/** Returns the lists of terms in the queries of a search. */
export function termLists(body: BoundValue): readonly Reach[] {
  const found: Reach[] = [];
  const waiting: BoundValue[] = [body];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    waiting.push(...value.items, ...value.members.flatMap((member) => member.value ?? []));
    if (value.isMismatch || value.shape.type !== 'object') continue;
    const { naming } = value.shape;
    if (naming?.use !== 'query' || naming.kind !== 'terms') continue;
    for (const { isOpaque, field, value: entry, keySpan } of value.members)
      if (!isOpaque && field === undefined && entry?.node.type === 'array')
        found.push({ span: keySpan, value: entry.items.length });
  }
  return found;
}
