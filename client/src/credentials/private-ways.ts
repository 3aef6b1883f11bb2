import { cancelled } from '@rulebook/sender/plan';
import type { WayPorts } from '@rulebook/sender/ports';
import * as vscode from 'vscode';
import { keyOfSource, type PrivateSource, type Way } from '@rulebook/sender/private';
import type { KeptSecrets } from './kept-secrets';

const allowedKey = 'rulebook.privateWays';

/** Where private values may go; the user's answers are kept in the global state of the extension, by names and without values. */
export interface PrivateWays extends WayPorts {
  /** Returns what the user allowed, a source and a way with a line break between them. */
  readonly list: () => readonly string[];
  readonly forget: (entry: string) => Promise<void>;
}

/** Returns what decides in the editor where private values go. */
export function createPrivateWays(
  kept: KeptSecrets,
  state: vscode.Memento,
  realFolder?: WayPorts['realFolder'],
): PrivateWays {
  const list = () => state.get<readonly string[]>(allowedKey) ?? [];
  const entryOf = (source: PrivateSource, way: Way) => `${keyOfSource(source).replaceAll('\n', ' ')}\n${way}`;
  return {
    realFolder,
    list,
    forget: async (entry) => {
      await state.update(
        allowedKey,
        list().filter((other) => other !== entry),
      );
    },
    isAllowed: (source, way) =>
      source.kind === 'secret' ? kept.isConfirmed(source.name, way) : list().includes(entryOf(source, way)),
    ask: async ({ sources, what, way }) => {
      const send = vscode.l10n.t('Send');
      const answer = await vscode.window.showWarningMessage(
        vscode.l10n.t('Send {0} to {1}?', what, way),
        {
          modal: true,
          detail: vscode.l10n.t(
            'It has not been sent there before. Your choice is remembered for this source and this address.',
          ),
        },
        send,
      );
      if (answer !== send) return cancelled;
      for (const source of sources) {
        if (source.kind === 'secret') await kept.confirm(source.name, way);
        else await state.update(allowedKey, [...new Set([...list(), entryOf(source, way)])]);
      }
      return undefined;
    },
  };
}
