import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import { defaultConfiguration } from '../../../../packages/sender/src/configuration/index';

const engine = createEngine();
const options = {
  context: { endpoints: defaultConfiguration.endpoints, defaults: defaultConfiguration.defaults },
  severities: {},
};

/** Returns the labels of the requests in the order in which they are sent, or the circle. */
function orderOf(text: string, ...names: readonly string[]) {
  const file = engine.openFile(text);
  const labels = [...file.blocks].map((_, index) => engine.plan(file, index, options)?.label ?? '');
  const order = engine.requestOrder(
    file,
    names.map((name) => labels.indexOf(name)),
    options,
  );
  return 'circle' in order
    ? `circle ${order.circle.join(' → ')}`
    : order.blocks.map((block) => labels[block]).join(' ');
}

const request = (name: string, uses: string, more = '') =>
  `### ${name}\n# @name ${name}\n${more}GET https://a.example/${uses}\n\n`;

describe('the order of requests', () => {
  it('puts what a request refers to in front of it, over several steps and once', () => {
    const text =
      request('last', '{{b.response.body.id}}/{{a.response.body.id}}') +
      request('b', '{{a.response.headers.location}}') +
      request('a', '');
    expect(orderOf(text, 'last')).toBe('a b last');
    expect(orderOf(text, 'last', 'b')).toBe('a b last');
    expect(orderOf(text, 'a')).toBe('a');
  });

  it('follows the definitions of the file and `# @ref`', () => {
    const text = `@id = {{a.response.body.id}}\n${request('a', '')}${request('b', '')}${request('c', '{{id}}', '# @ref b\n')}`;
    expect(orderOf(text, 'c').split(' ').sort()).toEqual(['a', 'b', 'c']);
    expect(orderOf(text, 'c').endsWith('c')).toBe(true);
  });

  it('follows no title without a request', () => {
    const text = `${request('a', '')}### a\n\n${request('b', '{{a.response.body.id}}')}`;
    expect(orderOf(text, 'b')).toBe('a b');
  });

  it('names a circle', () => {
    const text =
      request('a', '{{b.response.body.id}}') +
      request('b', '{{c.response.body.id}}') +
      request('c', '{{a.response.body.id}}');
    expect(orderOf(text, 'a')).toBe('circle a → b → c → a');
    expect(orderOf(request('a', '{{a.response.body.id}}'), 'a')).toBe('circle a → a');
  });

  it('takes the nearest request of a name before it, and ignores names that no request has', () => {
    const text = `${request('a', 'first')}${request('a', 'second')}${request('b', '{{a.response.body.id}}{{no.response.body.id}}')}`;
    const file = engine.openFile(text);
    expect(engine.requestOrder(file, [2], options)).toEqual({ blocks: [1, 2] });
  });

  it('manages a chain as long as a file', () => {
    const length = 3000;
    const text = Array.from({ length }, (_, index) =>
      request(`r${index}`, index + 1 < length ? `{{r${index + 1}.response.body.id}}` : ''),
    ).join('');
    const file = engine.openFile(text);
    const order = engine.requestOrder(file, [0], options);
    expect('blocks' in order && order.blocks.length).toBe(length);
  });
});
