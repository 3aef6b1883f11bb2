import { expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';

const webhook = (lastResponse: string) =>
  `GET /repos/o/r/hooks/1\n\nHTTP/1.1 200 OK\n\n{ "last_response": ${lastResponse} }\n`;

function rulesOf(text: string): readonly string[] {
  return checkText(text).map(({ finding }) => `${finding.severity} ${finding.rule}`);
}

it('says what an empty last response means', () => {
  expect(rulesOf(webhook('{ "code": null, "status": "unused", "message": null }'))).toEqual(['hint noted-value']);
  expect(rulesOf(webhook('{ "code": 200, "status": "active", "message": "OK" }'))).toEqual([]);
  expect(rulesOf(webhook('{ "code": "200" }'))).toEqual(['information mismatched-response']);
});

it('checks the types of a delivery, and takes null where servers send it', () => {
  const delivery = (body: string) => `GET /repos/o/r/hooks/1/deliveries/2\n\nHTTP/1.1 200 OK\n\n${body}\n`;
  expect(rulesOf(delivery('{ "redelivery": "false" }'))).toEqual(['information mismatched-response']);
  expect(rulesOf(delivery('{ "throttled_at": null, "action": null, "installation_id": null }'))).toEqual([]);
});
