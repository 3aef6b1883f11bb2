import { count } from '../text/count';
import { visible, visibleLine } from '../text/visible';
import { findingLine } from './finding-line';
import type { ReportFormat } from './format';
import { isAtLeast, type ReportedFinding } from './model';

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
            yield* linesOf(path, failures);
            yield '</failure>\n';
          }
          if (others.length > 0) {
            yield '<system-out>';
            yield* linesOf(path, others);
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

function* linesOf(path: string, findings: readonly ReportedFinding[]): Generator<string, void> {
  for (const [index, finding] of findings.entries()) {
    yield `${index === 0 ? '' : '\n'}${escapedXml(findingLine(path, finding))}`;
  }
}

function attribute(text: string): string {
  return `"${escapedXml(visibleLine(text))}"`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // What XML cannot hold.
  '\ufffe': '\\ufffe',
  '\uffff': '\\uffff',
};

/** What steers a terminal is made visible, which is also what XML cannot hold; lone surrogates become the replacement character. */
function escapedXml(text: string): string {
  return visible(text)
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[&<>"\ufffe\uffff]/g, (sign) => entities[sign] ?? sign);
}
