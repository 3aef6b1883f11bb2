export { plainPaint, type Paint, type ReportContext, type ReportFormat, type ReportWriter } from './format';
export { reportFormatOf, reportFormats } from './formats';
export {
  isAtLeast,
  reportConfiguration,
  reportFile,
  severities,
  SummaryCounter,
  type ReportedFile,
  type ReportedFinding,
} from './model';
