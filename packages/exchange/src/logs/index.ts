export { beginsLog, readLogLine } from './read-line';
export type { LoggedRequest, LogLine, UnreadReason } from './model';
export { createRequestShapes, type RequestShapes } from './request-shapes';
