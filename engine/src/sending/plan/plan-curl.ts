import type { Binding } from '../../binding/model';
import type { CurlCommand } from '../../syntax/curl/read-curl-command';
import { textOfCurl } from '../../syntax/curl/request-text';
import type { Block } from '../../syntax/model';
import { countLineEnds } from '../../text/lines';
import { segmentsOf } from './segments';
import type { RequestPlan } from './plan';
import { planRequest, type PlanContext } from './plan-request';

/** What planning a curl command needs: it is read and bound as a request. */
export interface CurlContext extends Omit<PlanContext, 'binding'> {
  readonly read: (text: string) => { readonly block: Block; readonly binding: Binding | undefined };
}

/** Plans what a curl command sends: its request line and header fields are read as those of a request, its body is sent as it is. */
export function planCurl(block: Block, curl: CurlCommand, context: CurlContext): RequestPlan | undefined {
  const start = block.otherRequest?.span.start ?? 0;
  const line = context.startLine + countLineEnds(block.text.slice(0, start));
  const written = block.text.slice(0, start) + textOfCurl(curl);
  const readable = context.read(written);
  const plan = planRequest(readable.block, { ...context, binding: readable.binding });
  if (plan === undefined) return undefined;
  const { body: _body, problems = [], ...rest } = plan;
  const body = bodyOf(curl, plan.body);
  return {
    ...rest,
    ...(body && { body }),
    line,
    ...(!curl.followsRedirects && { staysAtUrl: true }),
    ...(curl.isInsecure && { acceptsAnyCertificate: true }),
    ...(problems.length > 0 && { problems: problems.map((problem) => ({ ...problem, line })) }),
  };
}

/** A text is sent byte by byte, whatever a request file would make of it. */
function bodyOf({ body }: CurlCommand, planned: RequestPlan['body']): RequestPlan['body'] {
  if (body?.kind === 'text') return body.text === '' ? undefined : { kind: 'text', segments: segmentsOf(body.text) };
  return body === undefined ? undefined : planned;
}
