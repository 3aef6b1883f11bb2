import { createSecretSplitter, type Piece } from '../copy/pieces';
import {
  hasReference,
  reference,
  type ImportedBody,
  type ImportedFile,
  type ImportedRequest,
} from '@rulebook/request-file/syntax/curl/imported';

/** A file whose secrets became variables. */
export interface ExtractedFile extends ImportedFile {
  readonly secrets: readonly { readonly name: string; readonly value: string; readonly holds: string }[];
}

/** Puts variables in the places of literal secrets. */
export function extractSecrets(file: ImportedFile, taken: ReadonlySet<string>): ExtractedFile {
  const cutter = createSecretSplitter(file.secretValues ?? []);
  const used = new Set([...taken, ...file.variables.map(({ name }) => name)]);
  const names = new Map<string, string>();
  const nameOf = (variable: string): string => {
    const known = names.get(variable);
    if (known !== undefined) return known;
    const base = variable.toLowerCase();
    let name = base;
    for (let count = 2; used.has(name); count++) name = `${base}_${count}`;
    used.add(name);
    names.set(variable, name);
    return name;
  };
  const join = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        return piece instanceof Uint8Array ? '' : reference(nameOf(piece.variable));
      })
      .join('');
  const bodyOf = (body: ImportedBody): ImportedBody =>
    body.kind === 'text' ? { ...body, text: join(cutter.text(body.text)) } : body;
  const requests = file.requests.map((request): ImportedRequest => ({
    ...request,
    url: join(cutter.url(request.url, request.secretNames)),
    headers: request.headers.map(
      ([name, value]) =>
        [name, hasReference(value) ? value : join(cutter.header(name, value, request.secretNames))] as const,
    ),
    ...(request.body && { body: bodyOf(request.body) }),
  }));
  const values = cutter.values();
  return {
    ...file,
    requests,
    secrets: cutter
      .variables()
      .map(({ name, holds }) => ({ name: nameOf(name), value: values.get(name) ?? '', holds })),
  };
}
