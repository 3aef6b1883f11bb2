import type { Binding } from '@rulebook/checker/binding/model';
import type { CurlCommand } from '@rulebook/request-file/syntax/curl/read-curl-command';
import { textOfCurl } from '@rulebook/request-file/syntax/curl/request-text';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';
import { countLineEnds } from '@rulebook/text/lines';
import { segmentsOf } from './segments';
import type { RequestPlan } from './plan';
import { planRequest, type PlanContext } from './plan-request';

/** What planning a curl command needs: it is read and bound as a request. */
interface CurlContext extends Omit<PlanContext, 'binding'> {
  readonly read: (text: string) => { readonly block: Block; readonly binding: Binding | undefined };
}

/** Plans what a curl command sends: its request line and header fields are read as those of a request, its body is sent as it is. */
export function planCurl(block: Block, curl: CurlCommand, context: CurlContext): RequestPlan | undefined {
  const start = block.otherRequest?.span.start ?? 0;
  const line = context.startLine + countLineEnds(block.text.slice(0, start));
  // In a script, what is in front of a command on its line is none of the request.
  const before = block.isCommand ? '' : block.text.slice(0, start);
  const whole = context.read(before + textOfCurl(curl));
  const isHead = curl.body?.kind === 'text' && isReadOtherwise(whole.block, before.length);
  const { body: _text, ...head } = curl;
  const readable = isHead ? context.read(before + textOfCurl(head)) : whole;
  const plan = planRequest(readable.block, { ...context, binding: readable.binding });
  if (plan === undefined) return undefined;
  const { body: _body, problems = [], ...rest } = plan;
  const body = bodyOfCommand(curl, plan.body);
  return {
    ...rest,
    ...(body && { body }),
    line,
    ...(!curl.followsRedirects && { staysAtUrl: true }),
    ...(curl.isInsecure && { acceptsAnyCertificate: true }),
    ...(problems.length > 0 && { problems: problems.map((problem) => ({ ...problem, line })) }),
  };
}

/** Returns whether a request file would make something else than a body of the text that is sent. */
function isReadOtherwise({ asserts, outputs, scripts, problems }: Block, start: number): boolean {
  const isBehind = ({ span }: { readonly span: Span }) => span.start >= start;
  return (
    asserts.length + outputs.length > 0 ||
    scripts.some(isBehind) ||
    problems.some((problem) => problem.code !== 'malformed-json' && isBehind(problem))
  );
}

/** A text is sent byte by byte, whatever a request file would make of it. */
function bodyOfCommand({ body }: CurlCommand, planned: RequestPlan['body']): RequestPlan['body'] {
  if (body?.kind === 'text') return body.text === '' ? undefined : { kind: 'text', segments: segmentsOf(body.text) };
  return body === undefined ? undefined : planned;
}
