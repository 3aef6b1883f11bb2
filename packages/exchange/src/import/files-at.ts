import type { ImportedBody, ImportedFile } from '@rulebook/request-file/syntax/curl/imported';

/** Returns the requests with the paths of their files from where the request files go; `place` leads from there to the source. */
export function withFilesAt(file: ImportedFile, place: string | undefined): ImportedFile {
  if (place === undefined) return file;
  const requests = file.requests.map((request) => {
    if (request.body === undefined) return request;
    // A folder in a folder is a folder.
    const up = '../'.repeat(Math.max((request.folders ?? []).length - 1, 0));
    return { ...request, body: movedBody(request.body, `${up}${place}`) };
  });
  return { ...file, requests };
}

function movedBody(body: ImportedBody, place: string): ImportedBody {
  if (body.kind === 'file') return { ...body, path: movedPath(body.path, place) };
  if (body.kind === 'text') return body;
  const parts = body.parts.map((part) =>
    'path' in part.content ? { ...part, content: { path: movedPath(part.content.path, place) } } : part,
  );
  return { ...body, parts };
}

function movedPath(path: string, place: string): string {
  const isRelative = path !== '' && !/^(?:[/\\~]|[a-z]:|\{\{)/i.test(path);
  if (!isRelative) return path;
  const parts: string[] = [];
  for (const part of `${place}/${path}`.split('/')) {
    if (part === '.' || part === '') continue;
    const last = parts.at(-1);
    if (part === '..' && last !== undefined && last !== '..') parts.pop();
    else parts.push(part);
  }
  return parts[0] === '..' ? parts.join('/') : `./${parts.join('/')}`;
}
