import { describe, expect, it } from 'vitest';
import { copyRequest, type CopyTarget } from '../../../packages/exchange/src/index';

function copied(target: CopyTarget, showsSecrets: boolean) {
  const written = copyRequest(target, {
    request: {
      method: 'GET',
      url: 'https://a.example.org/items',
      headers: [['Accept', '*/*']],
      digest: { user: 'ann', password: 'hunter2-hunter2' },
    },
    secrets: ['hunter2-hunter2'],
    showsSecrets,
    hrefOf: (url) => url,
  });
  if ('problem' in written) throw new Error(written.problem);
  return written;
}

describe('a request that answers a digest challenge, copied', () => {
  it.each<CopyTarget>(['bash', 'powershell'])('does so as curl for %s', (target) => {
    const { text, notes, variables } = copied(target, false);
    expect(text).toContain('--digest');
    expect(text).toMatch(/--user .*ann/);
    expect(text).not.toContain('hunter2');
    expect(variables).toHaveLength(1);
    expect(notes).toEqual([]);
    expect(copied(target, true).text).toContain('ann:hunter2-hunter2');
  });

  it.each<CopyTarget>(['fetch', 'python', 'go'])('says that it does not as %s', (target) => {
    const { text, notes } = copied(target, false);
    expect(text).not.toContain('hunter2');
    expect(notes).toEqual(['it does not answer the digest challenge of the service']);
  });

  it('says that it is not signed', () => {
    const written = copyRequest('bash', {
      request: {
        method: 'GET',
        url: 'https://a.example.org/',
        headers: [],
        aws: { accessKeyId: 'id', secretAccessKey: 'secret' },
      },
      secrets: ['secret'],
      hrefOf: (url) => url,
    });
    expect(written).toMatchObject({ notes: ['it is not signed for AWS'] });
  });
});
