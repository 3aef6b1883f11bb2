import { describe, expect, it } from 'vitest';
import { playCluster } from './play-indices';

describe('the parameters of a write', () => {
  it.each([
    ['version=1', 'action_request_validation_exception'],
    ['version_type=external', 'action_request_validation_exception'],
    ['version=1&version_type=EXTERNAL', 'illegal_argument_exception'],
    ['if_seq_no=0', 'action_request_validation_exception'],
    ['if_seq_no=-1&if_primary_term=1', 'illegal_argument_exception'],
    ['if_seq_no=0&if_primary_term=1&version=3&version_type=external', 'action_request_validation_exception'],
    ['refresh=maybe', 'illegal_argument_exception'],
    ['op_type=update', 'illegal_argument_exception'],
    ['wait_for_active_shards=many', 'illegal_argument_exception'],
  ])('contradict each other or cannot be read: %s', (query, type) => {
    const play = playCluster();
    expect(play.send(`PUT /books/_doc/1?${query}`, { a: 1 })).toMatchObject({ status: 400, body: { error: { type } } });
    expect(play.send('GET /books').status).toBe(404);
  });

  it('count the versions of a document on after its deletion', () => {
    const play = playCluster();
    play.send('PUT /books/_doc/1', { a: 1 });
    expect(play.send('DELETE /books/_doc/1').body).toMatchObject({ _version: 2 });
    expect(play.send('PUT /books/_doc/1', { a: 1 }).body).toMatchObject({ _version: 3, result: 'created' });
  });
});

describe('a document', () => {
  it.each([{ _id: 'x' }, { '': 1 }, { 'a..b': 1 }])('is refused for the name of a field: %j', (document) => {
    const answer = playCluster().send('PUT /books/_doc/1', document);
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'document_parsing_exception' } } });
  });

  it('is refused for text behind it, or a key that is there twice', () => {
    const play = playCluster();
    expect(play.send('PUT /books/_doc/1', '{} {}').body).toMatchObject({
      error: { type: 'illegal_argument_exception' },
    });
    expect(play.send('PUT /books/_doc/1', '{"a":1,"a":2}').body).toMatchObject({
      error: { type: 'document_parsing_exception' },
    });
  });

  it('shows its changed members after an update that asks for them', () => {
    const play = playCluster();
    play.send('PUT /books/_doc/1', { title: 'a', labels: { a: 'x' } });
    expect(play.send('POST /books/_update/1?_source=title', { doc: { title: 'b' } }).body).toMatchObject({
      get: { found: true, _source: { title: 'b' } },
    });
    expect(play.send('POST /books/_update/1', { docs: {} }).body).toMatchObject({
      error: { type: 'x_content_parse_exception' },
    });
  });
});

describe('a bulk body', () => {
  it('leaves out a last action without a document, and reports a document that is refused for its action', () => {
    const play = playCluster();
    const body = '{"index":{"_id":"1"}}\n{"a":1}\n{"index":{"_id":"2"}}\n{"":1}\n{"index":{"_id":"3"}}\n';
    expect(play.send('POST /books/_bulk', body).body).toMatchObject({
      errors: true,
      items: [{ index: { status: 201 } }, { index: { status: 400, error: { type: 'document_parsing_exception' } } }],
    });
  });

  it('is refused as a whole for an update without changes', () => {
    const answer = playCluster().send('POST /books/_bulk', '{"update":{"_id":"1"}}\n{}\n');
    expect(answer.body).toMatchObject({ error: { type: 'action_request_validation_exception' } });
  });
});
