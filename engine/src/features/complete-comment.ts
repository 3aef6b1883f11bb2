import type { CheckContext } from '../binding/model';
import type { Catalogue } from '../catalogue/model';
import type { Rule } from '../rules/rule';
import type { Block } from '../syntax/model';
import { directiveNamed, directives } from './directives';
import { knownVersions } from './known-versions';
import type { Offer } from './offer';
import type { Site } from './site-at';

type SiteOf<K extends Site['kind']> = Extract<Site, { readonly kind: K }>;

/** Offers the directives that the block does not have yet. */
export function completeDirectiveName(site: SiteOf<'directive-name'>, block: Block): readonly Offer[] {
  const given = block.directives.filter(({ name }) => name.span.start !== site.span.start).map(({ name }) => name.text);
  const offers = directives
    .filter(({ name }) => !given.includes(name))
    .map<Offer>(({ name, summary }) => ({
      label: `@${name}`,
      kind: 'directive',
      reference: { of: 'directive', name },
      span: site.span,
      newText: `${site.hasAt ? '' : '@'}${name} `,
      filterText: `${site.hasAt ? '' : '@'}${name}`,
      detail: summary,
      rank: 0,
      triggersNext: true,
    }));
  return site.hasAt ? offers : [...offers, ignoreOffer(site)];
}

/** The word that begins a comment which silences rules. */
const ignoreWord = 'rulebook-ignore';

/** Offers the comment that silences rules for the next line. */
function ignoreOffer(site: SiteOf<'directive-name'>): Offer {
  return {
    label: ignoreWord,
    kind: 'directive',
    reference: { of: 'text', text: `**\`# ${ignoreWord}\`** · comment\n\n${ignoreSummary}` },
    span: site.span,
    newText: `${ignoreWord} `,
    detail: ignoreSummary,
    rank: 1,
    triggersNext: true,
  };
}

const ignoreSummary = 'Silences the rules that are named, or all, for the next line.';

/** Offers the rules that a `# rulebook-ignore` comment does not name yet, each with what it reports. */
export function completeIgnoredRule(site: SiteOf<'ignored-rule'>, rules: readonly Rule[]): readonly Offer[] {
  return rules
    .filter(({ id }) => !site.others.includes(id))
    .map(({ id, docs }) => ({
      label: id,
      kind: 'value',
      reference: { of: 'text', text: `**\`${id}\`** · rule\n\n${docs.what}` },
      span: site.span,
      newText: id,
      detail: docs.what,
      rank: 0,
    }));
}

/** Offers the values of a directive: the names of endpoints, versions in which something changed, and kinds of deployment. */
export function completeDirectiveValue(
  site: SiteOf<'directive-value'>,
  context: CheckContext,
  catalogue: Catalogue,
): readonly Offer[] {
  return valuesOf(site.name, context, catalogue).map(({ text, detail }) => ({
    label: text,
    kind: 'value',
    reference: { of: 'directive', name: site.name },
    span: site.span,
    newText: text,
    detail,
    rank: 0,
  }));
}

function valuesOf(
  name: string,
  { endpoints }: CheckContext,
  catalogue: Catalogue,
): readonly { readonly text: string; readonly detail: string }[] {
  if (name === 'endpoint') {
    return endpoints.map((endpoint) => ({ text: endpoint.name, detail: `${endpoint.service} · ${endpoint.baseUrl}` }));
  }
  if (name === 'target') {
    const versions = endpoints.flatMap(({ version, name: owner }) =>
      version ? [{ text: version, detail: owner }] : [],
    );
    const named = knownVersions(catalogue).map(({ version, news }) => ({
      text: version,
      detail: `first with ${news.slice(0, 3).join(', ')}${news.length > 3 ? ', …' : ''}`,
    }));
    const all = [...versions, ...named];
    return all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
  }
  return (directiveNamed(name)?.values ?? []).map((text) => ({ text, detail: '' }));
}
