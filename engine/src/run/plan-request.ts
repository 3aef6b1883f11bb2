import { literalHolesOf } from '../binding/literal-holes';
import { directiveOf } from '../binding/model';
import type { Binding, CheckContext } from '../binding/model';
import type { Field, Service } from '../catalogue/model';
import type { Block, Body, RequestTarget } from '../syntax/model';
import type { Span } from '../text/span';
import type { RequestPlan, Segment } from './plan';
import { literalMembersOf, uncovered, withCovers } from './literals';
import { segmentsOf, variablesOf } from './segments';
import { toStrictJson } from './strict-json';

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

// Both spellings are in use.
const noRedirect = /^no-?redirect$/i;

/** Returns what has to be sent for a block, or undefined when it holds no whole request. `errors` counts its error-level findings. */
export function planRequest(
  block: Block,
  binding: Binding,
  errors: number,
  _context: CheckContext,
): RequestPlan | undefined {
  // A file that is only a part of a body cannot be sent on its own.
  if (block.association !== undefined && block.association.at !== '') return undefined;
  const { request, method, endpoint, service } = binding;
  const target = segmentsOf(targetText(request.target));
  const headers = request.headers.map(({ name, value }) => ({
    name: segmentsOf(name.text),
    value: segmentsOf(value.text),
  }));
  const body = request.body === undefined ? undefined : planBody(block.text, request.body, binding);
  const lists = [target, ...headers.flatMap(({ name, value }) => [name, value])];
  if (body?.kind === 'text') lists.push(body.segments);
  const name = directiveOf(block, 'name')?.text;
  const recommended = service === undefined ? [] : recommendedHeaders(service);
  return {
    method,
    target,
    isAbsolute: request.target.origin !== undefined,
    headers,
    ...(body && { body }),
    ...(endpoint && { endpoint: endpoint.name }),
    ...(service && { service: service.id, scheme: service.defaultScheme }),
    ...(binding.operation && { operation: binding.operation.id }),
    ...(recommended.length > 0 && { recommended }),
    ...(name !== undefined && name !== '' && { name }),
    label: name || block.title?.text || `${method} ${pathText(request.target) || '/'}`,
    variables: variablesOf(lists),
    errors,
    ...(block.directives.some(({ name }) => noRedirect.test(name.text)) && { staysAtUrl: true }),
    isUnsafe: !safeMethods.includes(method),
  };
}

function targetText(target: RequestTarget): string {
  const origin = target.origin?.text ?? '';
  const query = target.query.map(({ name, value }) => (value === undefined ? name.text : `${name.text}=${value.text}`));
  return (origin + pathText(target) || '/') + (query.length > 0 ? `?${query.join('&')}` : '');
}

/** Joins the segments rather than taking the token's text, which may go over several lines. */
function pathText({ segments }: RequestTarget): string {
  return segments.map(({ text }) => `/${text}`).join('');
}

/** Where texts stand that look like variables and are sent as they are. */
function literalsOf(binding: Binding): readonly Span[] {
  return literalHolesOf(binding).map(({ hole }) => hole.span);
}

function planBody(text: string, body: Body, binding: Binding): RequestPlan['body'] {
  if (body.kind === 'file') {
    const literals = body.fillsVariables ? literalMembersOf(binding.operation) : [];
    return {
      kind: 'file',
      path: body.path.text,
      fillsVariables: body.fillsVariables,
      ...(literals.length > 0 && { literals }),
    };
  }
  const source = withCovers(text, body.span, literalsOf(binding));
  if (body.kind === 'text') return { kind: 'text', segments: segmentsOf(source) };
  if (source.trim() === '') return undefined;
  const strict = body.isRelaxed ? toStrictJson(source) : source;
  if (!body.isLines && body.values.length < 2)
    return { kind: 'text', form: 'json', segments: uncovered(segmentsOf(strict)) };
  return { kind: 'text', form: 'lines', segments: withFinalLineEnd(uncovered(segmentsOf(strict))) };
}

/** Returns the segments ended by one line end, without which newline-delimited JSON is refused. */
function withFinalLineEnd(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.at(-1);
  if (typeof last !== 'string') return [...segments, '\n'];
  return last.endsWith('\n') ? segments : [...segments.slice(0, -1), `${last}\n`];
}

function recommendedHeaders(service: Service): NonNullable<RequestPlan['recommended']> {
  return service.headers.flatMap((field) => {
    const value = recommendedValue(field);
    return value === undefined ? [] : [{ name: field.name, value }];
  });
}

/** Returns what the catalogue would write into a field that it misses: its default, or the first value that its document names. */
function recommendedValue(field: Field): string | undefined {
  const name = field.name.toLowerCase();
  // The body decides about its type, and the endpoint's credential about who asks.
  if (name === 'content-type' || name === 'authorization' || field.absent === undefined) return undefined;
  if (field.default !== undefined) return field.default.replace(/^"(.*)"$/, '$1');
  const listed = field.shape.type === 'string' ? (field.shape.values?.values ?? []) : [];
  const first = listed.find(({ provenance }) => provenance === undefined || provenance.kind === 'documented');
  return first === undefined ? undefined : String(first.value);
}
