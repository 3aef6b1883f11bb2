export { jsonReport } from './json-report';
export {
  isAtLeast,
  reportConfiguration,
  reportFile,
  severities,
  SummaryCounter,
  type ReportedFile,
  type ReportWriter,
  type ReportedFinding,
} from './model';
export { sarifReport } from './sarif-report';
export { textReport, type Paint } from './text-report';
