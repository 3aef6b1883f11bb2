import type { Refusal } from './wire';

/** What a finding of the checker says about refusing a request. */
export interface FoundRefusal extends Refusal {
  readonly severity: string;
  readonly isRefused?: true;
}

/** Rules by which the real service refuses what a sandbox is there for. */
const setAside: Readonly<Record<string, string>> = {
  'unreachable-url': 'the sandbox delivers to addresses of this machine, which the public service cannot reach',
};

/**
 * Returns the findings for which the sandbox refuses a request: errors, and what the reference says that the real service refuses;
 * a lenient sandbox plays the documents alone.
 */
export function refusalsIn(findings: readonly FoundRefusal[], isLenient: boolean): readonly Refusal[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (isLenient) return errors;
  const others = findings.filter(
    ({ rule, severity, isRefused }) => severity !== 'error' && isRefused === true && !Object.hasOwn(setAside, rule),
  );
  // What a document says is told first.
  return [...errors, ...others];
}
