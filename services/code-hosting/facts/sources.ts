import { documented, reference } from './source-document';

/** The header table of every request. */
export const fromHeaders = documented('Common request headers');
/** The webhook's table. */
export const fromWebhook = documented('Webhook');
/** The configuration's table. */
export const fromConfig = documented('Webhook configuration (config)');
/** The table of the delivery list's items. */
export const fromDeliverySummary = documented('Delivery summary (list items)');
/** The description of a single delivery. */
export const fromDeliveryDetail = documented('Delivery detail (single read)');
/** The operations on the collaborators of classic projects. */
export const fromCollaborators = documented('Project (classic) collaborators');
/** The table of users. */
export const fromUser = documented('User object (list of collaborators, permission response)');
/** The operations on webhooks and their four rules. */
export const fromHooks = documented('Repository webhooks');
/** The states of a webhook. */
export const fromStates = documented('States and transitions');
/** The kinds of events. */
export const fromEvents = documented('Events');
/** Permissions and scopes. */
export const fromAuthentication = documented('Authentication');
/** What each error status means. */
export const fromErrors = documented('Errors');
/** Page sizes. */
export const fromLimits = documented('Limits');
/** The version header. */
export const fromVersioning = documented('Versioning');

/** The public description of the vendor's API, as of the given date. */
export const openApi = 'GitHub OpenAPI description, 2026-09';
/** The last public description that includes classic projects. */
export const retiredOpenApi = 'GitHub OpenAPI description, version 18, the last one with classic projects';
/** The public list of the operations on classic projects. */
export const projectRoutes = 'octokit/routes, 2020';
/** The vendor's lists of what tokens need. */
export const permissionLists = 'GitHub documentation, permissions required for fine-grained personal access tokens';
/** The vendor's public documentation. */
export const vendorDocs = 'GitHub documentation, webhooks';
/** The vendor's page on errors. */
export const troubleshooting = 'GitHub documentation, troubleshooting the REST API';
/** The vendor's announcement of the newer version. */
export const versionNotice = 'GitHub changelog, 2026-03-12';

/** Reference provenance next to the webhook operations. */
export const referenceOnHooks = reference('Repository webhooks', openApi);
/** Reference provenance next to the collaborator operations. */
export const referenceOnCollaborators = reference('Project (classic) collaborators', retiredOpenApi);
/** Reference provenance next to the limits, because the document gives no rates. */
export const referenceOnRates = reference('Limits', 'GitHub documentation, rate limits for the REST API');
/** Reference provenance next to 304, because the document does not name the header fields that lead to it. */
export const referenceOnNotModified = reference(
  'Errors',
  'GitHub documentation, best practices for using the REST API',
);
/** Reference provenance in addition to the table of error statuses, because it gives no bodies. */
export const referenceOnErrors = reference('Errors', openApi);
/** Reference provenance next to the header table. */
export const referenceOnHeaders = reference('Common request headers', troubleshooting);
/** Reference provenance next to the page sizes, because no document gives a minimum. */
export const referenceOnLimits = reference('Limits', 'meaning of the parameter; the source states no minimum');
/** Reference provenance next to the scopes, because the document names only those of the configuration. */
export const referenceOnAuthentication = reference('Authentication', 'GitHub documentation, scopes for OAuth apps');
/** Reference provenance next to the limits, because the document does not limit the number of webhooks. */
export const referenceOnHooksLimits = reference('Limits', 'GitHub documentation, troubleshooting webhooks');
