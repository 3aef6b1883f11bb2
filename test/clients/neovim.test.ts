import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const [, minor] = /^NVIM v0\.(\d+)/.exec(spawnSync('nvim', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
const reason = minor === undefined ? ' (skipped: there is no Neovim)' : '';

/** The blocks of Lua of the page, in its order. */
const page = readFileSync(join(root, 'docs/other-editors.md'), 'utf8');
const blocks = [...page.matchAll(/^```lua\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
const [newest = '', later = '', old = '', onAttach = '', lenses = '', sending = ''] = blocks;

function documented(version: number): string {
  if (version < 8) return old.replace('    })\n', `      ${onAttach.replaceAll('\n', '\n      ')}\n    })\n`);
  return `${version < 11 ? later : newest}\n${lenses}`;
}

/** Says its port, and the method and path of each request. */
const serviceCode = `
const server = require('node:http').createServer(({ method, url }, response) => {
  console.log(method + ' ' + url);
  response.end();
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** Says a line, and waits for something. */
const prelude = `
local function say(text) io.stdout:write(text .. '\\n') end
local function wait(holds) return vim.wait(60000, holds, 50) end
local function place(line, character) vim.api.nvim_win_set_cursor(0, { line + 1, character }) end
local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end
`;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Opens `a.http` in a folder of its own, runs the script, and returns the lines that it says. */
function play(files: Readonly<Record<string, string>>, script: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-neovim-'));
  folders.push(folder);
  const command = join(folder, 'rulebook');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/cli.js')}' "$@"\n`);
  chmodSync(command, 0o755);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const guarded = `local _, problem = pcall(function()\n${script}\nend)\nif problem then io.stderr:write(problem) end\n`;
  const opened = `vim.cmd('edit a.http')\n${guarded}vim.cmd('qa!')\n`;
  writeFileSync(join(folder, 'play.lua'), documented(Number(minor)) + prelude + opened);
  const { stdout, stderr } = spawnSync(
    'nvim',
    ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', 'luafile play.lua'],
    {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    },
  );
  expect(stderr.trim()).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe.skipIf(minor === undefined)(`Neovim as documented${reason}`, () => {
  it('shows diagnostics, and lenses with where their requests go', () => {
    const endpoints = { near: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:1' } };
    const files = {
      'rulebook.json': JSON.stringify({ endpoints, defaults: { 'search-cluster': 'near' } }),
      'a.http': 'PUT /_security/api_key\n\n{ "name": 5, "expiration": "1d" }\n\n###\nGET /_security/api_key\n',
    };
    const said = play(
      files,
      `
wait(function()
  local found = vim.lsp.codelens.get(0)
  for _, lens in ipairs(found) do if not lens.command then return false end end
  return #found > 1 and #vim.diagnostic.get(0) > 0
end)
for _, one in ipairs(vim.diagnostic.get(0, { severity = 1 })) do say(one.lnum .. ' ' .. one.message) end
for _, one in ipairs(vim.lsp.codelens.get(0)) do say(one.range.start.line .. ' ' .. one.command.title) end
`,
    );
    expect(said).toEqual(["2 'name' must be a string.", '0 Send to near', '5 Send to near']);
  });

  it('sends a request with those that it needs, and with a value that is entered', async () => {
    // Neovim is waited for, so the service is a process of its own.
    const service = spawn(process.execPath, ['-e', serviceCode], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [port] = (await once(service.stdout, 'data')) as [Buffer];
      const url = `http://127.0.0.1:${port.toString().trim()}`;
      const files = {
        'login.http': `### login\nPOST ${url}/login\n`,
        'a.http': `import ./login.http\n\n###\n# @ref login\n# @prompt user\nGET ${url}/use/{{user}}\n`,
      };
      const said = play(
        files,
        `
place(5, 0)
rawset(vim.fn, 'input', function() return 'ann' end)
local message
vim.lsp.handlers['window/showMessage'] = function(_, result) message = result.message return result end
wait(function() return #(vim.lsp.codelens.get(0) or {}) > 0 end)
${sending}
wait(function() return message end)
for line in message:gmatch('[^\\n]+') do say((line:gsub(' %(.*', ''))) end
`,
      );
      expect(said).toEqual(['login: 200 OK', expect.stringMatching(/^GET .*: 200 OK$/)]);
      const [seen] = (await once(service.stdout, 'data')) as [Buffer];
      expect(seen.toString()).toBe('POST /login\nGET /use/ann\n');
    } finally {
      service.kill();
    }
  });

  it('applies all safe fixes before a file is written, also to requests in Markdown', () => {
    const files = {
      'a.http': 'PUT /_security/api_key\n\n{ "name": "a" "expiration": "1d", }\n',
      'b.md': '* Text, }\n\n  ```http\n  PUT /_security/api_key\n\n  { "name": "b", }\n  ```\n',
    };
    const said = play(
      files,
      `
local function fix()
  wait(function() return #vim.diagnostic.get(0) > 0 end)
  local params = vim.lsp.util.make_range_params(0, 'utf-16')
  params.context = { only = { 'source.fixAll.rulebook' }, diagnostics = {} }
  for id, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 60000)) do
    for _, action in ipairs(answer.result or {}) do
      vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(id).offset_encoding)
    end
    return id
  end
end
local id = fix()
say(lines()[3])
vim.cmd('silent write')
vim.cmd('edit b.md')
vim.lsp.buf_attach_client(0, id)
fix()
say(lines()[6])
`,
    );
    expect(said).toEqual(['{ "name": "a", "expiration": "1d" }', '  { "name": "b" }']);
  });

  it('follows names: definition, references, highlights, symbols, calls and rename', () => {
    const files = {
      'a.http': [
        '# @import ./shared.http',
        'GET {{host}}/me',
        'Authorization: Bearer {{login.response.body.$.token}}',
        '',
        '### again',
        'DELETE {{host}}/me',
        '',
      ].join('\n'),
      'shared.http': '@host = http://localhost:9200\n\n### login\nPOST {{host}}/login\n',
    };
    const said = play(
      files,
      `
local function list(title)
  wait(function() return #vim.fn.getqflist() > 0 end)
  local found = {}
  for _, one in ipairs(vim.fn.getqflist()) do
    table.insert(found, vim.fn.fnamemodify(vim.fn.bufname(one.bufnr), ':t') .. ':' .. one.lnum .. ':' .. one.col)
  end
  table.sort(found)
  say(title .. ' ' .. table.concat(found, ' '))
  vim.fn.setqflist({})
  vim.cmd('cclose')
end
local function at(line, character)
  vim.cmd('buffer a.http')
  place(line, character)
end
wait(function() return #vim.lsp.buf_get_clients(0) > 0 and vim.lsp.buf_get_clients(0)[1].server_capabilities.definitionProvider end)
at(1, 8)
vim.lsp.buf.definition()
wait(function() return vim.fn.expand('%:t') == 'shared.http' end)
say('definition ' .. vim.fn.expand('%:t') .. ' ' .. table.concat(vim.api.nvim_win_get_cursor(0), ':'))
at(2, 30)
vim.lsp.buf.references({ includeDeclaration = true })
list('references')
at(1, 8)
vim.lsp.buf.document_highlight()
local space = vim.api.nvim_get_namespaces()['vim_lsp_references'] or -1
wait(function()
  space = vim.api.nvim_get_namespaces()['vim_lsp_references'] or -1
  return space >= 0 and #vim.api.nvim_buf_get_extmarks(0, space, 0, -1, {}) > 0
end)
local marks = {}
for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, space, 0, -1, {})) do table.insert(marks, mark[2] .. ':' .. mark[3]) end
say('highlights ' .. table.concat(marks, ' '))
vim.lsp.buf.workspace_symbol('login')
list('symbols')
at(2, 30)
vim.lsp.buf.incoming_calls()
list('calls')
at(1, 8)
vim.lsp.buf.rename('server')
wait(function() return lines()[2] == 'GET {{server}}/me' end)
say('renamed ' .. lines()[2] .. ' ' .. lines()[6])
vim.cmd('buffer shared.http')
say('and ' .. lines()[1] .. ' ' .. lines()[4])
`,
    );
    expect(said).toEqual([
      'definition shared.http 1:1',
      'references a.http:3:25 shared.http:3:5',
      'highlights 1:6 5:9',
      'symbols shared.http:4:1',
      'calls a.http:3:25',
      'renamed GET {{server}}/me DELETE {{server}}/me',
      'and @server = http://localhost:9200 POST {{server}}/login',
    ]);
  });

  it('formats, refactors, and asks for selections, tokens and signatures', () => {
    const said = play(
      { 'a.http': 'PUT   /_snapshot/backup?verify=true\n\n{"type":"fs",\n"settings":{"location":"a"}}\n' },
      `
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
local function client() return vim.lsp.buf_get_clients(0)[1] end
wait(function() return client() and client().server_capabilities and client().server_capabilities.hoverProvider end)
local function ask(method, params)
  params.textDocument = vim.lsp.util.make_text_document_params()
  local _, answer = next(vim.lsp.buf_request_sync(0, method, params, 60000))
  return answer.result
end
if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 60000 }) else vim.lsp.buf.formatting_sync({}, 60000) end
for _, line in ipairs(lines()) do say('|' .. line) end
local here = { line = 3, character = 12 }
local selection = ask('textDocument/selectionRange', { positions = { here } })[1]
say('selection ' .. selection.range.start.character .. '-' .. selection.range['end'].character)
say('tokens ' .. #ask('textDocument/semanticTokens/full', {}).data / 5)
local signature = ask('textDocument/signatureHelp', { position = { line = 0, character = 17 } })
say(vim.split(signature.signatures[1].label, '?', { plain = true })[1] .. ' ' .. signature.activeParameter)
local range = { start = here, ['end'] = here }
for _, action in ipairs(ask('textDocument/codeAction', { range = range, context = { diagnostics = {}, only = { 'refactor' } } })) do
  if action.kind == 'refactor.extract' then
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
    say(action.title)
  end
end
say(lines()[1] .. ' ' .. lines()[6])
`,
    );
    expect(said).toEqual([
      '|PUT /_snapshot/backup?verify=true',
      '|',
      '|{',
      '|  "type": "fs",',
      '|  "settings": { "location": "a" }',
      '|}',
      'selection 11-13',
      'tokens 3',
      'PUT /_snapshot/{repository} 0',
      'Extract the value into a variable',
      '@type = fs   "type": "{{type}}",',
    ]);
  });

  it('hovers, completes names of imported files, and lists symbols, ranges, links, hints and calls', () => {
    const files = {
      'a.http': [
        '# @import ./shared.http',
        '### get it',
        '# @name mine',
        'PUT {{host}}/_security/api_key',
        'Authorization: Bearer {{login.response.body.$.token}}',
        '',
        '{ "name": "a", "expiration": "1d" }',
        '',
        '### send a file',
        'POST {{}}/notes',
        '',
        '< ./body.json',
        '',
      ].join('\n'),
      'shared.http': '@host = http://localhost:9200\n\n### login\nPOST {{host}}/login\n',
      'body.json': '{}\n',
    };
    const said = play(
      files,
      `
local function client() return vim.lsp.buf_get_clients(0)[1] end
wait(function() return client() and client().server_capabilities and client().server_capabilities.hoverProvider end)
local function ask(method, params)
  params.textDocument = params.item == nil and vim.lsp.util.make_text_document_params() or nil
  local _, answer = next(vim.lsp.buf_request_sync(0, method, params, 60000))
  return answer.result
end
place(6, 16)
vim.lsp.buf.hover()
local shown
wait(function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then shown = vim.api.nvim_win_get_buf(window) end
  end
  return shown
end)
say('hover ' .. tostring(table.concat(vim.api.nvim_buf_get_lines(shown, 0, -1, false), ' '):match('expiration') ~= nil))
vim.cmd('redraw')
place(9, 7)
local offered = vim.lsp.util.text_document_completion_list_to_complete_items(ask('textDocument/completion', { position = { line = 9, character = 7 } }), '')
local words = {}
for _, item in ipairs(offered) do words[item.abbr or item.word] = true end
say('completion ' .. tostring(words['host']))
vim.lsp.buf.document_symbol()
wait(function() return #vim.fn.getqflist() > 0 end)
for _, one in ipairs(vim.fn.getqflist()) do say('symbol ' .. one.lnum .. ' ' .. one.text) end
vim.cmd('cclose')
vim.cmd('buffer a.http')
local folded = {}
for _, one in ipairs(ask('textDocument/foldingRange', {})) do table.insert(folded, one.startLine) end
say('folds ' .. tostring(#folded > 0))
local links = ask('textDocument/documentLink', {})
table.sort(links, function(a, b) return a.range.start.line < b.range.start.line end)
for _, link in ipairs(links) do say('link ' .. link.range.start.line .. ' ' .. tostring(link.target and link.target:match('[^/]*$'))) end
local whole = { start = { line = 0, character = 0 }, ['end'] = { line = 11, character = 0 } }
say('hints ' .. vim.fn.json_encode(ask('textDocument/inlayHint', { range = whole })))
local item = ask('textDocument/prepareCallHierarchy', { position = { line = 2, character = 10 } })[1]
for _, call in ipairs(ask('callHierarchy/outgoingCalls', { item = item })) do say('calls ' .. call.to.name) end
`,
    );
    expect(said).toEqual([
      'hover true',
      'completion true',
      'symbol 4 [Function] mine',
      'symbol 10 [Function] send a file',
      'folds true',
      'link 0 shared.http',
      'link 11 body.json',
      'hints []',
      'calls login',
    ]);
  });

  it('applies a quick fix and a conversion of the list of code actions', () => {
    const said = play(
      {
        'a.http':
          '### fix\nPUT /_security/api_key\n\n{ "name": "a" "expiration": "1d" }\n\n### turn\ncurl http://127.0.0.1:9/x\n',
      },
      `
local chosen
vim.ui.select = function(items, options, done)
  local titles = {}
  for _, item in ipairs(items) do
    local title = (options.format_item or tostring)(item)
    if title:find(chosen, 1, true) then return done(item) end
    table.insert(titles, title)
  end
  say('not offered: ' .. chosen .. ' among ' .. table.concat(titles, ', '))
  vim.cmd('qa!')
end
local function act(title, line, character)
  chosen = title
  place(line, character)
  local before = table.concat(lines(), '\\n')
  vim.lsp.buf.code_action()
  wait(function() return table.concat(lines(), '\\n') ~= before end)
end
wait(function() return #vim.diagnostic.get(0) > 0 end)
act('Insert', 3, 14)
say(lines()[4])
act('Convert the curl command to a request', 6, 2)
say(lines()[7])
act('Convert the request to a curl command', 6, 2)
say(lines()[7])
`,
    );
    expect(said).toEqual([
      '{ "name": "a", "expiration": "1d" }',
      'GET http://127.0.0.1:9/x',
      expect.stringContaining('curl'),
    ]);
  });
});
