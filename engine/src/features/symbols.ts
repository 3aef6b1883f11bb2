import { directiveOf } from '../binding/model';
import { maskNamedSecrets } from '../masking/mask-named-secrets';
import type { Block } from '../syntax/model';
import type { Symbol } from './model';

/** Returns the outline entries of a block: its variables and its request. */
export function symbolsOf(block: Block): readonly Symbol[] {
  const variables = block.variables.map((variable) => ({
    name: `@${variable.name.text}`,
    // The value is not shown, because it may be a secret.
    detail: '',
    kind: 'variable' as const,
    span: variable.span,
    selectionSpan: variable.name.span,
  }));
  const request = requestSymbol(block);
  return request ? [...variables, request] : variables;
}

function requestSymbol(block: Block): Symbol | undefined {
  const { request, title } = block;
  if (!request || block.association) return undefined;
  const line = `${request.method?.text.toUpperCase() ?? 'GET'} ${request.target.path.text}`;
  const named = directiveOf(block, 'name')?.text ?? title?.text;
  const start = title?.span.start ?? request.lineSpan.start;
  const end = Math.max(request.span.end, block.response?.span.end ?? 0);
  return {
    name: maskNamedSecrets(named ?? line).text,
    detail: named === undefined ? '' : maskNamedSecrets(line).text,
    kind: 'request',
    span: { start: Math.min(start, request.lineSpan.start), end },
    selectionSpan: request.lineSpan,
  };
}
