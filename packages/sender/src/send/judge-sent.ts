import type { Endpoint } from '@rulebook/checker/binding/model';
import { redact } from '@rulebook/catalogue/masking/masker';
import { originOf } from '../private/ways';
import type { Effect, RequestPlan } from '../plan/plan';
import { isOpenBody, lossesOfLines } from '../plan/losing-actions';
import type { Judge, Judgement } from '../ports/ways';
import type { Filled } from './prepare-request';

/** Where a request that is sent differs from the one that is written. */
export interface SentDifference {
  /** Why, as the end of a sentence without any value. */
  readonly changes: readonly string[];
  /** What is destroyed and was not said before. */
  readonly losses: readonly Effect[];
  /** It could not be judged by the services. */
  readonly isUnjudged?: true;
}

/**
 * Compares a filled request with what is written. A request without variables and files is what was judged; and of one that only reads, nothing
 * is lost, whatever its operation is.
 */
export function differenceOfSent(
  plan: RequestPlan,
  filled: Filled,
  judge: Judge | undefined,
): SentDifference | Promise<SentDifference> {
  // Most requests wait for no judge.
  if (!plan.isUnsafe || plan.opensChannel || !isOpen(plan)) return { changes: filled.changes, losses: [] };
  return judgedDifference(plan, filled, judge);
}

async function judgedDifference(plan: RequestPlan, filled: Filled, judge: Judge | undefined): Promise<SentDifference> {
  const { changes } = filled;
  // Of a path that no one knows, a value may be any part.
  const segmentsAdded = plan.operation === undefined ? [] : filled.segmentsAdded;
  const byStructure = (): SentDifference => {
    const losses = plan.losingActions === undefined ? [] : lossesOfLines(filled.textOfBody(), plan.losingActions);
    return { changes: [...changes, ...segmentsAdded], losses: unsaid(losses, plan, filled.secrets) };
  };
  if (judge === undefined) return byStructure();
  const { method, url, headers } = filled.request;
  const body = filled.textOfBody();
  const judged = (place: Endpoint | undefined, at: string, text: string) =>
    judge({ method, url: at, place, headers, body: text });
  const place = filled.endpoint;
  let sent = await judged(place, url, body);
  // The host says nothing, and neither does the path that came of it: it is of the service that is written.
  const like = place ?? placeOfUrl(plan, url);
  if (sent !== undefined && sent.operation === undefined && plan.operation !== undefined)
    sent = (await judged(like, url, body)) ?? sent;
  const written = filled.writtenUrl === url ? sent : await judged(place, filled.writtenUrl, '');
  if (sent === undefined || written === undefined) return { ...byStructure(), isUnjudged: true };
  const said = changesOf({ method, written, sent, segmentsAdded });
  // What the written operation destroys has been said, with the names that are filled in.
  const isOther = sent.operation !== undefined && sent.operation !== plan.operation;
  const losses = isOther ? sent.losses : sent.lossesOfBody;
  return { changes: [...changes, ...said], losses: unsaid(losses, plan, filled.secrets) };
}

/** Returns the origin of a URL as an endpoint of the service whose request is written. */
function placeOfUrl({ service }: RequestPlan, url: string): Endpoint | undefined {
  return service === undefined ? undefined : { name: 'the same service', service, baseUrl: originOf(url) };
}

/** Returns whether something of the request is known only when it is sent. */
function isOpen({ target, body }: RequestPlan): boolean {
  return target.some((segment) => typeof segment !== 'string') || isOpenBody(body);
}

function changesOf({
  method,
  written,
  sent,
  segmentsAdded,
}: {
  readonly method: string;
  readonly written: Judgement;
  readonly sent: Judgement;
  readonly segmentsAdded: readonly string[];
}): readonly string[] {
  if (sent.operation === undefined) return segmentsAdded;
  if (written.operation === undefined || written.operation === sent.operation) return [];
  const [before, after] = [written, sent].map(({ template = '' }) => `\`${method} ${template}\``);
  return [`a value changes the request: written is ${before}, sent would be ${after}`];
}

function unsaid(losses: readonly Effect[], { effects = [] }: RequestPlan, secrets: readonly string[]) {
  const said = new Set(effects.map(({ message }) => message));
  return losses
    .filter(({ message }) => !said.has(message))
    .map((loss) => ({ ...loss, message: redact(loss.message, secrets) }));
}
