import type { InlayHint, Range } from 'vscode-languageserver';
import { isCheckable } from '../documents/documents';
import type { OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import type { Session } from '../session/session';
import { rangesOfBlock } from '../documents/to-lsp';

/** Shows the URL of a request with its variables filled in, and the values of environments, where the user wants them. */
export const inlayHints: ServerFeature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register: ({ connection, withDocument }) => {
    const hints = (uri: string, range: Range) =>
      withDocument<InlayHint[]>('inlayHint', uri, [], (document, session) => hintsIn(session, document, range));
    connection.languages.inlayHint.on(({ textDocument: { uri }, range }) =>
      withDocument<InlayHint[] | Promise<InlayHint[]>>('inlayHint', uri, [], (document, { environments }) => {
        const loading = environments.showsHints ? environments.load(document.uri) : undefined;
        return loading ? loading.then(() => hints(uri, range)) : hints(uri, range);
      }),
    );
  },
};

/** An editor asks for what is on the screen; of a longer range, the first blocks have hints. */
const maxBlocks = 2000;

function hintsIn(session: Session, document: OpenDocument, { start, end }: Range): InlayHint[] {
  const { engine, encoding, environments, optionsOf } = session;
  const values = environments.showsHints ? environments.shownValues(document.uri) : undefined;
  if (values === undefined || !isCheckable(document)) return [];
  const { file } = document;
  const options = optionsOf(document);
  const first = file.blocks.indexAtLine(start.line);
  const last = Math.min(file.blocks.indexAtLine(end.line), first + maxBlocks);
  const found: InlayHint[] = [];
  for (let index = first; index <= last; index++) {
    const rangeOf = rangesOfBlock(file, index, encoding);
    if (!rangeOf || file.blocks.at(index)?.text.includes('{{') !== true) continue;
    for (const { offset, label } of engine.inlayHints(file, index, options, values)) {
      const position = rangeOf({ start: offset, end: offset }).start;
      if (position.line < start.line || position.line > end.line) continue;
      found.push({ position, label, paddingLeft: true });
    }
  }
  return found;
}
