import { definitionOf, isPermission } from '#shared/access/permissions/index.ts'
import { EVENTS } from '#shared/audit/events/index.ts'
import { ownValue } from '#shared/own-value.ts'

/** Texts that the HTTP contract fixes word for word, each with the window's own words for it. */
const PHRASES: readonly (readonly [contract: string, ours: string])[] = [
  [
    'Unleash is currently in maintenance mode.',
    'The service is in maintenance mode. Changes are refused until it is turned off.',
  ],
  [
    'You must log in to use Unleash. Your request had no authorization header, so we could not authorize you.',
    'You must sign in.',
  ],
  ['You must log in to use Unleash.', 'You must sign in.'],
  [
    'The Webhook Addon introduces a generic way to post messages from Unleash to third party services. Unleash allows you to define a webhook which listens for changes in Unleash and posts them to a third party services.',
    'Sends each selected event to a URL of your choice.',
  ],
  [
    'A Webhook is a generic way to post messages from Unleash to third party services.',
    'Sends events to any URL.',
  ],
  [
    '(Required) Unleash will perform a HTTP Post to the specified URL (one retry if first attempt fails)',
    '(Required) Each event is sent to this URL as an HTTP POST, with one retry.',
  ],
  ['Unleash Release Template', 'Progressive rollout'],
  ['Unleash Admin Token User', 'an admin API token'],
  ['Unleash Admin Token', 'an admin API token'],
  ['Unleash System', 'the system'],
  ['unleash_admin_token', 'an admin API token'],
  ['unleash_system_user', 'the system'],
]

/** Sentences of the contract that name something, or that say feature and addon for what the window calls flag and integration. */
const SENTENCES: readonly (readonly [contract: RegExp, ours: string])[] = [
  [/There's no feature named "([^"]+)" in project "([^"]+)"/g, 'Project "$2" has no flag named "$1"'],
  [/^Could not find addon$/, "This integration doesn't exist or was deleted."],
  [
    /^The following features already exist in this project and will be overwritten:/,
    'These flags already exist in this project and will be overwritten:',
  ],
]

const REQUIRES = /^You don't have the required permissions/

/** Gives the permissions that an error requires the names they have in the editor of roles. */
const namePermissions = (text: string): string =>
  REQUIRES.test(text)
    ? text.replaceAll(/"([A-Z][A-Z_]{1,80})"/g, (quoted, name: string) =>
        isPermission(name) ? `“${definitionOf(name).displayName}”` : quoted,
      )
    : text

/** Rewords a text of the contract in the window's terms. Other texts stay unchanged. */
export function rewordContractText(text: string): string {
  const said = SENTENCES.reduce(
    (before, [contract, ours]) => before.replace(contract, ours),
    namePermissions(text),
  )
  if (!/unleash/i.test(said)) return said
  return PHRASES.reduce((before, [contract, ours]) => before.replaceAll(contract, ours), said)
}

/** Names a kind of account as sentences do. */
export const accountInWords = (type: 'User' | 'Service Account'): string =>
  type === 'User' ? 'User' : 'Service account'

/** The id that the contract gives to whoever acts with an admin API token. */
const ADMIN_TOKEN_USER_ID = -42

/** Names the author of an event; a token's name alone would look like a user's. */
export const authorInWords = (event: { createdBy: string; createdByUserId: number }): string =>
  event.createdByUserId === ADMIN_TOKEN_USER_ID && !/unleash/i.test(event.createdBy)
    ? `API token ${event.createdBy}`
    : rewordContractText(event.createdBy)

/** Names what an event was. Other services label many of theirs by the type alone. */
export const eventInWords = ({ type, label }: { type: string; label: string }): string =>
  label === type ? (ownValue(EVENTS, type)?.label ?? label) : label
