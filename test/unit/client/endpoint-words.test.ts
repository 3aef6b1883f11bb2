import { describe, expect, it } from 'vitest';
import { detailOf, appearanceOf, placeOfEndpoint } from '../../../client/src/configuration/endpoint-words';
import { sandboxEndpoints } from '../../../packages/sender/src/configuration/index';

const plain = { name: 'dev', service: 'search-cluster', baseUrl: 'https://a.example' };

describe('how an endpoint looks in the status bar', () => {
  it('is a warning where a request may do harm, and the sandbox has its icon', () => {
    expect(appearanceOf([plain])).toEqual({ text: '$(plug) dev', label: 'Endpoint dev', isWarning: false });
    expect(appearanceOf([{ ...plain, protected: true }])).toMatchObject({ text: '$(shield) dev', isWarning: true });
    expect(appearanceOf([{ ...plain, protected: true, insecure: true }])).toEqual({
      text: '$(unlock) dev (TLS not verified)',
      label: 'Endpoint dev, protected, TLS not verified',
      isWarning: true,
    });
    expect(appearanceOf(sandboxEndpoints).text).toMatch(/^\$\(beaker\) /);
    expect(appearanceOf([]).text).toBe('$(plug) No endpoint');
  });

  it('comes with what matters before sending', () => {
    const endpoint = { ...plain, protected: true, insecure: true, authentication: { type: 'digest' } as const };
    expect(detailOf(endpoint)).toBe('search-cluster, protected, TLS is not verified, authentication: digest');
  });
});

describe('the place of an endpoint in rulebook.json', () => {
  it('is its name, also in a file that is not complete', () => {
    const text = '// ours\n{ "endpoints": { "a": {}, "b.c": { "service": "x", } }, ';
    expect(placeOfEndpoint(text, 'b.c')).toBe(text.indexOf('"b.c"'));
    expect(placeOfEndpoint(text, 'none')).toBeUndefined();
    expect(placeOfEndpoint('', 'a')).toBeUndefined();
  });
});
