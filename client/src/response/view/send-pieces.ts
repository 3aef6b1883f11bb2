import * as vscode from 'vscode';
import { describeSize } from '@rulebook/sender/response';
import type { BodyFiles } from '../../ports/ports';
import type { KeptResponses } from '../kept-responses';
import type { ResponsePanel } from './response-panel';
import type { FromView } from './view-model';
import { piecesOfBody, type BodyPiece } from './whole-body';

/** Gives whole bodies to the views, piece by piece, as they ask for them. */
export interface WholeBodies {
  readonly send: (asked: Extract<FromView, { readonly kind: 'piece' }>, panel: ResponsePanel) => Promise<void>;
  /** The view has closed. */
  readonly end: (panel: ResponsePanel) => void;
}

/** Returns what gives them. */
export function createWholeBodies({
  answers,
  isRevealed,
  read,
}: {
  readonly answers: Pick<KeptResponses, 'get'>;
  readonly isRevealed: (uri: string) => boolean;
  readonly read: BodyFiles['read'] | undefined;
}): WholeBodies {
  /** The bodies that are being read. */
  const running = new Map<ResponsePanel, AsyncGenerator<BodyPiece, void>>();
  const end = (panel: ResponsePanel) => {
    void running.get(panel)?.return();
    running.delete(panel);
  };
  return {
    send: async ({ uri, isFirst }, panel) => {
      const answer = answers.get(uri);
      const { exchange, body } = answer ?? {};
      if (answer === undefined || exchange === undefined || body === undefined) return;
      if (isFirst) {
        end(panel);
        running.set(panel, piecesOfBody({ ...answer, exchange, body }, { isRevealed: isRevealed(uri), read }));
      }
      const pieces = running.get(panel);
      try {
        const piece = (await pieces?.next())?.value;
        if (piece === undefined) return;
        const { text, isLast } = piece;
        panel.post({ kind: 'piece', uri, isFirst, text, isLast, said: saidOf(piece, body.size) });
        if (isLast) end(panel);
      } catch {
        const said = vscode.l10n.t('The rest of the body could not be read. Send the request again.');
        panel.post({ kind: 'piece', uri, isFirst, text: '', isLast: true, said });
        end(panel);
      }
    },
    end,
  };
}

function saidOf({ shown, isFormatted, isLast }: BodyPiece, size: number): string {
  if (!isLast) return vscode.l10n.t('{0} of {1} are shown…', describeSize(shown), describeSize(size));
  return isFormatted
    ? vscode.l10n.t('All of it is shown, formatted.')
    : vscode.l10n.t('All of it is shown, as received.');
}
