/** The kinds of bodies that a media type announces. */
export type BodyKind = 'json' | 'lines' | 'url-encoded' | 'multipart' | 'other';

/** Returns the kind of a media type or range, without its parameters. */
export function bodyKindOf(mediaType: string): BodyKind {
  const [essence = ''] = mediaType.toLowerCase().split(';', 1);
  const type = essence.trim();
  if (/^application\/((x-)?ndjson|(x-)?jsonl|(x-)?jsonlines|json-seq|geo\+json-seq|vnd\.[\w.-]+\+ndjson)$/.test(type))
    return 'lines';
  if (/^(application\/json|text\/json|[\w.*-]+\/[\w.*-]+\+json|\*\/\*|application\/\*)$/.test(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'url-encoded';
  return type.startsWith('multipart/') ? 'multipart' : 'other';
}
