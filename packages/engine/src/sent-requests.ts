import type { CheckContext, Endpoint } from '@rulebook/checker/binding/model';
import { responseFor } from '@rulebook/checker/binding/response-for';
import { isServiceNamed } from '@rulebook/checker/binding/named-service';
import { needsOfRequest } from '@rulebook/checker/privileges/request-needs';
import type { Finding, Rule } from '@rulebook/checker/rules/rule';
import { withSeverities } from '@rulebook/checker/rules/runner/joined-findings';
import { checkBlock } from '@rulebook/checker/rules/runner/run-rules';
import { parseTarget } from '@rulebook/request-file/syntax/parse-target';
import { blockOfRecorded, blockOfWire } from '@rulebook/request-file/syntax/wire-block';
import { perObject } from '@rulebook/text/structures/memo';
import type { Engine, EngineParts } from './model';
import type { Reader } from './reader';

/** What the checks of sent requests need of the engine. */
interface SentRequestParts extends Pick<EngineParts, 'onRuleFailure'>, Pick<Reader, 'parserIn' | 'bind'> {
  readonly rules: readonly Rule[];
  readonly findingsOfResponse: (...parts: Parameters<Engine['checkAnswer']>) => readonly Finding[];
}

/** Creates the checks of requests that are in no file: those that the sandbox received, and recorded ones. */
export function createSentRequestChecks({
  rules,
  parserIn,
  bind,
  findingsOfResponse,
  onRuleFailure,
}: SentRequestParts): Pick<Engine, 'checkWire' | 'describedWire' | 'checkRecorded' | 'bindRecorded'> {
  const bindWire = (...[request, endpoint, services = noServices]: Parameters<Engine['describedWire']>) => {
    const context = contextOf(endpoint)(services);
    const block = blockOfWire(request, endpoint.name, parserIn(context).takesLines);
    const binding = bind(block, context);
    const find = (asked: readonly Rule[]) => checkBlock({ block, binding, context, rules: asked, onRuleFailure });
    return { binding, find };
  };
  const refusingRules = rules.filter(({ isAdvice }) => isAdvice !== true);
  const sentRules = rules.filter(isAboutSending);
  const sentRulesAndMethod = rules.filter((rule) => isAboutSending(rule) || rule.id === 'undocumented-method');
  return {
    checkWire(request, endpoint) {
      const findings = bindWire(request, endpoint).find(refusingRules);
      return findings.filter(({ severity, isRefused }) => severity === 'error' || isRefused === true);
    },
    describedWire(request, endpoint, services) {
      const { binding, find } = bindWire(request, endpoint, services);
      if (binding?.match.kind !== 'operation') return undefined;
      const { operation } = binding.match;
      if (operation.provenance.kind !== 'described') return undefined;
      return { operation, findings: find(refusingRules).filter(isContradiction), needs: needsOfRequest(binding) };
    },
    bindRecorded(recorded, context) {
      const { origin } = parseTarget(recorded.url, [{ start: 0, end: recorded.url.length }]);
      return origin && bind(blockOfRecorded(recorded, parserIn(context).takesLines), context);
    },
    checkRecorded(recorded, answer, { context, severities }) {
      const { origin } = parseTarget(recorded.url, [{ start: 0, end: recorded.url.length }]);
      if (origin === undefined) return undefined;
      const block = blockOfRecorded(recorded, parserIn(context).takesLines);
      const binding = bind(block, context);
      if (binding?.service === undefined || !isServiceNamed(binding)) return undefined;
      const { operation } = binding;
      const applied = impliedMethods.has(binding.method) ? sentRules : sentRulesAndMethod;
      const found = checkBlock({ block, binding, context, rules: applied, onRuleFailure });
      const text = answer && `HTTP/1.1 ${answer.status}\n\n${/^\s*[[{]/.test(answer.body ?? '') ? answer.body : ''}\n`;
      const isKnown = operation !== undefined && text !== undefined;
      return {
        findings: withSeverities(found, { severities }),
        isAnswerDescribed:
          isKnown && /[[{]/.test(text) && responseFor(operation, answer?.status ?? 0)?.shape !== undefined,
        ofAnswer: isKnown ? findingsOfResponse(text, operation.id, { context, severities }) : [],
      };
    },
  };
}

const noServices: NonNullable<CheckContext['services']> = [];

/** A sandbox gets many requests for one endpoint, and what is derived from a context is kept by it. */
const contextOf = perObject((endpoint: Endpoint) =>
  perObject((services: typeof noServices): CheckContext => ({
    endpoints: [endpoint],
    defaults: { [endpoint.service]: endpoint.name },
    ...(services !== noServices && { services }),
  })),
);

/** Rules that are about what is sent, though their category is not correctness. */
const aboutSending: ReadonlySet<string> = new Set(['malformed-json', 'house-rule']);

/** Servers and browsers use these of their own accord, also where a description has none. */
const impliedMethods: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

/** Returns whether a rule is about what is sent, not about how a file is written. */
function isAboutSending({ id, category, scope, isRemark }: Rule): boolean {
  const isOfFile = scope === 'file' || scope === 'names' || isRemark === true;
  return !isOfFile && (category === 'correctness' || aboutSending.has(id));
}

/**
 * A description is not a document, so its findings are warnings at most. A member or parameter that the description of a user's own service
 * does not have is not forbidden by that; the published ones are of services that refuse such.
 */
function isContradiction({ rule, severity, provenance, tag, isRefused }: Finding): boolean {
  const isOwn = provenance.kind === 'described' && provenance.file !== undefined;
  if (isOwn && (rule === 'unknown-query-parameter' || (rule === 'unknown-field' && isRefused !== true))) return false;
  return severity === 'error' || (severity === 'warning' && provenance.kind === 'described' && tag !== 'deprecated');
}
