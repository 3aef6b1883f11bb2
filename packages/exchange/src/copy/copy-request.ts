import { writeClientCode } from './client-code';
import { connectionNotes } from './copied-connection';
import { copySourceOf, type CopyInput, type CopySource } from './copy-source';
import type { CopyTarget } from './copy-targets';
import { writeCurlForBash } from './curl-bash';
import { writeCurlForPowerShell } from './curl-powershell';
import { writeFetch } from './fetch-code';
import type { CopiedVariable } from './pieces';
import { writePython } from './python-code';

/** The text, and the environment variables that have to hold its secrets; or why there is none. */
type CopiedRequest =
  | {
      readonly text: string;
      readonly variables: readonly CopiedVariable[];
      /** What the text does not say of the connection, or says in another way, without a full stop. */
      readonly notes: readonly string[];
    }
  | { readonly problem: string };

/** Writes a request in another form, such as a curl command. */
export function copyRequest(target: CopyTarget, input: CopyInput): CopiedRequest {
  if (input.request.channel !== undefined)
    return { problem: 'it opens a WebSocket connection, which a single request in this form cannot do' };
  const found = copySourceOf({ ...input, ...codingsOf(target, input) });
  if ('problem' in found) return found;
  const { source, variables } = found;
  const text = write(target, source, variables);
  return text === undefined
    ? { problem: 'the official client of the service cannot send this request; copy it as fetch' }
    : { text: `${text}\n`, variables, notes: connectionNotes(target, input.connection) };
}

/** Asks only for compression that the receiver of the text can undo. */
function codingsOf(target: CopyTarget, { codings }: CopyInput): Pick<CopyInput, 'codings'> {
  if (target === 'bash' || codings === undefined) return {};
  // `fetch` and the clients add the field themselves; the curl of Windows and requests know no others.
  return { codings: target === 'powershell' || target === 'python' ? 'gzip, deflate' : undefined };
}

function write(target: CopyTarget, source: CopySource, variables: readonly CopiedVariable[]): string | undefined {
  switch (target) {
    case 'bash':
      return writeCurlForBash(source);
    case 'powershell':
      return writeCurlForPowerShell(source, variables);
    case 'fetch':
      return writeFetch(source);
    case 'python':
      return writePython(source);
    case 'client':
      return writeClientCode(source);
  }
}
