import type { Refusal } from './wire';

/** A finding of the checker for which a request may be refused. */
interface FoundRefusal extends Refusal {
  readonly severity: string;
  readonly isRefused?: true;
}

/** Rules of the real service that the sandbox does not apply, with the reason. */
const setAside: Readonly<Record<string, string>> = {
  'unreachable-url': 'the sandbox delivers to addresses of this machine, which the public service cannot reach',
};

/**
 * Returns the findings for which the sandbox refuses a request: errors, and findings that the real service is known to refuse. A lenient
 * sandbox applies the documents alone.
 */
export function refusalsIn(findings: readonly FoundRefusal[], isLenient: boolean): readonly Refusal[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (isLenient) return errors;
  const others = findings.filter(
    ({ rule, severity, isRefused }) => severity !== 'error' && isRefused === true && !Object.hasOwn(setAside, rule),
  );
  // Findings of the documents come first.
  return [...errors, ...others];
}
