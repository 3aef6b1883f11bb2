import { createSnapshots, hasSnapshot, snapshotNameOf, type SnapshotStore } from '@rulebook/sender/asserts';
import type { RequestPlan } from '@rulebook/sender/plan';
import { createSnapshotFiles } from '@rulebook/node/files/snapshot-files';
import { count, visibleLine } from '@rulebook/text';
import { environment } from '../configuration/configuration-file';
import type { RunOptions } from './run-options';

/** The snapshots of a run. */
interface RunSnapshots {
  readonly store: SnapshotStore;
  /** Hands the plans of the run on, and notes which of them have a snapshot. */
  readonly noting: (plans: Iterable<RequestPlan>) => Iterable<RequestPlan>;
  /** Returns what became of the snapshots, a sentence each. */
  readonly report: () => Promise<readonly string[]>;
}

/** Returns the snapshots of a run of a file. As other runners do, it writes a missing one, but not in a pipeline, where no one would look at it. */
export function snapshotsOfRun(path: string, { updateSnapshots = false, all = false }: RunOptions): RunSnapshots {
  const isPipeline = !['', '0', 'false'].includes((environment('CI') ?? '').toLowerCase());
  const files = createSnapshotFiles(path);
  const store = createSnapshots(files, updateSnapshots ? 'all' : isPipeline ? 'none' : 'new', true);
  const names = new Map<string | undefined, Set<string>>([[undefined, new Set()]]);
  return {
    store,
    *noting(plans) {
      for (const plan of plans) {
        if (hasSnapshot(plan)) {
          const known = names.get(plan.file) ?? new Set<string>();
          names.set(plan.file, known.add(snapshotNameOf(plan)));
        }
        yield plan;
      }
    },
    report: async () => {
      const lines: string[] = [];
      // Of some requests alone, it is not known which snapshots the others have.
      for (const [file, known] of all ? names : []) {
        const rest = await store.obsolete(file, known, updateSnapshots);
        if (rest.length === 0) continue;
        const shown = rest.slice(0, 10).map(visibleLine).join(', ') + (rest.length > 10 ? ', …' : '');
        const what = `${count(rest.length, 'snapshot')} of requests that are not there any more: ${shown}`;
        lines.push(
          updateSnapshots
            ? `removed from ${files.nameOf(file)}: ${what}`
            : `${files.nameOf(file)} keeps ${what}; --update-snapshots removes what is not used`,
        );
      }
      const { written, updated } = store.counts();
      if (written > 0) lines.push(`${count(written, 'snapshot')} written; look at what it says, and commit it`);
      if (updated > 0) lines.push(`${count(updated, 'snapshot')} changed`);
      return lines;
    },
  };
}
