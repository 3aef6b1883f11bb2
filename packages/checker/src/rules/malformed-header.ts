import { headerOf } from '../binding/model';
import { explainHeadVariable } from '@rulebook/request-file/syntax/head-variable';
import { multipartProblem } from '@rulebook/request-file/syntax/bodies/multipart';
import { explainUnsendable, unsendableCharacter } from '@rulebook/request-file/syntax/header-value';
import { lineEndOf } from '@rulebook/text/lines';
import { textIn } from '@rulebook/text/span';
import type { BlockRule } from './rule';
import { changeTo } from './support/change-to';
import { unseparatedLines } from './support/multipart-fields';
import { headerMeantBy } from './support/well-known-names';
import { code } from './support/wording';

/** Reports a line among the header fields that is not one. */
export const malformedHeader: BlockRule = {
  id: 'malformed-header',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  isAdvice: true,
  docs: {
    what: 'Reports a line between the request line and the body that is not a header field, a name that is nearly that of a well-known header field, a value with a character that no header field can carry, a multipart `Content-Type` whose boundary is missing or does not fit the body, and a part of a multipart body without a blank line below its fields.',
    why: 'Such a line is not sent. Usually a colon is missing, or the blank line before the body. In a part, the content would be sent as one of its fields. A value has the characters of Latin-1 only, so a request with others is not sent.',
    remedy:
      'Write `Name: value`, or add a blank line before the body. In a multipart body, begin each part with the boundary, end the body with it, and write a blank line below the fields of each part. Encode other characters as the service expects them, for example by `{{%name}}`.',
  },
  within: ['other-body', 'problems', 'unusual-headers'],
  request({ block: { text }, request, strayVariables = [], unknownHeaders, service }, report) {
    for (const { name, span } of strayVariables) {
      const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
      const start = text.lastIndexOf('\n', span.start - 1) + 1;
      report({
        message: explainHeadVariable(name),
        span,
        provenance: { kind: 'syntax' },
        fixes: () => [
          {
            title: 'Insert a blank line above',
            edits: [{ span: { start, end: start }, newText: lineEnd }],
            isSafe: false,
          },
        ],
      });
    }
    for (const { name } of unknownHeaders) {
      const meant = headerMeantBy(name.text);
      // What a service recommends is reported where it is missing.
      if (meant === undefined || service?.headers.some(({ absent, name: known }) => absent && known === meant))
        continue;
      report({
        message: `${code(name.text)} is not a known header field; did you mean ${code(meant)}?`,
        span: name.span,
        provenance: { kind: 'syntax' },
        fixes: () => changeTo(meant, name.span),
      });
    }
    for (const { name, value } of request.headers) {
      const unsendable = unsendableCharacter(value.text);
      if (unsendable === undefined) continue;
      const at = text.indexOf(unsendable, value.span.start);
      report({
        message: explainUnsendable(name.text, unsendable),
        span: at < 0 || at >= value.span.end ? value.span : { start: at, end: at + unsendable.length },
        provenance: { kind: 'syntax' },
      });
    }
    const field = request.body?.kind === 'text' ? headerOf(request, 'Content-Type') : undefined;
    if (request.body?.kind !== 'text' || field === undefined || !/^\s*multipart\//i.test(field.value.text)) return;
    const message = multipartProblem(textIn(text, request.body.span), field.value.text);
    if (message !== undefined) report({ message, span: field.value.span, provenance: { kind: 'syntax' } });
    for (const span of unseparatedLines(text, request.body.span, field.value.text)) {
      const at = { start: span.start, end: span.start };
      report({
        message:
          'Expected a blank line below the fields of the part; without it, this line is sent as one of the fields.',
        span,
        provenance: { kind: 'syntax' },
        fixes: () => [
          { title: 'Insert a blank line above', edits: [{ span: at, newText: lineEndOf(text) }], isSafe: false },
        ],
      });
    }
  },
  block(block, report) {
    for (const problem of block.problems) {
      const { message, span } = problem;
      if (problem.code === 'malformed-header') report({ message, span, provenance: { kind: 'syntax' } });
    }
  },
};
