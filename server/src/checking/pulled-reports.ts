import type { Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver';
import { DocumentDiagnosticReportKind } from 'vscode-languageserver';

/** How many reports of a document are compared with new diagnostics: the client may not have taken the last one. */
const kept = 3;

interface SentReport {
  readonly resultId: string;
  readonly items: readonly Diagnostic[];
}

/** The reports that clients have pulled, so that one is not sent again that the client has. */
interface PulledReports {
  /** Returns the report on the diagnostics, for a client that has the report named by `previous`. */
  reportOf(uri: string, items: Diagnostic[], previous: string | undefined): DocumentDiagnosticReport;
  forget(uri: string): void;
}

/** Creates the memory of one session. */
export function createPulledReports(): PulledReports {
  const sent = new Map<string, readonly SentReport[]>();
  // A client may still have a report of a server that ran before. It need not be secret, and each start would load `crypto` for it.
  const session = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
  let last = 0;
  return {
    reportOf(uri, items, previous) {
      const reports = sent.get(uri) ?? [];
      const known = previous === undefined ? undefined : reports.find(({ resultId }) => resultId === previous);
      if (known && isSame(known.items, items))
        return { kind: DocumentDiagnosticReportKind.Unchanged, resultId: known.resultId };
      const resultId = `${session}-${String(++last)}`;
      sent.set(uri, [...reports.slice(1 - kept), { resultId, items }]);
      return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
    },
    forget: (uri) => void sent.delete(uri),
  };
}

/** Returns whether two values of the protocol are the same. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  return one.length === Object.keys(b).length && one.every(([name, value]) => isSame(value, other[name]));
}
