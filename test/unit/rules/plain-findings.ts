import { indexOfBlock, type FileReport } from '../../../packages/checker/src/rules/runner/check-file';

/** Returns the findings of a report with the index of the block of each related position, so that two reports can be compared. */
export function plainFindings(report: FileReport) {
  return report.findings.map((list) =>
    list.map(({ related, ...finding }) => ({
      ...finding,
      ...(related && {
        related: related.map(({ block, ...position }) => ({
          ...position,
          ...(block && { block: indexOfBlock(report, block) }),
        })),
      }),
    })),
  );
}
