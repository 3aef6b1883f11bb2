export { plainPaint, type Paint, type ReportContext, type ReportFormat, type ReportWriter } from './format';
export { reportFormatOf, reportFormats } from './formats';
export { pathText } from './log-text';
export {
  isAtLeast,
  linesOfText,
  reportConfiguration,
  reportEntries,
  reportFile,
  severities,
  SummaryCounter,
  type EntryFinding,
  type ReportedFile,
  type ReportedFinding,
  type ReportedFix,
  type ReportedSource,
} from './model';
export { reportedRequest } from './reported-request';
export { runAnnotations, runAsJson, runAsJunit } from './run-formats';
export {
  failuresOf,
  nameOfReported,
  runTable,
  summariseRun,
  type ReportedAssert,
  type ReportedRequest,
  type RequestOutcome,
  type RunReport,
  type RunSummary,
} from './run-report';
export { unifiedDiff } from './unified-diff';
