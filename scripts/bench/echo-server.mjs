// The least that a language server can do: it reads each message and publishes no diagnostics for it.
let buffer = Buffer.alloc(0);
/** @type {Buffer[]} */
let chunks = [];
let wanted = 0;
let received = 0;

process.stdin.on('data', (/** @type {Buffer} */ chunk) => {
  chunks.push(chunk);
  received += chunk.length;
  // A message of megabytes comes in many chunks; they are joined once.
  if (received < wanted) return;
  buffer = Buffer.concat(chunks);
  for (;;) {
    const headEnd = buffer.indexOf('\r\n\r\n');
    if (headEnd < 0) break;
    const length = Number(/Content-Length: (\d+)/i.exec(buffer.toString('latin1', 0, headEnd))?.[1]);
    const end = headEnd + 4 + length;
    wanted = end;
    if (buffer.length < end) break;
    const message = JSON.parse(buffer.toString('utf8', headEnd + 4, end));
    buffer = buffer.subarray(end);
    wanted = 0;
    handle(message);
  }
  chunks = [buffer];
  received = buffer.length;
});
process.stdin.on('end', () => process.exit(0));

function handle({ id, method, params }) {
  if (method === 'initialize') return send({ id, result: { capabilities: { textDocumentSync: 2 } } });
  if (method === 'exit') process.exit(0);
  if (method === 'textDocument/didOpen' || method === 'textDocument/didChange') {
    const { uri, version } = params.textDocument;
    return send({ method: 'textDocument/publishDiagnostics', params: { uri, version, diagnostics: [] } });
  }
  if (id !== undefined) send({ id, result: null });
}

function send(message) {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}
