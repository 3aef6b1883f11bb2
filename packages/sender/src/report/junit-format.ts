import { count } from '@rulebook/text/count';
import { findingLine } from './finding-line';
import type { ReportFormat } from './format';
import { isAtLeast, type ReportedFinding } from './model';
import { attribute, escapedXml } from './xml';

/** The name of the test of a file without findings. */
const passing = 'all rules';

/**
 * The report as JUnit XML: a suite for each file, a test for each rule with findings in it. So a test keeps its name when lines move,
 * and continuous integration can say which one is new. A test fails by findings for which the command fails; others are its output.
 */
export const junitFormat: ReportFormat = {
  name: 'junit',
  purpose: 'JUnit XML, for the test reports of GitLab, Jenkins and other tools',
  write: ({ failsAt }) => {
    let isStarted = false;
    const start = (): string => {
      if (isStarted) return '';
      isStarted = true;
      return '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="rulebook">\n';
    };
    return {
      *file({ path, findings }) {
        const byRule = new Map<string, { readonly failures: ReportedFinding[]; readonly others: ReportedFinding[] }>();
        for (const finding of findings) {
          const known = byRule.get(finding.rule) ?? { failures: [], others: [] };
          byRule.set(finding.rule, known);
          (isAtLeast(finding.severity, failsAt) ? known.failures : known.others).push(finding);
        }
        const failed = [...byRule.values()].filter(({ failures }) => failures.length > 0).length;
        const tests = Math.max(byRule.size, 1);
        const counts = `tests="${tests}" failures="${failed}" errors="0" skipped="0"`;
        yield `${start()}<testsuite name=${attribute(path)} ${counts}>\n`;
        if (byRule.size === 0) yield `${openTest(path, passing)}/>\n`;
        for (const [rule, { failures, others }] of byRule) {
          yield `${openTest(path, rule)}>\n`;
          const [first] = failures;
          if (first) {
            const message = failures.length === 1 ? first.message : count(failures.length, 'finding');
            const worst = failures.some(({ severity }) => severity === 'error') ? 'error' : first.severity;
            yield `<failure type="${worst}" message=${attribute(message)}>`;
            yield* linesOfFindings(path, failures);
            yield '</failure>\n';
          }
          if (others.length > 0) {
            yield '<system-out>';
            yield* linesOfFindings(path, others);
            yield '</system-out>\n';
          }
          yield '</testcase>\n';
        }
        yield '</testsuite>\n';
      },
      *end() {
        yield `${start()}</testsuites>\n`;
      },
    };
  },
};

/** GitLab links `file`; Jenkins groups by the parts of `classname` between its dots. */
function openTest(path: string, name: string): string {
  const group = `rulebook.${path.replaceAll('.', '_')}`;
  return `<testcase name=${attribute(name)} classname=${attribute(group)} file=${attribute(path)}`;
}

function* linesOfFindings(path: string, findings: readonly ReportedFinding[]): Generator<string, void> {
  for (const [index, finding] of findings.entries()) {
    yield `${index === 0 ? '' : '\n'}${escapedXml(findingLine(path, finding))}`;
  }
}
