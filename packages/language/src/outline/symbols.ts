import { directiveOf } from '@rulebook/checker/binding/model';
import type { OperationMatch } from '@rulebook/paths/operation-match';
import { maskNamedSecrets } from '@rulebook/catalogue/masking/mask-named-secrets';
import type { CurlRequest } from '@rulebook/request-file/syntax/curl/curl-request';
import type { Block } from '@rulebook/request-file/syntax/model';
import { titleOf } from '@rulebook/catalogue/markdown/foreign-markdown';
import type { Symbol } from '../model';

/** Returns the outline entries of a block: its variables and its request, which has the title of its operation if it has no other one. */
export function symbolsOf(block: Block, match?: OperationMatch, curl?: CurlRequest): readonly Symbol[] {
  const variables = block.variables.map((variable) => ({
    name: `@${variable.name.text}`,
    // The value is not shown, because it may be a secret.
    detail: '',
    kind: 'variable' as const,
    span: variable.span,
    selectionSpan: variable.name.span,
  }));
  const request = curl ? commandSymbol(block, match, curl) : requestSymbol(block, match);
  if (request === undefined) return variables;
  // One list is kept for each request of a file: the joined one has room for more.
  return variables.length === 0 ? [request] : [...variables, request];
}

function requestSymbol(block: Block, match: OperationMatch | undefined): Symbol | undefined {
  const { request, title } = block;
  if (!request || block.association) return undefined;
  const line = `${request.method?.text.toUpperCase() ?? 'GET'} ${request.target.path.text}`;
  const named =
    directiveOf(block, 'name')?.text ?? (title && /[\p{L}\p{N}]/u.test(title.text) ? title.text : undefined);
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

/** The request of a command has its method and path, and the lines of the command. */
function commandSymbol(
  { otherRequest, title }: Block,
  match: OperationMatch | undefined,
  { block }: CurlRequest,
): Symbol | undefined {
  const symbol = requestSymbol(block, match);
  if (!symbol || !otherRequest) return undefined;
  const { span, line } = otherRequest;
  return {
    ...symbol,
    span: { start: title?.span.start ?? span.start, end: span.end },
    selectionSpan: { start: span.start, end: Math.min(line.span.end, span.end) },
  };
}

function titleOfMatch(match: OperationMatch | undefined): string {
  return match?.kind === 'operation' || match?.kind === 'former-path' ? titleOf(match.operation) : '';
}
