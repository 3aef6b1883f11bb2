export type {
  RunScript,
  ScriptChange,
  ScriptInput,
  ScriptLogLine,
  ScriptOutput,
  ScriptPlace,
  ScriptProblem,
  ScriptRequest,
  ScriptTest,
} from './model';
export type { LogLine } from './run-scripts';
