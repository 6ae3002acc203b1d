import { AREAS } from './areas.ts'
import { kindTouching, type EventKind } from './event-kind.ts'

const maintenance = kindTouching('status', 'uiConfig')
const setting = kindTouching('uiConfig')
const banner = kindTouching('banners')
const edge = kindTouching('edge')
const requestLog = kindTouching('requestLog')
const read = kindTouching('changeRequests')
const shown = kindTouching('users', 'me')
const logOnly = kindTouching()
const snapshot = kindTouching('snapshots')
const everything = kindTouching(...AREAS)

/** Events of the instance itself, and of what its pages have shown people. */
export const INSTANCE_EVENTS = {
  // the changes of an undo have their own events in the same write
  'changes-undone': logOnly('Changes undone', '{user} undid {name}'),
  'part-restored': logOnly('Earlier state restored', '{user} restored {name}'),
  'maintenance-mode-updated': maintenance(
    'Maintenance mode switched',
    '{user} turned maintenance mode {onOrOff}',
  ),
  'request-log-updated': requestLog('Request log switched', '{user} turned the log of requests {onOrOff}'),
  'cors-updated': setting(
    'CORS origins updated',
    '{user} updated the origins whose pages may use the frontend API',
  ),
  'banner-created': banner('Banner created', '{user} created banner {banner}'),
  'banner-updated': banner('Banner updated', '{user} updated banner {banner}'),
  'banner-deleted': banner('Banner deleted', '{user} deleted banner {banner}'),
  'cdn-token-created': edge('CDN token requested', '{user} requested the CDN token {name}'),
  'streams-disconnected': edge('Streams disconnected', '{user} ended all streams of SDKs'),
  'email-settings-updated': setting('E-mail settings updated', '{user} updated the e-mail settings'),
  'instance-settings-updated': setting('Settings updated', '{user} updated the settings file'),
  'email-tested': logOnly('E-mail tested', '{user} sent a test message to {name}'),
  'database-move-started': logOnly('Database move started', '{user} started to move all data to {name}'),
  'snapshot-created': snapshot('Snapshot taken', '{user} took the snapshot {snapshot}'),
  'snapshot-restored': everything(
    'Snapshot restored',
    '{user} restored the configuration from the snapshot {snapshot}',
    { affectsClients: true },
  ),
  'snapshot-deleted': snapshot('Snapshot deleted', '{user} deleted the snapshot {snapshot}'),
  'licence-updated': setting('Licence key updated', '{user} stored a licence key'),
  'notifications-read': read('Notifications read', '{user} has read notifications'),
  'user-splash-seen': shown('Splash page seen', '{user} has seen the splash page {name}'),
  'user-feedback-given': shown('Feedback asked for', '{user} was asked for feedback on {name}'),
} as const satisfies Record<string, EventKind>
