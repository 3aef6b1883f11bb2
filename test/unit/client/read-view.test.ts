import { describe, expect, it } from 'vitest';
import { readView } from '../../../client/src/sandbox-view/read-view';

const item = { id: 'a', label: 'A', icon: 'key' };
const delivery = { title: 'Delivery 7', endpoint: 'sandbox-hub', again: '/again' };
const events = {
  endpoint: 'sandbox-hub',
  choices: [{ name: 'push', summary: 'Something is pushed.' }],
  subject: { member: 'repository', noun: 'repository', names: ['a/b'] },
  receiver: 'webhook',
};

describe('reading what the sandbox shows', () => {
  it('takes items with their children, and events', () => {
    const view = {
      items: [{ ...item, description: 'x', copies: 'a', children: [{ ...item, id: 'b', delivery }] }],
      events: [events],
    };
    expect(readView(view)).toEqual(view);
  });

  it('leaves out what it does not know, and children that are none', () => {
    expect(readView({ items: [{ ...item, colour: 'red', children: [{ id: 3 }] }], events: [{}] })).toEqual({
      items: [item],
      events: [],
    });
  });

  it.each(['https://example.com/', '', undefined, 3])('sends nothing again to %j, which is not a path', (again) => {
    expect(readView({ items: [{ ...item, delivery: { ...delivery, again } }] }).items).toEqual([item]);
  });

  it('goes down to a certain depth only', () => {
    const deep = Array.from({ length: 10_000 }).reduce<object>((inner) => ({ ...item, children: [inner] }), item);
    expect(JSON.stringify(readView({ items: [deep] })).length).toBeLessThan(2000);
  });

  it.each([undefined, null, 'text', 7, [], {}, { items: {} }, { items: [null, 3, []] }, { events: 'x' }])(
    'takes %j without an error',
    (strange) => {
      expect(readView(strange)).toEqual({ items: [], events: [] });
    },
  );
});
