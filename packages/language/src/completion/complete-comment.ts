import { nameOfRequest } from '@rulebook/checker/binding/request-name';
import type { FileNames } from '@rulebook/checker/rules/across/summary';
import type { Rule } from '@rulebook/checker/rules/rule';
import type { Block } from '@rulebook/request-file/syntax/model';
import { namesNextTo } from './complete-head';
import { directives } from '../directives';
import type { Offer } from './offer';
import type { CursorOf } from '../cursor/cursor-at';

/** Offers the directives that the block does not have yet. */
export function completeDirectiveName(cursor: CursorOf<'directive-name'>, block: Block): readonly Offer[] {
  const given = namesNextTo(cursor, block.directives);
  const { lacksSign, hasAt } = cursor;
  const lead = hasAt && lacksSign !== true ? '' : '@';
  const offers = directives
    .filter(({ name }) => !given.includes(name))
    .map<Offer>(({ name, summary }) => ({
      label: `@${name}`,
      kind: 'directive',
      reference: { of: 'directive', name },
      span: cursor.span,
      newText: `${lacksSign ? '# ' : ''}${lead}${name} `,
      filterText: `${lead}${name}`,
      detail: summary,
      rank: lacksSign ? 1 : 0,
      triggersNext: true,
    }));
  return hasAt ? offers : [...offers, ignoreOffer(cursor)];
}

/** Offers the comment that suppresses rules on the next line. */
function ignoreOffer({ span }: CursorOf<'directive-name'>): Offer {
  const label = 'rulebook-ignore';
  const detail = 'Ignores findings of the listed rules on the next line. Without a list, it ignores all rules there.';
  const reference = { of: 'text', text: `**\`# ${label}\`** · comment\n\n${detail}` } as const;
  return { label, kind: 'directive', reference, span, newText: `${label} `, detail, rank: 1, triggersNext: true };
}

/** Offers the rules that a `# rulebook-ignore` comment does not name yet, each with what it reports. */
export function completeIgnoredRule(cursor: CursorOf<'ignored-rule'>, rules: readonly Rule[]): readonly Offer[] {
  return rules
    .filter(({ id }) => !cursor.others.includes(id))
    .map(({ id, docs }) => ({
      label: id,
      kind: 'value',
      reference: { of: 'text', text: `**\`${id}\`** · rule\n\n${docs.what}` },
      span: cursor.span,
      detail: docs.what,
      rank: 0,
    }));
}

/** Offers the requests that a comment can name: those of the file and of its imports, first those that the comment does not name yet. */
export function completeRequestName(
  { span, others, sign }: CursorOf<'request-name'>,
  block: Block,
  { requests, otherRequests, outside }: FileNames,
): readonly Offer[] {
  const own = nameOfRequest(block)?.text;
  const imported = (name: string) => `a request in ${outside?.importedFrom?.get(name) ?? 'an imported file'}`;
  const found = new Map([
    ...[...(outside?.requests ?? [])].map((name) => [name, imported(name)] as const),
    ...[...otherRequests.keys(), ...requests.keys()].map((name) => [name, 'a request of this file'] as const),
  ]);
  const inOrder = [...new Set([...requests.keys(), ...otherRequests.keys(), ...found.keys()])];
  return (
    inOrder
      // Neither a list nor a line can hold such a title.
      .filter((name) => !/[,\r\n]/.test(name))
      .map((name) => ({
        label: `${sign ?? ''}${name}`,
        kind: 'value',
        reference: { of: 'text', text: `**\`${name}\`** · ${found.get(name) ?? ''}` },
        span,
        detail: found.get(name) ?? '',
        rank: others.includes(name) || name === own ? 1 : 0,
      }))
  );
}
