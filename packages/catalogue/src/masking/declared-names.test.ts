import { afterEach, describe, expect, it } from 'vitest';
import { declareNames } from './declared-names';
import { createMasker, createStreamMask, redact } from './masker';
import { isSecretMember, isSecretName } from './secret-names';

const sources = ['/a', '/b'];
afterEach(() => {
  for (const source of sources) declareNames(source, undefined);
});

describe('names that a team declares', () => {
  it.each([
    ['{"customer_pin":"pin-value-1"}', '{"customer_pin":"***"}'],
    ['{"customerPin": 12345}', '{"customerPin": "***"}'],
    ['{\\"Customer-Pin\\":\\"pin-value-1\\"}', '{\\"Customer-Pin\\":\\"***\\"}'],
    ['a=1&customer.pin=pin-value-1', 'a=1&customer.pin=***'],
    ['<customer_pin>pin-value-1</customer_pin>', '<customer_pin>***</customer_pin>'],
    ['Customer-Pin: pin-value-1', 'Customer-Pin: ***'],
    ['{"customer_pin":"pin-value-1"} and pin-value-1', '{"customer_pin":"***"} and ***'],
    ['{"a_customer_pin":"open","pin":"open"}', '{"a_customer_pin":"open","pin":"open"}'],
  ])('are masked as others: %s', (text, masked) => {
    expect(redact(text)).toBe(text);
    declareNames('/a', { masked: ['customer_pin'] });
    expect(redact(text)).toBe(masked);
    expect(isSecretMember('CustomerPin') && isSecretName('customer-pin')).toBe(true);
  });

  it('hold until no source declares them', () => {
    declareNames('/a', { masked: ['customer_pin'] });
    declareNames('/b', { masked: ['customer_pin', 'otp'] });
    declareNames('/a', undefined);
    expect(redact('{"otp":"value-1"}')).toBe('{"otp":"***"}');
    declareNames('/b', {});
    expect(redact('{"otp":"value-1"}')).toBe('{"otp":"value-1"}');
  });

  it('are shown on the screen only, and not where they are credentials', () => {
    declareNames('/a', { shown: ['token', 'otp'], masked: ['otp'] });
    const text = '{"token":"word-1","api_key":"key-1"} token=word-1';
    const onScreen = { isOnScreen: true };
    expect(createMasker([], onScreen).text(text)).toBe('{"token":"word-1","api_key":"***"} token=word-1');
    expect(createStreamMask([], onScreen)(text)).toContain('"token":"word-1"');
    expect(redact(text)).toBe('{"token":"***","api_key":"***"} token=***');
    expect(createMasker(['word-1'], onScreen).text(text)).not.toContain('word-1');
    // What one declares as a secret is one, whatever another says.
    expect(createMasker([], onScreen).text('{"otp":"value-1"}')).toBe('{"otp":"***"}');
  });
});
