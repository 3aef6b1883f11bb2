import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import { isOlder } from '@rulebook/checker/binding/target';
import type { Operation } from '@rulebook/catalogue/operation';
import type {} from '../facts/mappings/mapping-types';
import type { JsonNode } from '@rulebook/json/json-node';
import type { BlockRule } from '@rulebook/checker/rules/rule';
import { memberNamed } from '@rulebook/checker/rules/support/constrained';
import { code, inList } from '@rulebook/checker/rules/support/wording';
import { someOverlaps } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';
import { listTexts, plainText, writtenSettings, type WrittenSetting } from './support/written-settings';

/** Reports settings of an index that servers refuse together, or without a mapping that fits them. */
export const impossibleSettings: BlockRule = {
  id: 'impossible-settings',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports settings of an index that servers refuse together, such as a sort field that the mapping does not have, or settings both in `settings` and next to it.',
    why: 'Each setting is right for itself, but the service does not create or change an index with them.',
    remedy: 'Change the setting that the message names, or add what it needs.',
  },
  within: ['body'],
  concernsRequest: (operation) => operation?.settingLimits !== undefined,
  request({ operation, body, block, version, vendor }, report) {
    const limits = operation?.settingLimits;
    if (limits === undefined || body === undefined || body.isOpaque) return;
    const owner = limits.isNew ? memberNamed(body, 'settings')?.value : body;
    if (owner?.node.type !== 'object' || someOverlaps(block.placeholders, owner.span.start, owner.span.end)) return;
    const settings = writtenSettings(owner.node, !limits.isNew);
    const isNewer = vendor !== 'opensearch' && !(version && isOlder(version, softDeletesKept));
    const found = limits.isNew
      ? [...ofCreation(settings, { limits, isNewer }), ...withMapping(settings, { body, block })]
      : ofChange(owner, settings);
    for (const { span, message } of [...found, ...ofBoth(settings)])
      report({ message, span, provenance: limits.provenance });
  },
};

type Limits = NonNullable<Operation['settingLimits']>;

interface Contradiction {
  readonly span: Span;
  readonly message: string;
}

/** The version from which on soft deletes cannot be turned off. */
const softDeletesKept = '8.0.0';

/** What a new index cannot have, whatever its mapping is. */
function ofCreation(
  settings: readonly WrittenSetting[],
  { limits, isNewer }: { readonly limits: Limits; readonly isNewer: boolean },
): readonly Contradiction[] {
  return settings.flatMap(({ name, span, node }): Contradiction[] => {
    const text = plainText(node);
    if (name === 'index.number_of_shards' && node.type === 'null')
      return [{ span, message: 'The number of shards cannot be `null`: the service fails on it. Leave it out.' }];
    if (name === 'index.soft_deletes.enabled' && text === 'false' && isNewer)
      return [{ span, message: 'New indices always have soft deletes. Leave the setting out.' }];
    const isTimeSeries = name === 'index.mode' && text?.toLowerCase() === 'time_series';
    if (isTimeSeries && !settings.some((other) => other.name === 'index.routing_path'))
      return [{ span, message: `The mode ${code('time_series')} needs the setting ${code('index.routing_path')}.` }];
    const isType = /^index\.similarity\.[^.]+\.type$/.test(name);
    if (isType && text !== undefined && !limits.similarityTypes.includes(text))
      return [
        { span, message: `There is no similarity ${code(text)}; the types are ${inList(limits.similarityTypes)}.` },
      ];
    return [];
  });
}

/** What a new index cannot have with its mapping. */
function withMapping(
  settings: readonly WrittenSetting[],
  { body, block }: { readonly body: BoundValue; readonly block: Binding['block'] },
): readonly Contradiction[] {
  const mapping = memberNamed(body, 'mappings')?.value;
  // Without a mapping here, a template may have one that fits.
  if (mapping === undefined || someOverlaps(block.placeholders, mapping.span.start, mapping.span.end)) return [];
  const found: Contradiction[] = [];
  for (const { name, span, node } of settings) {
    if (name === 'index.routing_partition_size' && Number(plainText(node)) > 1 && !needsRouting(mapping.node))
      found.push({
        span,
        message: `An index with partitions needs ${code('"_routing": { "required": true }')} in its mapping.`,
      });
    // The same holds for the fields.
    if (name !== 'index.sort.field' || !member(mapping.node, 'properties')?.children?.length) continue;
    for (const field of listTexts(node))
      if (!isMapped(field, mapping.node))
        found.push({ span, message: `The index is sorted by ${code(field)}, which its mapping does not have.` });
  }
  return found;
}

function needsRouting(mapping: JsonNode | undefined): boolean {
  return String(member(member(mapping, '_routing'), 'required')?.value) === 'true';
}

/** Returns whether a mapping has a field. Fields with an underscore are those of the server; of some types, not all fields are written. */
function isMapped(path: string, mapping: JsonNode | undefined): boolean {
  if (path.startsWith('_')) return true;
  const words = path.split('.');
  let level = mapping;
  for (let at = 0; at < words.length; at++) {
    const rest = words.slice(at).join('.');
    const [inner, also] = [member(level, 'properties'), member(level, 'fields')];
    if (member(inner, rest) ?? member(also, rest)) return true;
    const next = member(inner, words[at] ?? '') ?? member(also, words[at] ?? '');
    if (next === undefined)
      return at > 0 && !/^(?:object|nested)$/.test(String(member(level, 'type')?.value ?? 'object'));
    level = next;
  }
  return true;
}

function member(object: JsonNode | undefined, name: string): JsonNode | undefined {
  const property = object?.children?.find(({ children }) => children?.[0]?.value === name);
  return object?.type === 'object' ? property?.children?.[1] : undefined;
}

/** What a change of settings cannot be. */
function ofChange(body: BoundValue, settings: readonly WrittenSetting[]): readonly Contradiction[] {
  const wrapper = body.members.find(({ key, value }) => key === 'settings' && value?.node.type === 'object');
  const further = body.members.find(({ key }) => key !== 'settings');
  if (wrapper !== undefined && further !== undefined)
    return [
      { span: further.keySpan, message: 'Settings are either in `settings` or next to it. The service refuses both.' },
    ];
  // Other rules report a body without any member.
  const [first] = body.members;
  const isBare = first?.key === 'settings' && first.value?.members.length === 0;
  const isEmpty = settings.length === 0 && first !== undefined && !isBare;
  return isEmpty
    ? [{ span: first.keySpan, message: 'There is no setting to change here, so the service refuses the request.' }]
    : [];
}

function ofBoth(settings: readonly WrittenSetting[]): readonly Contradiction[] {
  return settings.flatMap(({ name, span, node }): Contradiction[] => {
    const [, least, most] = /^(\d+)-(\d+)$/.exec(plainText(node) ?? '') ?? [];
    if (name !== 'index.auto_expand_replicas' || Number(least ?? 0) <= Number(most ?? 0)) return [];
    return [{ span, message: 'The lower bound of the number of replicas is above the upper one.' }];
  });
}
