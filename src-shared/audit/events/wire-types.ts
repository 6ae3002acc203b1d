import { EVENT_TYPES, type EventType } from './catalogue.ts'

/**
 * Event types that the published contract does not have: each with the published type that stands for it over HTTP, or
 * null where HTTP callers do not get the event (ADR 0027). The window gets all of them under their own types.
 */
const UNPUBLISHED = {
  'auth-settings-updated': 'setting-updated',
  'cors-updated': 'setting-updated',
  'email-settings-updated': 'setting-updated',
  'instance-settings-updated': 'setting-updated',
  'licence-updated': 'setting-updated',
  'maintenance-mode-updated': 'setting-updated',
  'request-log-updated': 'setting-updated',
  'seen-contexts-updated': 'setting-updated',
  'scim-settings-updated': 'setting-updated',
  'scim-token-generated': 'setting-updated',
  'service-account-token-created': 'pat-created',
  'service-account-token-deleted': 'pat-deleted',
  'user-password-changed': 'user-updated',
  'signal-delivery-id-set': 'signal-endpoint-updated',
  'signal-order-set': 'signal-endpoint-updated',
  'signal-sender-secret-removed': 'signal-endpoint-token-updated',
  'signal-sender-secret-set': 'signal-endpoint-token-updated',
  'actions-executed': null,
  'actions-failures-dismissed': null,
  'actions-reset': null,
  'actions-retried': null,
  'actions-rules-updated': 'actions-updated',
  'addon-tested': null,
  'expectation-created': null,
  'expectation-deleted': null,
  'expectation-excepted': null,
  'expectation-updated': null,
  'expectation-warned': null,
  'expectations-unchecked': null,
  'policy-created': null,
  'policy-deleted': null,
  'policy-excepted': null,
  'policy-updated': null,
  'policy-warned': null,
  'feature-override-removed': null,
  'feature-override-set': null,
  'application-deleted': null,
  'application-updated': null,
  'change-request-comment-added': null,
  'change-request-title-updated': null,
  'changes-undone': null,
  'database-move-started': null,
  'snapshot-created': null,
  'snapshot-deleted': null,
  'snapshot-restored': null,
  'email-subscribed': null,
  'email-tested': null,
  'email-unsubscribed': null,
  'listener-added': null,
  'listener-removed': null,
  'listener-updated': null,
  'milestone-strategy-updated': null,
  'mirror-synchronised': null,
  'mirrored-flag-changed': null,
  'mirrored-flag-removed': null,
  'notifications-read': null,
  'part-restored': null,
  'project-code-folders-updated': null,
  'provider-accounts-forgotten': null,
  'remote-created': null,
  'remote-deleted': null,
  'remote-pulled': null,
  'remote-updated': null,
  'reset-password-link-created': null,
  'safeguard-triggered': null,
  'seen-contexts-forgotten': null,
  'streams-disconnected': null,
  'signal-replayed': null,
  'signal-sent': null,
  'signal-set-aside': null,
  'upgrade-report-forgotten': null,
  'user-feedback-given': null,
  'user-login': null,
  'user-sessions-ended': null,
  'user-splash-seen': null,
} as const satisfies Partial<Record<EventType, string | null>>

type Unpublished = typeof UNPUBLISHED

/** An event type of the published contract. */
export type WireEventType =
  Exclude<EventType, keyof Unpublished> | NonNullable<Unpublished[keyof Unpublished]>

/** Types of events that only the window gets. */
export const WITHHELD_EVENT_TYPES: readonly EventType[] = EVENT_TYPES.filter(
  (type) => wireTypeOf(type) === null,
)

/** Every type that an event can have over HTTP. */
export const WIRE_EVENT_TYPES: readonly WireEventType[] = [
  ...new Set(EVENT_TYPES.map(wireTypeOf).filter((type) => type !== null)),
]

/** Returns the type that an event has over HTTP; null: it is withheld. */
export function wireTypeOf(type: EventType): WireEventType | null {
  return isUnpublished(type) ? UNPUBLISHED[type] : type
}

/** Returns the types of the log that have this type over HTTP. */
export const storedTypesOf = (wire: string): EventType[] =>
  EVENT_TYPES.filter((type) => wireTypeOf(type) === wire)

function isUnpublished(type: EventType): type is keyof Unpublished {
  return Object.hasOwn(UNPUBLISHED, type)
}
