/**
 * Returns the method of a service's official client for an operation, by the operation's name in the published description:
 * `security.createApiKey` for `security.create_api_key`, `repos.createWebhook` for `repos/create-webhook`.
 */
export function clientMethodOf(name: string): string {
  return name
    .split(/[./]/)
    .map((part) => part.replace(/[-_]+(\w)/g, (_, first: string) => first.toUpperCase()))
    .join('.');
}
