import { writeAxios } from './axios-code';
import { writeClientCode } from './client-code';
import { connectionNotes } from './copied-connection';
import { copySourceOf, type CopyInput, type CopySource } from './copy-source';
import type { CopyTarget } from './copy-targets';
import { writeCsharp } from './csharp-code';
import { writeCurlForBash } from './curl-bash';
import { writeCurlForPowerShell } from './curl-powershell';
import { writeFetch } from './fetch-code';
import { writeGo } from './go-code';
import { writeHttpie } from './httpie-command';
import { writeJava } from './java-code';
import { hasBytes } from './literals';
import { writePhp } from './php-code';
import type { CopiedVariable } from './pieces';
import { isKeptByPython, writePython } from './python-code';

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
  const found = copySourceOf(input);
  if ('problem' in found) return found;
  const { source, variables } = found;
  const isText = !/^(?:bash|powershell|fetch|python|client)$/.test(target);
  if (isText && hasBytes(source)) return { problem: 'its body has bytes that are no text; copy it as curl' };
  const foreign = asciiFields.has(target) ? fieldBeyondAscii(source) : undefined;
  if (foreign !== undefined)
    return {
      problem: `the header field ${foreign} has a sign that this client does not send as it is; copy it as curl`,
    };
  const text = write(target, source, variables);
  return text === undefined
    ? { problem: 'the official client of the service cannot send this request; copy it as fetch' }
    : {
        text: `${text}\n`,
        variables,
        notes: [
          ...notesOf(target, source),
          ...connectionNotes(target, input.connection),
          ...credentialNotes(target, input.request),
        ],
      };
}

/** Clients that change a sign of a header field beyond ASCII, or refuse it. */
const asciiFields: ReadonlySet<CopyTarget> = new Set(['httpie', 'java', 'csharp']);

function fieldBeyondAscii({ headers }: CopySource): string | undefined {
  return headers.find(({ value }) => value.some((piece) => typeof piece === 'string' && /[\x80-\xff]/.test(piece)))
    ?.name;
}

/** Returns what the text does in another way, and cannot say in a comment, as sentences without a full stop. */
function notesOf(target: CopyTarget, { url }: CopySource): readonly string[] {
  return target !== 'httpie' || isKeptByPython(url)
    ? []
    : ['HTTPie percent-encodes some signs of the URL in another way'];
}

/** Says which credential of a request has no form in the text. */
function credentialNotes(target: CopyTarget, { aws, digest }: CopyInput['request']): readonly string[] {
  const isCurl = target === 'bash' || target === 'powershell';
  return [
    ...(digest !== undefined && !isCurl ? ['it does not answer the digest challenge of the service'] : []),
    ...(aws !== undefined ? ['it is not signed for AWS'] : []),
  ];
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
    case 'httpie':
      return writeHttpie(source);
    case 'axios':
      return writeAxios(source);
    case 'go':
      return writeGo(source);
    case 'java':
      return writeJava(source);
    case 'csharp':
      return writeCsharp(source);
    case 'php':
      return writePhp(source);
    case 'client':
      return writeClientCode(source);
  }
}
