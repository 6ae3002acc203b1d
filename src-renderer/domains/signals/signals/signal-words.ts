import type { ListedOutcome } from '#shared/signals/rules/index.ts'
import type { SenderScheme } from '#shared/signals/schemas/sender.ts'
import type { FoundSignal, SignalProof, SignalUsage, TokenKind } from '#shared/signals/schemas/signal.ts'
import { counted, exactTime, figure } from '#ui/figures.ts'

/** Gets the sender of a signal: the name of the token, or the user who sent it from here. */
export function senderOf({
  tokenName,
  sentBy,
  replayOf,
}: Pick<FoundSignal, 'tokenName' | 'sentBy' | 'replayOf'>): string {
  if (replayOf !== null) return `replay by ${sentBy ?? 'somebody'}`
  if (sentBy !== null) return `sent by ${sentBy}`
  return tokenName ?? 'unknown'
}

/** Texts for the outcomes of signals, for badges and filters. */
export const OUTCOME_WORDS: Record<
  ListedOutcome,
  { label: string; tone: 'neutral' | 'accent' | 'success' | 'danger' }
> = {
  failed: { label: 'Failed', tone: 'danger' },
  partly: { label: 'Partly failed', tone: 'danger' },
  aside: { label: 'Set aside', tone: 'danger' },
  waiting: { label: 'Waiting', tone: 'accent' },
  done: { label: 'Done', tone: 'success' },
  reset: { label: 'Reset', tone: 'success' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  none: { label: 'No match', tone: 'neutral' },
}

/** Says that a delivery came again; undefined: it came once. */
export const repetitionsOf = ({ delivery }: Pick<FoundSignal, 'delivery'>): string | undefined =>
  delivery && delivery.times > 1 ? `received ${figure(delivery.times)} times` : undefined

/** Texts for the ways in which the sender of a signal was known. */
export const PROOF_WORDS: Record<SignalProof, string> = {
  token: 'by its token',
  signature: 'by a signature of the body',
  'standard-webhooks': 'by a signature of Standard Webhooks',
}

/** Texts for the ways in which senders sign. */
export const SCHEME_WORDS: Record<SenderScheme, string> = {
  body: 'HMAC of the body',
  webhook: 'Standard Webhooks',
  'webhook-ed25519': 'Standard Webhooks, Ed25519',
}

/** Texts for a field that names a place in the requests of a sender. */
export interface PlaceWords {
  label: string
  places: readonly { value: string; label: string; hint: string }[]
  /** Labels of the name, where the place has one. */
  header: string
  path: string
  sample: { header: string; path: string }
}

const REPEATED = 'A delivery that comes again with its id is not stored again, and starts no action.'
const OLDER =
  'A signal that comes after a newer one of its token is marked as late. Times and numbers are compared.'

/** Texts for the place of the id of a delivery. */
export const DELIVERY_ID_WORDS: PlaceWords = {
  label: 'Delivery id',
  places: [
    {
      value: 'known',
      label: 'Headers of known senders',
      hint: 'Of Standard Webhooks, GitHub, GitLab, Sentry and PagerDuty. Other signals are all different.',
    },
    { value: 'header', label: 'A header', hint: REPEATED },
    { value: 'path', label: 'A path in the payload', hint: REPEATED },
    {
      value: 'none',
      label: 'None: each request is a signal of its own',
      hint: 'A delivery that comes again is stored again, unless its sender signs as Standard Webhooks does.',
    },
  ],
  header: 'Name of the header',
  path: 'Path in the payload',
  sample: { header: 'X-Delivery-Id', path: 'event.id' },
}

/** Texts for the place of the order of signals. */
export const ORDER_WORDS: PlaceWords = {
  label: 'Order of signals',
  places: [
    {
      value: 'none',
      label: 'None: no signal is late',
      hint: 'Choose where a signal has its time or its number.',
    },
    { value: 'header', label: 'A header', hint: OLDER },
    { value: 'path', label: 'A path in the payload', hint: OLDER },
  ],
  header: 'Header of the order',
  path: 'Path of the order',
  sample: { header: 'webhook-timestamp', path: 'event.occurred_at' },
}

const FIRST_TIME = Date.UTC(2001, 8, 9)

/** Says of a late signal how late it is; undefined: it is not late. */
export function latenessOf({ late }: Pick<FoundSignal, 'late'>): string | undefined {
  if (!late) return undefined
  const { order, newest } = late
  // numbers of a sequence are smaller than times in milliseconds
  if (newest < FIRST_TIME) return `Number ${order}, after ${newest}`
  return `Of ${exactTime(new Date(order).toISOString())}, after one of ${exactTime(new Date(newest).toISOString())}`
}

/** Counts the listed signals: of a search, only those found so far. */
export function foundInWords(
  listed: number,
  total: number | undefined,
  hasMore: boolean,
): string | undefined {
  if (total !== undefined) return counted(total, 'signal')
  return hasMore ? `${counted(listed, 'signal')} so far` : counted(listed, 'signal')
}

/** Describes the usage of limits, on one line: "2 of 5 endpoints · up to …". */
export function usageInWords(usage: SignalUsage): string {
  const { endpoints, tokensPerEndpoint, perSecond, payloadBytes, stored } = usage
  return [
    `${endpoints.used} of ${counted(endpoints.limit, 'endpoint')}`,
    `up to ${counted(tokensPerEndpoint, 'token')} each`,
    `${counted(perSecond, 'signal')} a second`,
    `${Math.round(payloadBytes / 1024)} kB each`,
    `${figure(stored.used)} of ${figure(stored.limit)} kept, for ${counted(stored.days, 'day')}, ${figure(Math.ceil(stored.bytes / 1_000_000))} of ${figure(stored.megabytes)} MB`,
  ].join(' · ')
}

const PRESENTED: Record<TokenKind, string> = {
  none: 'no token',
  unknown: 'unknown token',
  client: 'backend token of SDKs',
  frontend: 'frontend token of SDKs',
  admin: 'admin token',
  personal: 'personal access token',
  session: 'session, no token',
  signal: 'signal token',
}
export const presentedInWords = (kind: TokenKind): string => PRESENTED[kind]

/** Parses typed text as JSON; returns the error if it is invalid. */
export function parsePayload(text: string): { payload: unknown } | { problem: string } {
  if (text.trim() === '') return { payload: {} }
  try {
    return { payload: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'This is not valid JSON' }
  }
}
