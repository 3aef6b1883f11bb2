import { constructs, type Construct, type Place } from '@rulebook/request-file/syntax/constructs';
import type { Span } from '@rulebook/text/span';
import type { Offer } from './offer';
import { escapeSnippet, placeholder } from './snippet';

/** Offers the constructs of request files that may be at a place, behind everything else and only when a list is asked for. */
export function completeConstruct(span: Span, typed: string, ...places: readonly Place[]): readonly Offer[] {
  return constructs
    .filter(({ where, lacks }) => lacks === undefined && where.some((place) => places.includes(place)))
    .map((construct) => ({ construct, label: labelOf(construct) }))
    .filter(({ label }) => label.startsWith(typed))
    .map(({ construct, label }) => ({
      label,
      kind: 'directive',
      reference: { of: 'text', text: `**\`${label}\`** · line\n\n${construct.does}` },
      span,
      newText: snippetOf(construct),
      isSnippet: true,
      detail: construct.does,
      rank: 90,
      automatic: 'never',
    }));
}

/** The first line of the example; of a longer one with what closes it. */
function labelOf({ example, ends }: Construct): string {
  const [first = '', ...others] = example.split('\n');
  return ends === undefined || others.length === 0 ? first : `${first} … ${ends.mark}`;
}

/** The example, whose part behind the beginning is to be replaced. */
function snippetOf({ begins, ends, example }: Construct): string {
  const begin = begins.exec(example.split('\n', 1)[0] ?? '')?.[0].length ?? 0;
  const close = ends === undefined ? -1 : example.lastIndexOf(ends.mark);
  const end = close < begin ? example.length : close;
  const inner = example.slice(begin, end);
  const start = begin + inner.length - inner.trimStart().length;
  return [
    escapeSnippet(example.slice(0, start)),
    placeholder(1, inner.trim()),
    escapeSnippet(example.slice(start + inner.trim().length)),
  ].join('');
}
