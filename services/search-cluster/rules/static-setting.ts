import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';
import type { Span } from '@rulebook/text/span';
import { indexState } from './support/index-state';

/** Reports a setting that needs a closed index, where the requests above leave the index open. */
export const staticSetting: FileRule = {
  id: 'static-setting',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a change of a static setting of an index that is open. A request above creates or opens the index, and none closes it again.',
    why: 'Servers change static settings only while the index is closed, and refuse the request otherwise.',
    remedy: 'Close the index before the change and open it after it, or add `reopen=true`, which does both.',
  },
  summary: indexState,
  groupOf(summary) {
    const use = indexState.in(summary);
    return use === undefined ? undefined : `server ${use.server}`;
  },
  check({ summaries }, report) {
    const open = new Map<string, { readonly block: number; readonly span: Span }>();
    summaries.forEach((summary, block) => {
      const use = indexState.in(summary);
      if (use === undefined) return;
      const { state, index, span, settings = [] } = use;
      const opened = index === undefined ? undefined : open.get(index);
      if (state === 'configured') {
        if (opened === undefined) return;
        for (const setting of settings) {
          report(block, {
            message: `The setting ${code(setting.name)} is static, so servers refuse to change it while the index is open. Close the index first, or add ${code('reopen=true')}.`,
            span: setting.span,
            provenance: setting.provenance,
            related: [{ message: 'The index is opened here.', span: opened.span, block: opened.block - block }],
          });
        }
      } else if (state === 'opened') {
        if (index !== undefined && span !== undefined) open.set(index, { block, span });
      } else if (index !== undefined && opened !== undefined) open.delete(index);
      // A pattern or an alias may mean any of the indices.
      else open.clear();
    });
  },
};
