import { directiveOf, type OperationMatch } from '../binding/model';
import { maskNamedSecrets } from '../masking/mask-named-secrets';
import type { Block } from '../syntax/model';
import { titleOf } from './foreign-markdown';
import type { Symbol } from './model';

/** Returns the outline entries of a block: its variables and its request, which has the title of its operation if it has no other one. */
export function symbolsOf(block: Block, match?: OperationMatch): readonly Symbol[] {
  const variables = block.variables.map((variable) => ({
    name: `@${variable.name.text}`,
    // The value is not shown, because it may be a secret.
    detail: '',
    kind: 'variable' as const,
    span: variable.span,
    selectionSpan: variable.name.span,
  }));
  const request = requestSymbol(block, match);
  return request ? [...variables, request] : variables;
}

function requestSymbol(block: Block, match: OperationMatch | undefined): Symbol | undefined {
  const { request, title } = block;
  if (!request || block.association) return undefined;
  const line = `${request.method?.text.toUpperCase() ?? 'GET'} ${request.target.path.text}`;
  const named = directiveOf(block, 'name')?.text ?? title?.text;
  const start = title?.span.start ?? request.lineSpan.start;
  const end = Math.max(request.span.end, block.response?.span.end ?? 0);
  return {
    name: maskNamedSecrets(named ?? line).text,
    detail: named === undefined ? titleOfMatch(match) : maskNamedSecrets(line).text,
    kind: 'request',
    span: { start: Math.min(start, request.lineSpan.start), end },
    selectionSpan: request.lineSpan,
  };
}

function titleOfMatch(match: OperationMatch | undefined): string {
  return match?.kind === 'operation' || match?.kind === 'former-path' ? titleOf(match.operation) : '';
}
