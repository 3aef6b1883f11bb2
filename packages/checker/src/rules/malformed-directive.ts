import { deployments, readVersion } from '../binding/target';
import type { Block, Token } from '@rulebook/request-file/syntax/model';
import { sequenceOf } from '@rulebook/request-file/syntax/sequences';
import { readSharedField } from '@rulebook/request-file/syntax/shared-fields';
import { nearest } from '@rulebook/text/edit-distance';
import type { BlockRule, Reporter } from './rule';
import { directiveMeantBy } from './support/well-known-names';
import { changeTo } from './support/change-to';
import { code, inList } from './support/wording';

/** Reports a directive whose value cannot be used. */
export const malformedDirective: BlockRule = {
  id: 'malformed-directive',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  isAdvice: true,
  docs: {
    what: 'Reports a comment directive such as `# @target` whose value is missing or invalid, and one whose name is nearly that of a known directive.',
    why: 'An invalid directive has no effect, which is easy to overlook.',
    remedy:
      'Write a valid value. A target is a version such as `8.12` or `8.15.0`; a deployment is `self-managed` or `serverless`; a sequence is a name and the names of requests, such as `deploy: login, create`.',
  },
  within: ['other-directives', 'problems'],
  block(block, report) {
    for (const problem of block.problems) {
      const { message, span } = problem;
      if (problem.code === 'malformed-directive') report({ message, span, provenance: { kind: 'syntax' } });
    }
    for (const directive of block.directives) {
      const { name, value, span } = directive;
      const meant = directiveMeantBy(name.text);
      if (meant !== undefined) {
        report({
          message: `${code(`@${name.text}`)} is not a known directive; did you mean ${code(`@${meant}`)}?`,
          span: name.span,
          provenance: { kind: 'syntax' },
          fixes: () => changeTo(meant, name.span),
        });
      }
      if (name.text === 'sequence' && sequenceOf(block.text, directive) === undefined) {
        const message =
          '`@sequence` needs a name, a colon, and the names of requests: `# @sequence deploy: login, create`.';
        report({ message, span, provenance: { kind: 'syntax' } });
      }
      if (name.text === 'header') {
        const message = headerProblem(block, value?.text ?? '');
        if (message !== undefined) report({ message, span, provenance: { kind: 'syntax' } });
      }
      if (!['target', 'endpoint', 'deployment', 'rights-of'].includes(name.text)) continue;
      if (value === undefined) {
        report({ message: `\`@${name.text}\` needs a value.`, span, provenance: { kind: 'syntax' } });
      } else if (!value.text.includes('{{')) checkValue(name.text, value, report);
    }
  },
};

/** Returns what is wrong with `# @header`, which is for all requests of a file. */
function headerProblem({ request, title, otherRequest }: Block, text: string): string | undefined {
  const field = readSharedField(text);
  if (typeof field === 'string') return field;
  return request === undefined && title === undefined && otherRequest === undefined
    ? undefined
    : '`@header` is for all requests of the file, and has an effect above its first `###` only, where no request is. Write it there, with `###` in front of the first request, or write the field below the request line.';
}

function checkValue(name: string, value: Token, report: Reporter): void {
  const { span, text } = value;
  if (name === 'target' && readVersion(text) === undefined) {
    const message = 'A target must be a version with two or three numbers, such as `8.12` or `8.15.0`.';
    report({ message, span, provenance: { kind: 'syntax' } });
  } else if (name === 'deployment' && !deployments.some((known) => known === text)) {
    const meant = nearest(text, deployments);
    report({
      message: `${code(text)} is not a known deployment; use ${inList(deployments)}.`,
      span,
      provenance: { kind: 'syntax' },
      fixes: () => changeTo(meant, span),
    });
  }
}
