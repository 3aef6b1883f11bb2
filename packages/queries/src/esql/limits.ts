import type { Span } from '@rulebook/text/span';
import { isOtherProduct } from './functions';
import { writtenLiteral, type Command } from './model';
import { wrongType, type Place } from './place';

/** Reports a number of rows that is none, or that servers do not return. */
export function reportLimit({ fields }: Command, place: Place): void {
  const [value] = fields;
  if (value?.expression.kind !== 'literal') return;
  const { span, type } = value.expression;
  const rows = Number(writtenLiteral(value.expression, place.text));
  if ((type !== 'integer' && type !== 'long') || rows < 0)
    wrongType(place, 'The number of rows is a whole number of 0 or more.', span);
  if (!(rows > mostRows)) return;
  place.report({
    kind: 'ineffective',
    message:
      'Servers return 10,000 rows at most, unless the setting `esql.query.result_truncation_max_size` says otherwise.',
    span,
    isRefused: false,
  });
}

const mostRows = 10_000;

/** Reports a part of the rows that is none. */
export function reportShare({ fields }: Command, place: Place): void {
  const [value] = fields;
  if (value?.expression.kind !== 'literal') return;
  const { span } = value.expression;
  const share = Number(writtenLiteral(value.expression, place.text));
  if (!(share > 0 && share < 1))
    wrongType(place, 'The part of the rows is a number between 0 and 1, such as `0.1`.', span);
}

/** Reports what came in version 9. */
export function reportLater(what: string, span: Span, { context, report }: Place): void {
  if (context.version?.[0] !== 8 || isOtherProduct(context)) return;
  const message = `\`${what}\` is in version 9, and the endpoint has ${context.version.join('.')}.`;
  report({ kind: 'version', message, span, isRefused: true });
}

/** The command had another name in previews. */
export function reportOldName({ name, nameSpan }: Command, { report }: Place): void {
  if (name !== 'INLINESTATS') return;
  report({
    kind: 'deprecated',
    message: 'Servers of version 9.5 say that `INLINESTATS` is deprecated; did you mean `INLINE STATS`?',
    span: nameSpan,
    isRefused: false,
    meant: 'INLINE STATS',
  });
}
