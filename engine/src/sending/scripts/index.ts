export type { RunScript, ScriptInput, ScriptOutput, ScriptPlace, ScriptRequest } from './model';
export type { LogLine } from './run-scripts';
