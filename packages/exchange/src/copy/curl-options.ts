import type { CopySource } from './copy-source';
import { joinPieces, type Piece } from './pieces';

/** An option of a curl command with its argument, on a line of its own. */
export type CurlOption = readonly [flag: string, argument?: readonly Piece[]];

/** From this size on, curl would ask the server whether it may send the body. */
const asksFirst = 1_000_000;

/** Returns the options of a request, without its body, so that curl sends the same bytes as Rulebook. */
export function curlOptionsOf(source: CopySource): readonly CurlOption[] {
  const { method, url, headers, body } = source;
  const has = (name: string) => headers.some((header) => header.name.toLowerCase() === name);
  const address = url.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
  const codings = headers.find(({ name }) => /^accept-encoding$/i.test(name))?.value ?? [];
  const unset = (name: string): readonly CurlOption[] => [['-H', [`${name}:`]]];
  return [
    ...methodOption(method, body !== undefined),
    ['', url],
    ...(/[[\]{}]/.test(address) ? ([['--globoff']] as const) : []),
    ...(address.startsWith('https:') ? ([['--http1.1']] as const) : []),
    ...(source.isInsecure ? ([['--insecure']] as const) : []),
    ...connectionOptions(source.connection),
    ...(source.digest === undefined ? [] : ([['--digest'], ['--user', source.digest]] as const)),
    ...(codings.some((piece) => typeof piece === 'string' && /gzip|deflate|br|zstd/i.test(piece))
      ? ([['--compressed']] as const)
      : []),
    ...headers.map(({ name, value }): CurlOption => ['-H', headerArgument(name, value)]),
    // What curl would say of a body. Its own name and that it takes everything are no matter.
    ...(body !== undefined && !has('content-type') ? unset('Content-Type') : []),
    ...(source.size >= asksFirst && !has('expect') ? unset('Expect') : []),
  ];
}

function connectionOptions(connection: CopySource['connection']): readonly CurlOption[] {
  const { client, authorities = [], proxy } = connection ?? {};
  const [first, ...others] = authorities;
  return [
    ...(client
      ? ([
          ['--cert', [certificateArgument(client.certificate)]],
          ['--key', [client.key]],
        ] as const)
      : []),
    // Of several, curl would take the last one.
    ...(first === undefined || others.length > 0 ? [] : ([['--cacert', [first]]] as const)),
    ...(proxy === undefined
      ? []
      : proxy === 'none'
        ? ([['--noproxy', ['*']]] as const)
        : ([proxyOption(proxy)] as const)),
  ];
}

/** Behind a colon, curl would look for a passphrase; the one behind the letter of a drive stays. */
function certificateArgument(path: string): string {
  const drive = /^[a-z]:(?=[/\\])/i.exec(path)?.[0] ?? '';
  const rest = path.slice(drive.length);
  return drive + rest.replace(/\\(?=[\\:])/g, '\\\\').replace(/:/g, '\\:');
}

/** Rulebook lets the proxy look the name up, which has another scheme at curl. */
function proxyOption(proxy: string): CurlOption {
  return ['--proxy', [proxy.replace(/^socks5?:/i, 'socks5h:')]];
}

/** Without the semicolon, curl would leave an empty field out. */
function headerArgument(name: string, value: readonly Piece[]): readonly Piece[] {
  return value.every((piece) => piece === '') ? [`${name};`] : joinPieces([`${name}: `, ...value]);
}

function methodOption(method: string, hasBody: boolean): readonly CurlOption[] {
  if (method === (hasBody ? 'POST' : 'GET')) return [];
  // With `-X HEAD`, curl would wait for a body.
  return method === 'HEAD' && !hasBody ? [['--head']] : [['-X', [method]]];
}
