import type { Severity } from '../catalogue/model';
import type { Rule } from '../rules/rule';
import type { ReportedFile } from './model';

const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** Returns the report as SARIF 2.1.0; only the rules that found something are described. */
export function sarifReport(files: readonly ReportedFile[], rules: readonly Rule[], version: string): string {
  const used = [...new Set(files.flatMap(({ findings }) => findings.map(({ rule }) => rule)))].sort();
  const described = used.map((id) => {
    const rule = rules.find((candidate) => candidate.id === id);
    return { id, ...(rule ? { shortDescription: { text: rule.docs.what }, help: { text: rule.docs.remedy } } : {}) };
  });
  const results = files.flatMap(({ path, findings }) =>
    findings.map((finding) => ({
      ruleId: finding.rule,
      ruleIndex: used.indexOf(finding.rule),
      level: levels[finding.severity],
      message: { text: finding.message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: encodeURI(path.replaceAll('\\', '/')) },
            region: {
              startLine: finding.range.start.line + 1,
              startColumn: finding.range.start.character + 1,
              endLine: finding.range.end.line + 1,
              endColumn: finding.range.end.character + 1,
            },
          },
        },
      ],
      properties: finding.provenance,
    })),
  );
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      { tool: { driver: { name: 'rulebook', version, rules: described } }, columnKind: 'utf16CodeUnits', results },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
