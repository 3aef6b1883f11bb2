import { describe, expect, it } from 'vitest';
import { splitBlocks } from '../../../engine/src/syntax/split-blocks';

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
    ['an indented request line is text', 'POST /a\n{\n  GET /b\n}\n', ['POST /a\n{\n  GET /b\n}\n']],
    ['definitions stay with the first request', '@a = 1\n\nGET /a\n', ['@a = 1\n\nGET /a\n']],
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
    ['windows line ends', 'GET /a\r\n\r\n###\r\nGET /b', ['GET /a\r\n\r\n', '###\r\nGET /b']],
  ])('%s', (_name, text, blocks) => {
    expect(split(text)).toEqual(blocks);
  });
});
