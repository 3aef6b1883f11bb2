import { describe, expect, it } from 'vitest';
import { longestAcross } from './construct-ends';
import { splitBlocks } from './split-blocks';

function split(text: string): string[] {
  return splitBlocks(text).map((block) => block.text);
}

describe('splitBlocks', () => {
  it.each<[name: string, text: string, blocks: string[]]>([
    ['an empty file is one empty block', '', ['']],
    ['a separator starts a block', 'GET /a\n###\nGET /b\n', ['GET /a\n', '###\nGET /b\n']],
    ['a separator at the top starts no second block', '### a\nGET /a\n', ['### a\nGET /a\n']],
    ['a separator may be indented and longer', 'GET /a\n  #### b\nGET /b', ['GET /a\n', '  #### b\nGET /b']],
    ['console requests need no separator', 'GET /a\n\nGET /b\n', ['GET /a\n\n', 'GET /b\n']],
    ['requests on adjacent lines', 'GET /a\nGET /b\n', ['GET /a\n', 'GET /b\n']],
    ['a request line ends a console body', 'PUT /a\n{"x":1}\nGET /b\n', ['PUT /a\n{"x":1}\n', 'GET /b\n']],
    ['a request line ends an unclosed body', 'PUT /a\n{"x":[\nGET /b\n', ['PUT /a\n{"x":[\n', 'GET /b\n']],
    [
      'comments above a request belong to it',
      'GET /a\n\n# @name b\n# c\nGET /b\n',
      ['GET /a\n\n', '# @name b\n# c\nGET /b\n'],
    ],
    ['a text body may hold request lines', 'POST /a\n\nhello\nGET /b\n', ['POST /a\n\nhello\nGET /b\n']],
    [
      'a text that is announced may begin with a request line',
      'POST /a\nContent-Type: text/plain\n\nGET /b\nHost: c\n###\nGET /d\n',
      ['POST /a\nContent-Type: text/plain\n\nGET /b\nHost: c\n', '###\nGET /d\n'],
    ],
    [
      'a request line behind a script follows an announced text',
      'POST /a\nContent-Type: text/plain\n\nx\n> {%\n%}\nGET /b\n',
      ['POST /a\nContent-Type: text/plain\n\nx\n> {%\n%}\n', 'GET /b\n'],
    ],
    [
      'a request line behind a script follows a request without its announced text',
      'POST /a\nContent-Type: text/plain\n\n> {%\n%}\nGET /b\n',
      ['POST /a\nContent-Type: text/plain\n\n> {%\n%}\n', 'GET /b\n'],
    ],
    [
      'no text is announced by a method without a body',
      'GET /a\nContent-Type: text/plain\n\nGET /b\n',
      ['GET /a\nContent-Type: text/plain\n\n', 'GET /b\n'],
    ],
    ['an indented request line is text', 'POST /a\n{\n  GET /b\n}\n', ['POST /a\n{\n  GET /b\n}\n']],
    ['definitions stay with the first request', '@a = 1\n\nGET /a\n', ['@a = 1\n\nGET /a\n']],
    ['one that is filled in where it is used, too', '# @name a\n@a := 1\nGET /a\n', ['# @name a\n@a := 1\nGET /a\n']],
    [
      'a comment over several lines may hold requests',
      'GET /a\n\n/* no more:\nGET /b\n*/\nGET /c\n',
      ['GET /a\n\n', '/* no more:\nGET /b\n*/\nGET /c\n'],
    ],
    ['a separator ends a comment that is not closed', '/*\nGET /a\n###\nGET /b\n', ['/*\nGET /a\n', '###\nGET /b\n']],
    ['a path with a star begins no comment', '/*/_search\nGET /b\n', ['/*/_search\n', 'GET /b\n']],
    [
      'what a text body holds is no comment',
      'POST /a\n\nx\n/*\n###\nGET /b\n',
      ['POST /a\n\nx\n/*\n', '###\nGET /b\n'],
    ],
    [
      'the media type of a request says nothing of the comments of the next',
      'POST /a\nContent-Type: text/plain\n\n# x\n###\n# @name b\nGET /b\n',
      ['POST /a\nContent-Type: text/plain\n\n# x\n', '###\n# @name b\nGET /b\n'],
    ],
    [
      'the method of a request says nothing of the body of the next',
      'POST /a\n\n###\nhttp://h/b\nContent-Type: text/plain\n\n# c\nGET /c\n',
      ['POST /a\n\n', '###\nhttp://h/b\nContent-Type: text/plain\n\n', '# c\nGET /c\n'],
    ],
    [
      'a script before a request belongs to it',
      '### a\n{{\nGET /no\n}}\n< {%\nGET /no\n%}\nimport b.http\nrun #c\nGET /a\n',
      ['### a\n{{\nGET /no\n}}\n< {%\nGET /no\n%}\nimport b.http\nrun #c\nGET /a\n'],
    ],
    ['a separator ends a script that is not closed', '{{\nGET /a\n###\nGET /b\n', ['{{\nGET /a\n', '###\nGET /b\n']],
    ['methods in any case behind a closed body', 'put /a\n{}\nget _cat\n', ['put /a\n{}\n', 'get _cat\n']],
    ['no method inside an open body', 'PUT /a\n{"a":\nget b\n}\n', ['PUT /a\n{"a":\nget b\n}\n']],
    ['no method in prose', 'POST /a\n\nget well soon\nget b\n', ['POST /a\n\nget well soon\nget b\n']],
    ['methods of WebDAV', 'GET /a\n\nPROPFIND /b\n', ['GET /a\n\n', 'PROPFIND /b\n']],
    ['a request behind a script', 'GET /a\n\n> {%\nx\n%}\nGET /b\n', ['GET /a\n\n> {%\nx\n%}\n', 'GET /b\n']],
    [
      'a request line ends the variables of GraphQL',
      'GRAPHQL /a\n\nquery { r }\n\n{ "a": 1 }\n\nGET /b\n',
      ['GRAPHQL /a\n\nquery { r }\n\n{ "a": 1 }\n\n', 'GET /b\n'],
    ],
    [
      'a request line ends GraphQL that a field announces',
      'POST /a\nX-Request-Type: GraphQL\n\nquery { r }\nGET /b\n',
      ['POST /a\nX-Request-Type: GraphQL\n\nquery { r }\n', 'GET /b\n'],
    ],
    [
      'a request line ends GraphQL under a media type of JSON',
      'POST /a\nContent-Type: application/json\n\nquery { r }\nGET /b\n',
      ['POST /a\nContent-Type: application/json\n\nquery { r }\n', 'GET /b\n'],
    ],
    [
      'a query on its own lines leaves the body a text',
      'POST /a\n?x=1\nContent-Type: text/plain\n\n# no comment\nGET /b\n',
      ['POST /a\n?x=1\nContent-Type: text/plain\n\n# no comment\nGET /b\n'],
    ],
    [
      'an indented variable continues a query',
      'POST /a?\n  {{q}}&\n  b=1\n\nhello\nGET /b\n',
      ['POST /a?\n  {{q}}&\n  b=1\n\nhello\nGET /b\n'],
    ],
    [
      'a separator in a comment that is closed at the end of a line',
      'GET /a\n\n/*\n### off\nDELETE /all\nAccept: */*\n*/\n\n###\nGET /b\n',
      ['GET /a\n\n/*\n### off\nDELETE /all\nAccept: */*\n*/\n\n', '###\nGET /b\n'],
    ],
    [
      'a title in a comment above the first request',
      '/*\n### A\ntext\n*/\nGET /a\n',
      ['/*\n### A\ntext\n*/\nGET /a\n'],
    ],
    [
      'the comment of another request does not close one that is open',
      '/*\nGET /a\n###\n/* b */\nGET /b\n',
      ['/*\nGET /a\n', '###\n/* b */\nGET /b\n'],
    ],
    [
      'a header field does not close a comment over a separator',
      '/*\n###\nGET /b\nAccept: */*\n',
      ['/*\n', '###\nGET /b\nAccept: */*\n'],
    ],
    [
      'a string of three quotes holds requests',
      'POST /a\n{\n"t": """\n### b\nDELETE /b\n\n"""\n}\nGET /c\n',
      ['POST /a\n{\n"t": """\n### b\nDELETE /b\n\n"""\n}\n', 'GET /c\n'],
    ],
    [
      'and so does the second one on a line',
      'POST /a\n{"a": """x""", "b": """\nGET /b\n""", "c": """\nGET /c\n"""}\nGET /d\n',
      ['POST /a\n{"a": """x""", "b": """\nGET /b\n""", "c": """\nGET /c\n"""}\n', 'GET /d\n'],
    ],
    [
      'a string of three quotes that is being typed takes no request away',
      'POST /a\n{"t": """\n\nPOST /b\n{"t": """x"""}\n',
      ['POST /a\n{"t": """\n\n', 'POST /b\n{"t": """x"""}\n'],
    ],
    ['nor one without an end', 'POST /a\n{"t": """\n\nPOST /b\n', ['POST /a\n{"t": """\n\n', 'POST /b\n']],
    [
      'a block string of GraphQL holds requests',
      'GRAPHQL /a\n\nmutation {\nnote(text: """\nDELETE /b\n""") { id }\n}\nGET /c\n',
      ['GRAPHQL /a\n\nmutation {\nnote(text: """\nDELETE /b\n""") { id }\n}\n', 'GET /c\n'],
    ],
    [
      'the text of a recorded response holds requests',
      'GET /a\n\nHTTP/1.1 200 OK\nContent-Type: text/plain\n\nDELETE /b\n\n###\nGET /c\n',
      ['GET /a\n\nHTTP/1.1 200 OK\nContent-Type: text/plain\n\nDELETE /b\n\n', '###\nGET /c\n'],
    ],
    [
      'a request may follow a recorded response that has no text',
      'GET /a\n\nHTTP/1.1 204 No Content\n\nGET /b\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{}\nGET /c\n',
      [
        'GET /a\n\nHTTP/1.1 204 No Content\n\n',
        'GET /b\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{}\n',
        'GET /c\n',
      ],
    ],
    [
      'a separator in a comment and in a template of a script',
      '{{\n/*\n### a\n*/\n}}\nGET /a\n\n> {%\nx = `\n### b\n`;\n%}\n###\n',
      ['{{\n/*\n### a\n*/\n}}\nGET /a\n\n> {%\nx = `\n### b\n`;\n%}\n', '###\n'],
    ],
    [
      'a separator in the code of a script ends it',
      '> {%\nx("`", \'/*\');\n### b\nGET /b\n> {%\n%}\n',
      ['> {%\nx("`", \'/*\');\n', '### b\nGET /b\n> {%\n%}\n'],
    ],
    [
      'the data of a command of curl',
      "curl http://h/a -d '\nDELETE /b\n### c\n' \\\n  -v\nGET /d\n",
      ["curl http://h/a -d '\nDELETE /b\n### c\n' \\\n  -v\n", 'GET /d\n'],
    ],
    [
      'the document of a command of curl',
      'curl http://h/a -d @- <<EOF\n### b\nDELETE /b\nEOF\nGET /c\n',
      ['curl http://h/a -d @- <<EOF\n### b\nDELETE /b\nEOF\n', 'GET /c\n'],
    ],
    [
      'a quotation mark of curl that is not closed',
      "curl http://h/a -d '\n###\ncurl http://h/b -d 'x'\n",
      ["curl http://h/a -d '\n", "###\ncurl http://h/b -d 'x'\n"],
    ],
    ['a request in any case behind a definition', 'put /a\n{}\n@b = 1\nget /c\n', ['put /a\n{}\n@b = 1\n', 'get /c\n']],
    ['windows line ends', 'GET /a\r\n\r\n###\r\nGET /b', ['GET /a\r\n\r\n', '###\r\nGET /b']],
  ])('%s', (_name, text, blocks) => {
    expect(split(text)).toEqual(blocks);
  });

  it('reads a construct over a separator no further than its bound', () => {
    const comment = (length: number) => `/*\n###\n${'x'.repeat(length)}\n*/\n`;
    expect(split(comment(longestAcross - 100))).toHaveLength(1);
    expect(split(comment(longestAcross))).toHaveLength(2);
  });

  it('says how far behind its end a block looks', () => {
    const aheads = (text: string) => splitBlocks(text).map(({ ahead }) => ahead);
    expect(aheads('GET /a\n###\nGET /b\n')).toEqual([undefined, undefined]);
    expect(aheads('/*\n###\n*/\n###\n')).toEqual([undefined, undefined]);
    expect(aheads('/*\n###\n')).toEqual([longestAcross - 3, undefined]);
    // The next comment is what decides.
    expect(aheads('/*\n###\n/* b */\n')).toEqual(['###\n/* b */'.length, undefined]);
  });
});
