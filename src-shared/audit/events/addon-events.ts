import { kindTouching, type EventKind } from './event-kind.ts'

const kind = kindTouching('integrations')

/** Events of integrations. What is secret of them is masked in the data. */
export const ADDON_EVENTS = {
  'addon-config-created': kind('Integration created', '{user} created a {integration} integration'),
  'addon-config-updated': kind('Integration updated', '{user} updated a {integration} integration'),
  'addon-config-deleted': kind('Integration deleted', '{user} deleted a {integration} integration'),
  'addon-tested': kind('Integration tested', '{user} sent a test of a {integration} integration'),
} as const satisfies Record<string, EventKind>
