import * as vscode from 'vscode';
import type { NamedResponses } from '@rulebook/sender/variables';
import { sendNeededCommand, type NeededArguments } from '../../../server/src/protocol';

/** Shows at a request which others must be sent first, as long as one of them was not sent. */
export interface NeededLenses {
  /** Returns lenses without those that are not needed; the others name the request that was not sent. */
  readonly shownOf: (document: string, lenses: readonly vscode.CodeLens[]) => vscode.CodeLens[];
  /** Returns whether some are shown, which a response may make needless. */
  readonly areShown: () => boolean;
}

/** Returns what decides that by the responses of named requests. */
export function createNeededLenses(answersOf: (document: string) => Pick<NamedResponses, 'sourceOf'>): NeededLenses {
  const documents = new Set<string>();
  return {
    shownOf: (document, lenses) => {
      documents.delete(document);
      return lenses.flatMap((lens) => {
        if (lens.command?.command !== sendNeededCommand) return [lens];
        const [uri, line, ...names] = (lens.command.arguments ?? []) as unknown as NeededArguments;
        const unsent = names.find((name) => answersOf(document).sourceOf(`${name}.response.status`) === undefined);
        if (unsent === undefined) return [];
        documents.add(document);
        const title = vscode.l10n.t('Send {0}, Then This', unsent);
        lens.command = { title, command: sendNeededCommand, arguments: [uri, line] };
        return [lens];
      });
    },
    areShown: () => documents.size > 0,
  };
}
