export type { RunScript, ScriptInput, ScriptOutput, ScriptPlace } from './model';
export type { LogLine } from './run-scripts';
