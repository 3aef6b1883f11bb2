import { expect, it } from 'vitest';
import { slipOf } from './slips';

it.each([
  ['stauts', 'status'],
  ['mesage', 'message'],
  ['http.respones', 'http.response'],
  ['descripionText', 'descriptionText'],
  ['Status', 'status'],
  ['user_idx_adress', 'user_idx_address'],
  ['departmant', 'department'],
])('%s is a slip of %s', (name, other) => {
  expect(slipOf(name, ['host', other])).toBe(other);
});

it.each([
  ['client_ip', 'client_id'],
  ['src_port', 'dst_port'],
  ['context', 'content'],
  ['latitude', 'altitude'],
  ['sender', 'gender'],
  ['customers', 'customer'],
  ['line2', 'line1'],
  ['side', 'size'],
  ['@timestamp', 'timestamp'],
  ['user.name', 'user_name'],
  ['status', 'status'],
])('%s may be a name of its own next to %s', (name, other) => {
  expect(slipOf(name, ['host', other])).toBeUndefined();
});

it('does not choose one of two', () => {
  expect(slipOf('stauts', ['status', 'statusX', 'STATUS', 'Stauts'])).toBeUndefined();
});
