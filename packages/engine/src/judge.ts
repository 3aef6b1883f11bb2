import { lossesOf, lossesOfBody } from '@rulebook/sender/plan/losses-of';
import type { JudgedRequest } from '@rulebook/sender/ports/ways';
import type { Block } from '@rulebook/request-file/syntax/model';
import { blockOfRecorded, blockOfWire } from '@rulebook/request-file/syntax/wire-block';
import { withoutTrailing } from '@rulebook/text/trim';
import { readUrl, withoutDots } from '@rulebook/text/url';
import type { Engine } from './model';
import type { Reader } from './reader';

/** Creates what judges filled requests. */
export function createJudge({ parserIn, bind }: Pick<Reader, 'parserIn' | 'bind'>): Pick<Engine, 'judge'> {
  return {
    judge(request, { context }) {
      const { place } = request;
      const others = context.endpoints.filter(({ name }) => name !== place?.name);
      const own = place === undefined ? context : { ...context, endpoints: [place, ...others] };
      const binding = bind(blockOfSent(request, parserIn(context).takesLines), own);
      if (binding === undefined) return { losses: [], lossesOfBody: [] };
      const { operation } = binding;
      return {
        ...(operation && { operation: operation.id, template: operation.path }),
        losses: lossesOf(binding),
        lossesOfBody: lossesOfBody(binding),
      };
    },
  };
}

/** Makes a block of a request that is judged, with its path behind the base URL of its endpoint. */
function blockOfSent(request: JudgedRequest, takesLines: (path: string) => boolean): Block {
  const { method, url, place, headers, body } = request;
  const block =
    place === undefined
      ? blockOfRecorded({ method, url: normalUrl(url), headers, body }, takesLines)
      : blockOfWire({ method, target: targetBehind(url, place.baseUrl), headers, body }, place.name, takesLines);
  if (block.request === undefined) return block;
  const { target } = block.request;
  const segments = target.segments.map((one) => ({ ...one, hasPlaceholder: one.text.includes('{{') }));
  return { ...block, request: { ...block.request, target: { ...target, segments } } };
}

function targetBehind(url: string, baseUrl: string): string {
  const { path = '/', rest = '' } = readUrl(url) ?? {};
  const base = withoutTrailing(readUrl(baseUrl)?.path ?? '', '/');
  const behind = path.startsWith(base) ? path.slice(base.length) : path;
  return `${withoutDots(behind) || '/'}${rest}`;
}

/** Returns the URL with the dots in its path resolved, as HTTP clients do. */
function normalUrl(url: string): string {
  const parts = readUrl(url);
  const origin = /^\s*[a-z][a-z0-9+.-]*:[/\\]{2}[^/\\?#]*/i.exec(url)?.[0];
  if (parts === undefined || origin === undefined || parts.path === '') return url;
  return `${origin}${withoutDots(parts.path) || '/'}${parts.rest}`;
}
