export { plainPaint, type Paint, type ReportFormat } from './format';
export { reportFormatOf, reportFormats } from './formats';
export { annotationLine } from './annotation';
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
  type ReportedSource,
} from './model';
export { reportedRequest } from './reported-request';
export { runAnnotations, runAsJson, runAsJunit } from './run-formats';
export { summaryTable, summariseRun, type ReportedRequest, type RunFile, type RunReport } from './run-report';
export { timesOfRun, timesText } from './run-times';
export { runAsHtml } from './html-format';
export { reportedAssert } from './reported-assert';
