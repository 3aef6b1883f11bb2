import type { GraphqlElement } from '@rulebook/catalogue/graphql';
import type { Catalogue } from '@rulebook/catalogue/service';
import { textIn } from '@rulebook/text/span';
import type { GraphqlCursor } from '../cursor/graphql-cursor';
import { describeGraphql } from '../hover/describe-graphql';
import type { CompletionKind } from '../model';
import type { Offer } from './offer';

const kinds: Readonly<Record<GraphqlElement['kind'], CompletionKind>> = {
  argument: 'parameter',
  directive: 'directive',
  field: 'field',
  fragment: 'variable',
  'input field': 'field',
  keyword: 'method',
  type: 'value',
  value: 'value',
  variable: 'variable',
};

/** Offers what can be at a position of a document of GraphQL. */
export function completeGraphql(cursor: GraphqlCursor, text: string, catalogue: Catalogue): readonly Offer[] {
  const { schema, span, offers } = cursor;
  const hasColon = /^[ \t]*:/.test(text.slice(span.end, span.end + 100));
  return offers.map((element): Offer => {
    const { kind, name, type, isRequired, deprecated } = element;
    const isNamed = (kind === 'argument' || kind === 'input field') && !hasColon;
    return {
      label: name,
      kind: kinds[kind],
      reference: { of: 'text', text: describeGraphql(element, schema, catalogue) },
      span,
      newText: isNamed ? `${name}: ` : name,
      // A sign in front of the word is a part of it.
      ...(name.startsWith('$') && textIn(text, span) === '' && { filterText: name }),
      detail: [type, isRequired ? 'required' : ''].filter((part) => part !== '').join(' · '),
      rank: deprecated !== undefined ? 2 : isRequired ? 0 : 1,
      ...(deprecated !== undefined && { isDeprecated: true }),
      ...(isNamed && { triggersNext: true }),
    };
  });
}
