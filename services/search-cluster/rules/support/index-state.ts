import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import { serviceSummary } from '@rulebook/checker/rules/across/service-summary';
import { requestDestinationOf } from '@rulebook/checker/rules/across/resource-use';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';
import type { Provenance } from '@rulebook/catalogue/facts';

/** A setting that needs a closed index. */
interface ClosedOnly {
  readonly name: string;
  readonly span: Span;
  readonly provenance: Provenance;
}

/** What a request does with the state of an index, or with settings that depend on it. */
interface IndexStateUse {
  readonly server: string;
  readonly state: 'opened' | 'closed' | 'deleted' | 'configured';
  /** Absent: which indices it means is not known. */
  readonly index?: string;
  /** The span of the name of the index. */
  readonly span?: Span;
  /** The settings that need a closed index. */
  readonly settings?: readonly ClosedOnly[];
}

function stateUseOf(block: Block, binding: Binding): IndexStateUse | undefined {
  const state = binding.operation?.indexState;
  if (state === undefined || block.association !== undefined) return undefined;
  const server = requestDestinationOf(binding).text;
  const parameter = binding.path.find(({ field }) => /^(?:follower_)?index$/.test(field.name));
  const isPlain = parameter?.hasPlaceholder === false && /^[^-_+*,<{%\s][^*,<{%\s]*$/.test(parameter.text);
  const named = isPlain ? { index: parameter.text, span: parameter.span } : {};
  if (state !== 'configured') return { server, state, ...named };
  // These close the index themselves, or leave out what is set already.
  const isSafe = binding.query.some(({ field }) => /^(?:reopen|preserve_existing)$/.test(field.name));
  const closedOnly = binding.operation?.closedOnly;
  const settings = binding.body && closedOnly && isPlain && !isSafe ? settingsIn(binding.body, closedOnly) : [];
  return settings.length === 0 ? undefined : { server, state, ...named, settings };
}

/** What is remembered of the states of indices. */
export const indexState = serviceSummary('index-state', stateUseOf, {
  concerns: (operation) => operation.indexState !== undefined,
});

function settingsIn(
  body: BoundValue,
  { settings, provenance }: NonNullable<Operation['closedOnly']>,
): readonly ClosedOnly[] {
  const found: ClosedOnly[] = [];
  const waiting: { value: BoundValue; path: string }[] = [{ value: body, path: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { key, keySpan, isOpaque, value } of next.value.members) {
      if (isOpaque || value === undefined) continue;
      const isWrapper = next.path === '' && key === 'settings' && value.node.type === 'object';
      const path = next.path === '' ? (isWrapper ? '' : key) : `${next.path}.${key}`;
      const name = path.startsWith('index.') ? path : `index.${path}`;
      if (value.node.type === 'object') waiting.push({ value, path });
      else if (!name.includes('*') && settings.some((one) => name === one || name.startsWith(`${one}.`)))
        found.push({ name, span: keySpan, provenance });
    }
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}
