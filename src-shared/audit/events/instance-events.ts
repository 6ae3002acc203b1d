import type { EventKind } from './event-kind.ts'

const kind = (label: string, summary: string): EventKind => ({ label, affectsClients: false, summary })

/** Events of the instance itself, and of what its pages have shown people. */
export const INSTANCE_EVENTS = {
  'maintenance-mode-updated': kind('Maintenance mode switched', '{user} turned maintenance mode on or off'),
  'cors-updated': kind(
    'CORS origins updated',
    '{user} updated the origins whose pages may use the frontend API',
  ),
  'banner-created': kind('Banner created', '{user} created banner {name}'),
  'banner-updated': kind('Banner updated', '{user} updated banner {name}'),
  'banner-deleted': kind('Banner deleted', '{user} deleted banner {name}'),
  'user-splash-seen': kind('Splash page seen', '{user} has seen the splash page {name}'),
  'user-feedback-given': kind('Feedback asked for', '{user} was asked for feedback on {name}'),
} as const satisfies Record<string, EventKind>
