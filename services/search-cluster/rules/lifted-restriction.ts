import { includesWord } from '@rulebook/request-file/syntax/searched-text';
import type { BoundMember, BoundValue } from '@rulebook/checker/binding/model';
import {
  listedTexts,
  memberNamed,
  sourceOfBinding,
  valueOfConstrained,
} from '@rulebook/checker/rules/support/constrained';
import { insertMember } from '@rulebook/checker/rules/support/json-edits';
import { defineConstraintRule } from '@rulebook/checker/rules/rule';
import { code, quoted } from '@rulebook/checker/rules/support/wording';

declare module '@rulebook/catalogue/constraints' {
  interface ConstraintOptions {
    /** Entries of the list, each with `names`, that are made one. With `isAcross`, those of different members of the object. */
    'lifted-restriction': { readonly list: string; readonly isAcross?: true };
  }
}

/** What restricts an entry. */
const restrictions = ['query', 'field_security'] as const;

interface Entry {
  readonly value: BoundValue;
  /** Entries with the same text are made one. */
  readonly names: string;
  /** The role that it is in. */
  readonly owner: BoundValue;
}

/** Reports a restriction of an entry that another entry with the same names lifts. */
export const liftedRestriction = defineConstraintRule({
  id: 'lifted-restriction',
  category: 'correctness',
  severity: 'warning',
  isAdvice: true,
  docs: {
    what: 'Reports a `query` or a `field_security` in a role that another entry with the same list of names lifts.',
    why: 'Servers make one entry of those with the same names, also of different roles of a key or user: its privileges are those of both, and where one of them has no restriction, nothing is restricted. A key that seems to be limited to some documents or fields reads all of them.',
    remedy:
      'Write the same restriction into the other entry, as the quick fix does, or put its privileges into the restricted entry. Another pattern that matches the same indices lifts nothing unless it grants reading.',
  },
  passes: () => ({ node: (_node, { block }) => !restrictions.some((name) => includesWord(block, name)) }),
  check(element, { options: { list, isAcross }, provenance }, binding, report) {
    const object = valueOfConstrained(element);
    if (object === undefined) return;
    // Nearly no role restricts anything, and this looks at the whole list after each key.
    if (!restrictions.some((name) => includesWord(binding.block, name))) return;
    const text = sourceOfBinding(binding);
    const source = text.slice(object.span.start, object.span.end);
    if (!restrictions.some((name) => source.includes(name))) return;
    const owners = isAcross ? object.members.flatMap(({ value }) => value ?? []) : [object];
    for (const entries of alike(owners.flatMap((owner) => entriesIn(owner, list)))) {
      for (const name of restrictions) {
        const open = entries.filter(({ value }) => restrictionIn(value, name) === undefined);
        if (open.length === 0 || open.length === entries.length) continue;
        for (const { value, owner } of entries) {
          const member = restrictionIn(value, name);
          const restriction = member?.value;
          const isLifting = (other: Entry): boolean => !isAcross || other.owner !== owner;
          const first = restriction && open.find(isLifting);
          if (member === undefined || restriction === undefined || first === undefined) continue;
          report({
            message: `${code(name)} restricts nothing here: another entry has the same names and no ${code(name)}, and servers make one entry of both.`,
            span: member.keySpan,
            provenance,
            related: [{ message: `This entry has no ${code(name)}.`, span: first.value.anchor }],
            fixes: () => {
              const json = text.slice(restriction.span.start, restriction.span.end);
              const edits = open.filter(isLifting).map((other) => insertMember(text, other.value.node, name, json));
              return [
                {
                  title: `Add ${quoted(name)} to the other ${edits.length === 1 ? 'entry' : 'entries'}`,
                  edits,
                  isSafe: false,
                },
              ];
            },
          });
        }
      }
    }
  },
});

/** Returns the entries that servers make one, two or more of each. */
function alike(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.names);
    if (group) group.push(entry);
    else groups.set(entry.names, [entry]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

function entriesIn(owner: BoundValue, list: string): readonly Entry[] {
  const items = memberNamed(owner, list)?.value?.items ?? [];
  return items.flatMap((value) => {
    const names = textsOf(value, 'names');
    const privileges = textsOf(value, 'privileges');
    // An entry that grants nothing counts for nothing.
    if (names === undefined || privileges === undefined || privileges.includes('none')) return [];
    if (value.members.some(({ isOpaque }) => isOpaque)) return [];
    const isForRestricted = String(memberNamed(value, 'allow_restricted_indices')?.value?.node.value) === 'true';
    return [{ value, owner, names: JSON.stringify([isForRestricted, ...[...new Set(names)].sort()]) }];
  });
}

/** Returns the texts of a list; undefined where it is empty, or a variable may add to it. */
function textsOf(entry: BoundValue, name: string): readonly string[] | undefined {
  const value = memberNamed(entry, name)?.value;
  const texts = value && listedTexts(value);
  return texts === undefined || texts.length === 0 ? undefined : texts;
}

/** Returns what restricts an entry; undefined for what restricts nothing by itself. */
function restrictionIn(entry: BoundValue, name: (typeof restrictions)[number]): BoundMember | undefined {
  const member = memberNamed(entry, name);
  const value = member?.value;
  if (value === undefined || value.node.type === 'null') return undefined;
  if (value.node.type !== 'object') return member;
  const [only, ...more] = value.members;
  if (only === undefined || (name === 'query' && more.length === 0 && only.key === 'match_all')) return undefined;
  return member;
}
