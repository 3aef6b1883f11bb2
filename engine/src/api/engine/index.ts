export { createEngine } from './create-engine';
export type {
  Completion,
  Engine,
  EngineOptions,
  FileOptions,
  Finding,
  Fixed,
  FixOptions,
  Hover,
  LayoutOptions,
  Operation,
  Plan,
  Position,
  Range,
  RuleInfo,
  Severity,
  TextChange,
} from './model';
