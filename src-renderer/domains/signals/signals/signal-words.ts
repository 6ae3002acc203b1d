import type { DeliveryIdPlace, ListedOutcome } from '#shared/signals/rules/index.ts'
import type { SenderScheme } from '#shared/signals/schemas/sender.ts'
import type { FoundSignal, SignalProof, SignalUsage, TokenKind } from '#shared/signals/schemas/signal.ts'
import { counted, figure } from '#ui/figures.ts'

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

/** Texts for the places of the id of a delivery. */
export const PLACE_WORDS: Record<DeliveryIdPlace['in'], string> = {
  known: 'Headers of known senders',
  header: 'A header',
  path: 'A path in the payload',
  none: 'None: each request is a signal of its own',
}

export const isPlaceOf = (text: string): text is DeliveryIdPlace['in'] => Object.hasOwn(PLACE_WORDS, text)

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
