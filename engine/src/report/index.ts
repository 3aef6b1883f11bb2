export { plainPaint, type Paint, type ReportContext, type ReportFormat, type ReportWriter } from './format';
export { reportFormatOf, reportFormats } from './formats';
export {
  isAtLeast,
  reportConfiguration,
  reportEntries,
  reportFile,
  severities,
  SummaryCounter,
  type EntryFinding,
  type ReportedFile,
  type ReportedFinding,
} from './model';
