import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import { responseWith } from '@rulebook/checker/resource-model/successes';
import { misfitOf, pathOf } from '@rulebook/checker/resource-model/misfit';
import type { Received, Step, Violation } from './model';

/** The value of a body of JSON; undefined for a body that is none. */
export function valueOf({ body }: Pick<Received, 'body'>): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Says what is wrong with a response; `inconclusive`: it says nothing about the service, since the caller may not do this. */
export function judgeResponse(step: Step, received: Received): readonly Violation[] | 'inconclusive' {
  const { status } = received;
  if (status === undefined)
    return [{ key: 'no response', assert: 'status < 500', message: `${say(step)} receives no response.` }];
  // An odd value may be refused for any reason, and what is said of it then is not described.
  if (step.expects === 'answer' && status >= 300 && status < 500) return [];
  if ([401, 403, 429].includes(status) && step.expects !== 'refusal') return 'inconclusive';
  const wrong = judgeStatus(step, status);
  if (wrong !== undefined) return [wrong];
  const unfit = judgeBody(step, status, received);
  if (unfit !== undefined) return [unfit];
  const value = valueOf(received);
  return step.checks.flatMap((check, index): readonly Violation[] => {
    if (received.asserts[index]?.outcome !== 'failed' || check.isJudged?.(value) === false) return [];
    const { key, assert, message, member } = check;
    return [{ key, assert, message, ...(member !== undefined && { member }) }];
  });
}

function say({ operation: { methods, path } }: Step): string {
  return `${methods[0] ?? ''} ${path}`;
}

function judgeStatus(step: Step, status: number): Violation | undefined {
  const { operation, expects } = step;
  const wrong = (assert: string, message: string): Violation => ({
    ...{ key: `status ${expects} ${status}`, assert },
    message: `${say(step)} ${message}.`,
  });
  const undescribed = `responds with a status that is not described: ${status}`;
  switch (expects) {
    case 'refusal':
      if (status < 400) return wrong('status == 4xx', 'accepts a request that its description forbids');
      if (status < 500) return undefined;
      return wrong('status == 4xx', `fails for a request that its description forbids: status ${status}`);
    case 'absent':
      if (status === 404 || status === 410) return undefined;
      return wrong('status == 404', `still finds an item that was removed: status ${status}`);
    case 'success': {
      if (status < 300 && responseWith(operation, status) !== undefined) return undefined;
      const refused = `does not accept a request that its description allows: status ${status}`;
      return wrong(successAssert(operation, status), status < 300 ? undescribed : refused);
    }
    case 'answer':
      if (status < 500) return undefined;
      return wrong('status < 500', `fails for a value that few expect: status ${status}`);
    case 'described': {
      if (status >= 500) return wrong('status < 500', `fails: status ${status}`);
      const hasErrors = operation.responses.some((one) => (one.lastStatus ?? one.status) >= 400 || one.status === 0);
      if (responseWith(operation, status) !== undefined || (status >= 400 && !hasErrors)) return undefined;
      return wrong(successAssert(operation, status), undescribed);
    }
  }
}

/** Returns what the status of a request must be that succeeds; `status` is what it was. */
export function successAssert({ responses }: Operation, status: number): string {
  const successes = responses.filter((one) => one.status >= 200 && one.status < 300 && one.lastStatus === undefined);
  const [first] = successes;
  if (first !== undefined && (successes.length === 1 || status < 300)) return `status == ${first.status}`;
  return 'status == 2xx';
}

function judgeBody(step: Step, status: number, received: Received): Violation | undefined {
  const spec = responseWith(step.operation, status);
  const { shape } = spec ?? {};
  // HTTP forbids a body there, whatever is described.
  if ([204, 205, 304].includes(status)) return undefined;
  if (spec === undefined || shape === undefined || step.method === 'HEAD' || !isJson(spec)) return undefined;
  // An error may come from what is in front of the service.
  if (status >= 400 && !/json/i.test(received.contentType)) return undefined;
  const value = valueOf(received);
  if (value === undefined) {
    const kind = shape.type === 'array' ? 'isArray' : 'isObject';
    const assert = /json/i.test(received.contentType) ? `body ${kind}` : 'header content-type includes json';
    return { key: 'body', assert, message: `The body of the response of ${say(step)} is not JSON.` };
  }
  const misfit = misfitOf(value, shape);
  if (misfit === undefined) return undefined;
  const path = pathOf(misfit.place.map((part) => (typeof part === 'number' ? 0 : part)));
  return {
    key: `body ${path} ${misfit.reason}`,
    assert: misfit.assert,
    message: `${pathOf(misfit.place)} in the response of ${say(step)} (status ${status}) ${misfit.message}.`,
  };
}

function isJson({ mediaTypes }: ResponseSpec): boolean {
  return mediaTypes === undefined || mediaTypes.some((type) => /json/i.test(type));
}
