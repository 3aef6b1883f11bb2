import type { Severity } from '@rulebook/catalogue/facts';
import { visibleJson } from '@rulebook/text/visible';
import type { ReportContext, ReportFormat, ReportWriter } from './format';
import type { ReportedFinding } from './model';

const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/**
 * The report as SARIF 2.1.0. The rules come behind the results, for only those that found something are described; a result names its
 * rule by the index there.
 */
export const sarifFormat: ReportFormat = {
  name: 'sarif',
  describesRules: true,
  purpose: 'SARIF 2.1.0, for GitHub code scanning and other tools',
  write: sarifWriter,
};

function sarifWriter({ rules, version }: ReportContext): ReportWriter {
  const used = new Map<string, number>();
  let isStarted = false;
  const start = (): string => {
    if (isStarted) return ',\n';
    isStarted = true;
    return '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[\n';
  };
  return {
    *file({ path, findings }) {
      const uri = encodeURI(path.replaceAll('\\', '/'));
      for (const finding of findings) {
        const ruleIndex = used.get(finding.rule) ?? used.size;
        used.set(finding.rule, ruleIndex);
        yield start() + visibleJson(JSON.stringify(resultOf(finding, ruleIndex, uri)));
      }
    },
    *end() {
      if (!isStarted) yield start();
      const described = [...used.keys()].map((id) => {
        const rule = rules.find((candidate) => candidate.id === id);
        return {
          id,
          ...(rule && {
            shortDescription: { text: rule.docs.what },
            help: { text: rule.docs.remedy },
            properties: { tags: [rule.category] },
          }),
        };
      });
      const tool = { driver: { name: 'rulebook', version, rules: described } };
      yield `\n],"columnKind":"utf16CodeUnits","tool":${JSON.stringify(tool)}}]}\n`;
    },
  };
}

function resultOf(
  { rule, severity, message, entry, occurrences, range, provenance }: ReportedFinding,
  ruleIndex: number,
  uri: string,
) {
  const region = {
    startLine: range.start.line + 1,
    startColumn: range.start.character + 1,
    endLine: range.end.line + 1,
    endColumn: range.end.character + 1,
  };
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    ...(occurrences !== undefined && { occurrenceCount: occurrences }),
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
    properties: entry === undefined ? provenance : { ...provenance, entry },
  };
}
