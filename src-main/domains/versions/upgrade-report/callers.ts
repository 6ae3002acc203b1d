import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import { ownValue } from '#shared/own-value.ts'
import { namesSdk } from '#shared/versions/rules/index.ts'
import { nameOf } from '#kernel/caller.ts'
import type { HttpExchange } from '#kernel/request-watch.ts'
import type { StoredJudgedCall } from './judged-calls.store.ts'

/** Maximum length of a name. Anyone may send any text, and a longer one is of no use on a screen. */
const MAX_NAME = 100

/** Maximum length of a text by which a caller is found again. Longer texts are parsed anew. */
const MAX_REMEMBERED = 300

/** Maximum number of callers remembered for each token name. */
const MAX_OF_NAME = 32
const MAX_NAMES = 1000

export const REGISTRATION_OPERATIONS: readonly OperationId[] = [
  'registerClientApplication',
  'registerFrontendClient',
]

/** Identity of a caller, by which callers are told apart. */
export type CallerIdentity = Pick<StoredJudgedCall, 'caller' | 'callerKind' | 'appName' | 'sdk'>

/** Caller and its records: one for each subject, and those that every request of a kind counts in. */
export interface Caller<Noted, Kind> {
  readonly who: CallerIdentity
  /** True if the program is an SDK that reports its version. */
  readonly isSdk: boolean
  /** By its subject. */
  readonly noted: Map<string, Noted>
  readonly always: Map<Kind, readonly Noted[]>
  /** Values from the request, by which the caller is found again. */
  readonly sdkText: unknown
  readonly agent: string | string[] | undefined
  readonly appName: unknown
}

/**
 * Recent callers. SDKs send many requests, so a caller is found by comparing a few texts with those of
 * earlier requests. Parsing the texts and building a key would be most of the cost of judging a request. A
 * caller that is not found need not be new.
 */
export class Callers<Noted, Kind> {
  readonly #byName = new Map<string, Caller<Noted, Kind>[]>()

  of(call: HttpExchange): Caller<Noted, Kind> {
    const { actor, request } = call
    const { headers } = request
    const name = nameOf(actor)
    const said = headers['unleash-sdk']
    const sdkText = said ?? sdkOfRegistration(call)
    // a reported SDK identifies the caller; browsers would only multiply the entries
    const agent = said === undefined ? headers['user-agent'] : undefined
    const appName = headers['unleash-appname'] ?? inObject(call.body) ?? inObject(request.query)
    const ofName = this.#byName.get(name)
    if (ofName)
      for (const one of ofName)
        if (
          one.sdkText === sdkText &&
          one.appName === appName &&
          one.agent === agent &&
          one.who.callerKind === actor.kind
        )
          return one
    const sdk = sdkOf(sdkText, agent)
    const program = sdk ?? said ?? agent
    const who = { caller: name, callerKind: actor.kind, appName: textOf(appName), sdk: textOf(program) }
    const found: Caller<Noted, Kind> = {
      who,
      isSdk: sdk !== undefined,
      noted: new Map(),
      always: new Map(),
      sdkText,
      agent,
      appName,
    }
    if ([sdkText, agent, appName].every(isShort)) this.#remember(name, found)
    return found
  }

  forget(): void {
    this.#byName.clear()
  }

  #remember(name: string, found: Caller<Noted, Kind>): void {
    const ofName = this.#byName.get(name)
    if (ofName) {
      if (ofName.length >= MAX_OF_NAME) ofName.shift()
      ofName.push(found)
    } else {
      if (this.#byName.size >= MAX_NAMES) this.#byName.clear()
      this.#byName.set(name, [found])
    }
  }
}

/** Finds the SDK's name and version: as reported in a header or at registration, else from the user agent. */
function sdkOf(said: unknown, agent: unknown): string | undefined {
  if (typeof said === 'string') return namesSdk(said) ? said : undefined
  return typeof agent === 'string' && isUnleash(agent) && namesSdk(agent) ? agent : undefined
}

/** Other programs have names and versions, too. */
const isUnleash = (agent: string) => /^unleash/i.test(agent)

const sdkOfRegistration = ({ operation, body }: HttpExchange): unknown =>
  operation && (REGISTRATION_OPERATIONS as readonly string[]).includes(operation.operationId)
    ? property(body, 'sdkVersion')
    : undefined

/**
 * Reads `appName` from a body or query, as SDKs send it at registration, in metrics or in an evaluation
 * context.
 */
const inObject = (value: unknown): unknown => property(value, 'appName')

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? ownValue(value, name) : undefined

const isShort = (value: unknown) =>
  value === undefined || (typeof value === 'string' && value.length <= MAX_REMEMBERED)

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME) : null
