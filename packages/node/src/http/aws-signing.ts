import { createHash } from 'node:crypto';
import type { PreparedRequest, Transport } from '@rulebook/sender/plan';

/** The fields that the signature adds. */
const added: readonly string[] = ['authorization', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'];

/** Returns a transport that signs requests with AWS Signature Version 4 which have a key for it. A redirect to another origin is followed without it. */
export function withAwsSigning(transport: Transport): Transport {
  const sendSigned: Transport['send'] = async (request, options, signal, observer) => {
    if (request.aws === undefined) return transport.send(request, options, signal, observer);
    const { aws, ...unsigned } = request;
    if (!hasRegion(request))
      return {
        failure: {
          kind: 'other',
          message:
            'The host does not say the region and the service that the request is signed for. Give `region` and `awsService` to the endpoint, or `region:` and `service:` behind the key.',
        },
      };
    const { AwsV4Signer } = await import('aws4fetch');
    const body = request.body === undefined ? undefined : bytesOf(request.body);
    const { headers } = await new AwsV4Signer({
      ...aws,
      ...signedPartsOf(request, body),
      ...(body !== undefined && { body }),
    }).sign();
    const present = new Set(request.headers.map(([name]) => name.toLowerCase()));
    const signed = added.flatMap((name) => {
      const value = headers.get(name);
      return value === null || present.has(name) ? [] : [[name, value] as const];
    });
    return transport.send(
      {
        ...unsigned,
        headers: [...request.headers, ...signed],
        secretFields: [...(request.secretFields ?? []), 'x-amz-security-token'],
      },
      options,
      signal,
      observer,
    );
  };
  // Without waiting for what is not there.
  return {
    send: (request, ...more) =>
      request.aws === undefined ? transport.send(request, ...more) : sendSigned(request, ...more),
  };
}

/** Returns what is signed as it leaves, whatever the library would make of it. */
function signedPartsOf({ aws, method, url, headers }: PreparedRequest, body: Uint8Array = new Uint8Array()) {
  const names = headers.map(([name]) => name.toLowerCase());
  const valueOf = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1].trim();
  // A field that is there twice reaches the service as two, which the library would sign as one with a blank in it.
  const once = headers.flatMap(([name, value]): [string, string][] =>
    names.indexOf(name.toLowerCase()) === names.lastIndexOf(name.toLowerCase()) ? [[name, value]] : [],
  );
  const place = new URL(url);
  const isStorage = (aws?.service ?? (/(?:^|[.-])s3[.-]/i.test(place.hostname) ? 's3' : '')) === 's3';
  // Otherwise the library leaves the body of a request to the storage unsigned.
  if (isStorage && !names.includes('x-amz-content-sha256'))
    once.push(['x-amz-content-sha256', createHash('sha256').update(body).digest('hex')]);
  const host = valueOf('host');
  const datetime = valueOf('x-amz-date');
  return {
    method,
    url: host === undefined ? url : `${place.protocol}//${host}${place.pathname}${place.search}`,
    headers: once,
    ...(datetime !== undefined && { datetime }),
  };
}

/** The hosts of Amazon name both, unless the request or the endpoint says it. */
function hasRegion({ aws, url }: PreparedRequest): boolean {
  if (aws?.region !== undefined && aws.service !== undefined) return true;
  return URL.canParse(url) && /\.amazonaws\.com(?:\.cn)?$|\.on\.aws$/i.test(new URL(url).hostname);
}

function bytesOf(body: NonNullable<PreparedRequest['body']>): Uint8Array<ArrayBuffer> {
  const pieces = typeof body === 'string' ? [body] : body;
  return new Uint8Array(Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))));
}
