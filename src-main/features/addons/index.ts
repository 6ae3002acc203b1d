/**
 * Addons, which people know as integrations: third parties that are told of events (webhooks, chats, monitoring). It
 * guards that secrets are never shown, that nothing is sent into private networks, and that no event is left out.
 */
export { AddonOutbox } from './addon-outbox.ts'
export { addonsHttp } from './addons.http.ts'
export { addonsRpc } from './addons.rpc.ts'
export type { UrlPolicy } from './url-policy.ts'
