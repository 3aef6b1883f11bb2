import type { OperationRecord, OperationLog } from '../cluster/model';

/** A log without operations. */
export const noOperations: OperationLog = [];

const longestPiece = 256;

/** Makes a log of operations that are in order. */
export function operationLogOf(operations: readonly OperationRecord[]): OperationLog {
  return appendOperations([], operations);
}

/** Returns the oldest operation, or undefined when there is none. */
export function oldestOperation(log: OperationLog): OperationRecord | undefined {
  return log[0]?.[0];
}

/** Returns the log with some more operations. */
export function appendOperations(log: OperationLog, operations: readonly OperationRecord[]): OperationLog {
  if (operations.length === 0) return log;
  const last = log[log.length - 1];
  if (last && last.length + operations.length <= longestPiece) return [...log.slice(0, -1), [...last, ...operations]];
  const pieces: (readonly OperationRecord[])[] = [...log];
  for (let at = 0; at < operations.length; at += longestPiece) pieces.push(operations.slice(at, at + longestPiece));
  return pieces;
}

/** Returns the log from the first operation on that is kept; all later ones are kept, too. */
export function dropOperations(log: OperationLog, isKept: (operation: OperationRecord) => boolean): OperationLog {
  const oldest = oldestOperation(log);
  if (oldest === undefined || isKept(oldest)) return log;
  // Every piece has a last operation.
  const from = log.findIndex((piece) => piece.slice(-1).some(isKept));
  const piece = log[from];
  return piece ? [piece.slice(piece.findIndex(isKept)), ...log.slice(from + 1)] : [];
}

/** Returns all operations of a log. */
export function allOperations(log: OperationLog): readonly OperationRecord[] {
  return log.flat();
}
