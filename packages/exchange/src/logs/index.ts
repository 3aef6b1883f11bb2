export { beginsLog, readLogLine } from './read-line';
export type { LoggedRequest, LogLine } from './model';
