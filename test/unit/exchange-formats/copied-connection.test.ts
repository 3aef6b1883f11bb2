import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../packages/engine/src/index';
import { copyRequest, type CopyTarget } from '../../../packages/exchange/src/index';
import { copiedConnectionOf } from '../../../packages/exchange/src/copy/copied-connection';

const files = { clientCertificate: { certificate: 'me.pem', key: 'me.key' } };

function copied(target: CopyTarget, endpoint: Partial<Endpoint>) {
  const place = { name: 'prod', service: 'search-cluster', baseUrl: 'https://a.example.org', ...endpoint };
  const connection = copiedConnectionOf(place, (path) => path);
  const written = copyRequest(target, {
    ...{ request: { method: 'GET', url: 'https://a.example.org/', headers: [] }, secrets: [], hrefOf: (url) => url },
    ...(connection && { connection }),
  });
  if ('problem' in written) throw new Error(written.problem);
  return { ...written, line: written.text.replace(/ [\\`]\n {2}/g, ' ') };
}

describe('how an endpoint is reached, in a copied request', () => {
  it.each<[options: string, endpoint: Partial<Endpoint>]>([
    ['--cert me.pem --key me.key', files],
    // curl would take what follows a colon for a passphrase.
    ["--cert 'a\\:b\\\\\\:c.pem' --key a:b.key", { clientCertificate: { certificate: 'a:b\\:c.pem', key: 'a:b.key' } }],
    ["--cert 'C:\\a\\:b.pem' --key me.key", { clientCertificate: { certificate: 'C:\\a:b.pem', key: 'me.key' } }],
    ["--cacert 'my ca.pem'", { ca: ['my ca.pem'] }],
    ['--proxy http://proxy.example.org:3128', { proxy: 'http://proxy.example.org:3128' }],
    // The proxy looks the name up.
    ['--proxy socks5h://proxy.example.org:1080', { proxy: 'socks5://proxy.example.org:1080' }],
    ["--noproxy '*'", { proxy: 'none' }],
    ["--noproxy '*'", { proxy: 'http://proxy.example.org', name: 'sandbox-cluster', baseUrl: 'http://127.0.0.1:9200' }],
  ])('is %s', (options, endpoint) => {
    expect(`${copied('bash', endpoint).line.trimEnd()} `).toContain(` ${options} `);
  });

  it('is not there where nothing is configured, and never has a password', () => {
    expect(copied('bash', {})).toMatchObject({ notes: [], line: expect.not.stringMatching(/--(?:cert|cacert|proxy)/) });
    const { text, notes } = copied('bash', { proxy: 'http://me:hunter2-hunter2@proxy.example.org' });
    expect(text + notes.join()).not.toMatch(/proxy|hunter2/);
  });

  it('says what the text cannot hold', () => {
    expect(copied('bash', { ca: ['a.pem', 'b.pem'] })).toMatchObject({
      notes: ['curl takes one file of authorities; join a.pem and b.pem, and add it with --cacert'],
      text: expect.not.stringContaining('.pem'),
    });
    expect(copied('powershell', files).notes).toHaveLength(2);
    expect(copied('python', { ...files, ca: ['a.pem'], proxy: 'none' }).notes).toEqual([
      'the text does not contain the client certificate and the authorities and the proxy of the endpoint',
    ]);
  });
});
