import { describeResponse } from '../../../engine/src/sending/response/index';
import type { AssertContext, AssertResult } from '../../../engine/src/sending/asserts/index';
import type { Sent } from '../../../engine/src/sending/send/index';
import type { Attempt } from '../sending/attempt';
import type { SendServices } from '../sending/send-services';

/** Evaluates the asserts of a request that was answered. */
export async function judge(
  services: SendServices,
  { plan, document }: Attempt,
  { response, secrets }: Extract<Sent, { readonly kind: 'answered' }>,
  { resolve, system }: Pick<AssertContext, 'resolve' | 'system'>,
): Promise<readonly AssertResult[]> {
  const { asserts = [], operation } = plan;
  if (asserts.length === 0) return [];
  const uri = document.uri.toString();
  let messages: readonly string[] | undefined;
  // Only the server knows the descriptions.
  if (operation !== undefined && asserts.some(({ text }) => /^matches\s+description/.test(text))) {
    const text = describeResponse({ ...response, redirects: [] }, { secrets });
    const found = await services.differences({ uri, operation, text });
    if (!('reason' in found)) ({ messages } = found);
  }
  const answers = services.answersOf(uri);
  return services.ports.evaluateAsserts(asserts, {
    response,
    secrets,
    resolve,
    system,
    answers,
    differences: () => messages,
  });
}
