import type { CheckOptions } from '@rulebook/engine';
import type { Checker } from '@rulebook/engine/checking';
import { compareFindings, type ComparedReleases, type RehearsedKind } from '@rulebook/engine/rehearsal';
import type { RequestFile } from '@rulebook/request-file/syntax';
import { reportFile } from '@rulebook/sender/report';
import type { RehearsedLine } from './model';

/** Checks the blocks of a file for both releases, and offers the fixes of the one that is rehearsed. */
export function rehearseText(
  engine: Checker,
  { path, text, file }: { readonly path: string; readonly text: string; readonly file: RequestFile },
  { now, then }: { readonly now: CheckOptions; readonly then: CheckOptions },
  releases: ComparedReleases,
): { readonly lines: readonly RehearsedLine[]; readonly requests: number } {
  const kinds: RehearsedKind[] = [];
  const atPresent = [...engine.check(file, now).blocks].map(({ findings }) => findings);
  const report = engine.check(file, then);
  const blocks = [...report.blocks].map((block, index) => {
    const compared = compareFindings(atPresent[index] ?? [], block.findings, releases);
    kinds.push(...compared.map(({ kind }) => kind));
    return { source: block.source, lineEnds: block.lineEnds, findings: compared.map(({ finding }) => finding) };
  });
  const reported = reportFile(
    path,
    { blocks, requests: report.requests },
    {
      text,
      fixesOf: (block, findings) => engine.withFixes(file, block, findings, then).map(({ fixes }) => fixes?.()[0]),
    },
  );
  const lines = Array.from(reported.findings, (finding, at) => ({ kind: kinds[at] ?? 'changed', path, finding }));
  return { lines, requests: report.requests };
}
