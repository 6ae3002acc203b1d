import { environmentOf, presentFields, type EvaluationContext } from '#shared/flags/evaluation/index.ts'
import type { Caller } from '#kernel/caller.ts'

const ROOT_FIELDS = ['userId', 'sessionId', 'remoteAddress', 'appName', 'currentTime'] as const

interface Defaults {
  environment: string
  /** The address of the caller. */
  remoteAddress: string | undefined
  /** Returns a number in [0, 1). */
  random: () => number
}

/**
 * Builds the evaluation context of a request: known fields by name, all others as properties, null as absent.
 * Defaults are the token's environment, the address of the connection, and a random session.
 */
export function toContext(
  sent: Record<string, unknown>,
  { environment, remoteAddress, random }: Defaults,
): EvaluationContext {
  const context: EvaluationContext = {}
  const properties = presentFields(asObject(sent['properties']))
  for (const [field, value] of Object.entries(presentFields(sent))) {
    if (field === 'properties' || field === 'environment') continue
    if (isRootField(field)) {
      if (isScalar(value)) context[field] = String(value)
    } else properties[field] = value
  }
  context.environment = environmentOf(sent, environment)
  context.properties = properties
  if (context.remoteAddress === undefined && remoteAddress !== undefined)
    context.remoteAddress = remoteAddress
  context.sessionId ??= String(Math.floor(random() * 1_000_000_000))
  return context
}

/** Checks whether a context has its own session id. */
export const hasSessionId = (sent: Record<string, unknown>) => isScalar(sent['sessionId'])

const isRootField = (field: string): field is (typeof ROOT_FIELDS)[number] =>
  (ROOT_FIELDS as readonly string[]).includes(field)

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Removes a session that was made up for one request: it is nobody's. */
export function withoutSession({ sessionId: _madeUp, ...context }: EvaluationContext): EvaluationContext {
  return context
}

/** Address of a caller, without the prefix that an IPv6 socket gives IPv4 addresses. */
export const addressOf = ({ ip }: Caller) => ip?.replace(/^::ffff:/, '')

interface Headers {
  'x-halyard-reason'?: string | undefined
  'unleash-appname'?: string | undefined
  'unleash-sdk'?: string | undefined
}

/** Reads what a request says of the SDK that sent it. */
export const requestOrigin = (headers: Headers) => ({
  withReasons: headers['x-halyard-reason'] === 'true',
  appName: headers['unleash-appname'],
  sdk: headers['unleash-sdk'],
})
