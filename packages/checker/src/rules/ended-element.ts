import type { Binding } from '../binding/model';
import type { EndedElement, InterfaceVersions } from '@rulebook/catalogue/ended';
import { membersOfObject, type JsonMember, type JsonNode } from '@rulebook/json/json-node';
import type { Span } from '@rulebook/text/span';
import { hasRequestLine } from './support/bound-values';
import { propertyAt, removeChild } from './support/json-edits';
import type { BlockRule, Fix } from './rule';
import { code, quoted } from './support/wording';

/** Reports what the version of the interface that the request selects no longer has. */
export const endedElement: BlockRule = {
  id: 'ended-element',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a request or a member that the version of the interface, which a header field selects, no longer has.',
    why: 'The service ignores or refuses it from that version on. A request that selects an older version, or none, is not reported.',
    remedy: 'Use what the message names, or select the older version.',
  },
  within: ['selected-version'],
  request(binding, report) {
    const versions = binding.service?.interfaceVersions;
    const selected = versions && selectedIn(binding, versions);
    if (versions === undefined || selected === undefined || !hasRequestLine(binding)) return;
    const root = objectIn(binding);
    for (const element of versions.ends) {
      if (selected < element.version || !isOf(binding, element)) continue;
      const { member: name, instead } = element;
      const member = root && membersOfObject(root).find(({ key }) => key === name);
      if (name !== undefined && (member === undefined || (element.isText === true && !hasText(member)))) continue;
      const subject = name === undefined ? 'This operation' : code(name);
      const ending = element.isText === true ? 'takes no text' : 'does not exist';
      report({
        message: `${subject} ${ending} since version \`${element.version}\`, which the request selects.${instead === undefined ? '' : ` ${instead}`}`,
        span: member === undefined ? binding.request.target.path.span : spanOf(member.keyNode),
        provenance: versions.provenance,
        ...(root && member && element.isText !== true && { fixes: () => fixesFor(binding, root, member, element) }),
      });
    }
  },
};

/** Returns the version that the request's own header field selects. */
function selectedIn({ headers, selects }: Binding, { header }: InterfaceVersions): string | undefined {
  if (selects !== undefined) return selects;
  const bound = headers.find(
    ({ field, hasPlaceholder }) => !hasPlaceholder && header.includes(field.name.toLowerCase()),
  );
  const text = bound?.text.trim();
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}

/** The path is enough: the operation may be known by a description alone, which is not always there. */
function isOf({ method, segments }: Binding, { methods, path }: EndedElement): boolean {
  const words = path.split('/').slice(1);
  return (
    methods.includes(method) &&
    words.length === segments.length &&
    words.every((word, index) => word.startsWith('{') || word === segments[index]?.text)
  );
}

function objectIn({ request: { body } }: Binding): JsonNode | undefined {
  const [value] = body?.kind === 'json' && body.isLines !== true ? body.values : [];
  return value?.type === 'object' ? value : undefined;
}

function hasText({ value: { type, children = [] } }: JsonMember): boolean {
  return type === 'string' || children.some((item) => item.type === 'string');
}

function spanOf({ offset, length }: JsonNode): Span {
  return { start: offset, end: offset + length };
}

function fixesFor(binding: Binding, root: JsonNode, member: JsonMember, { list }: EndedElement): readonly Fix[] {
  const { text } = binding.block;
  const property = propertyAt(root, member.keyNode.offset);
  if (property === undefined) return [];
  const removal: Fix = {
    title: `Remove ${quoted(member.key)}`,
    edits: [removeChild(text, root, property)],
    isSafe: false,
  };
  if (list === undefined || membersOfObject(root).some(({ key }) => key === list)) return [removal];
  const { value } = member;
  const items = value.type === 'null' ? '[]' : `[${text.slice(value.offset, value.offset + value.length)}]`;
  const edit = { span: spanOf(property), newText: `${JSON.stringify(list)}: ${items}` };
  return [{ title: `Change to ${quoted(list)}`, edits: [edit], isSafe: false }, removal];
}
