import type { Operation } from '#shared/contract/index.ts'
import { isReading } from '#shared/contract-engine/is-reading.ts'
import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import type { ErrorRecord } from '#shared/errors/error-table.ts'
import { listTags } from '#shared/flags/contract/feature-tags.ts'
import { getUiConfig } from '#shared/instance/contract/ui-config.ts'
import { ownValue, isRecord } from '#shared/own-value.ts'
import { packAnswer, MAX_CHANGES, WriteAnswer } from '#shared/rpc/rpc-transformer.ts'
import {
  lackElsewhere,
  NOT_OFFERED,
  UNKNOWN_SERVICE,
  UNKNOWN_VERSION,
  type Edition,
  type ServiceFacts,
} from '#shared/versions/rules/offered-elsewhere.ts'
import { toVersion } from '#shared/versions/rules/to-version.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { RpcCall, RpcFailure, SubscriptionMessage } from '#transport/rpc/responder.ts'
import type { ProfileConnection, Waiting } from '../connection.ts'
import { operationOf } from '../reading-calls.ts'
import { failureAt, failureOf, failureWith } from '../remote-failure.ts'
import { plainAnswer, readAnswer } from './original-answer.ts'
import { requestOf, type OriginalRequest } from './original-request.ts'
import { Pace, type ReadResponse } from './pace.ts'

const CALLS = { timeoutMs: 30_000, maxBytes: 64 * 1024 * 1024 }
/** Pause between two reads of what a window shows: such a service has no stream of changes for it. */
const POLL_MS = 20_000

/** Changes that say no more than that something was written: the window then reads everything again. */
const ANY_CHANGE = Array.from({ length: MAX_CHANGES + 1 }, (_, index) => ({
  id: -1 - index,
  type: 'features-imported' as const,
}))

interface Options {
  /** Address of the service, without a slash at the end. */
  url: string
  /** Token, read anew for each call: somebody may have signed in since. */
  token: () => string | undefined
  outbound: Outbound
  pollMs?: number
}

/** Connection to a service by its published HTTP contract. */
export interface OriginalConnection extends ProfileConnection {
  /** Version and edition that the service names; unknown until they are read. */
  readonly facts: ServiceFacts
  /** Pause that the service asks for at the moment. */
  readonly waiting: Waiting | null
}

/** Procedures of the window that answer as an operation does, with more or less in the answer. */
const SAME: Readonly<Record<string, OperationId>> = {
  searchAllEvents: 'searchEvents',
  surveyPlayground: 'getAdvancedPlayground',
}

/** Parts that some versions answer by another operation of the same parameters. */
const APART: Readonly<Record<string, { part: string; from: Operation }>> = {
  getFeature: { part: 'tags', from: listTags },
}

/** Call of one who reads many flags, and reads answers as they are: nothing is mended, kept or added by other operations. */
interface OriginalCall extends RpcCall {
  isBare?: boolean | undefined
}

/** Connects to an Unleash-compatible service that is no Halyard: each call of the window becomes an HTTP request. */
export function connectToOriginal({ url, token, outbound, pollMs = POLL_MS }: Options): OriginalConnection {
  const client = outbound.within(CALLS)
  const pace = new Pace()
  let facts = UNKNOWN_SERVICE
  /** The first reading of the facts, which decide what the service is asked. */
  let reading: Promise<unknown> | undefined

  async function answer(call: OriginalCall): Promise<unknown> {
    const { path, type, signal, viewAs } = call
    if (type === 'subscription') {
      if (path !== 'changes') throw failureOf(new AppError('NotImplementedError', NOT_OFFERED))
      return polling(signal)
    }
    try {
      if (viewAs !== undefined) throw new AppError('NotImplementedError', NOT_OFFERED)
      if (path === 'status') return await status(signal)
      const operation = operationOf(ownValue(SAME, path) ?? path)
      if (!operation) throw new AppError('NotImplementedError', NOT_OFFERED)
      return await perform(operation, call)
    } catch (error) {
      throw error instanceof AppError ? failureOf(error) : error
    }
  }

  async function perform(operation: Operation, { input, signal, isBare }: OriginalCall): Promise<unknown> {
    const reads = isReading(operation)
    refuseLack(operation)
    // what keeps the facts from being read is met again by the request itself
    await (reading ??= status(signal).catch(() => (reading = undefined)))
    refuseLack(operation)
    const value = await exchange(operation, input, { signal, isBare })
    return packAnswer(reads ? value : new WriteAnswer(value, ANY_CHANGE))
  }

  function refuseLack(operation: Operation): void {
    const lack = lackElsewhere(operation, facts)
    if (lack !== undefined) throw new AppError('NotImplementedError', lack)
  }

  async function exchange(
    operation: Operation,
    input: unknown,
    { signal, isBare = false }: Pick<OriginalCall, 'signal' | 'isBare'>,
  ): Promise<unknown> {
    const request = requestOf(operation, input)
    // an answer that is kept may be older than what else is read
    const fresh = isBare ? { ...request, reads: false } : request
    const { status: code, text } = await send(fresh, signal)
    if (code >= 400 || code < 200) throw refused(code, text)
    if (isBare) return plainAnswer(operation, text)
    const value = readAnswer(operation, code, text)
    const apart = ownValue(APART, operation.operationId)
    if (!apart || typeof value !== 'object' || value === null || apart.part in value) return value
    const { params } = input as { params?: unknown }
    const rest = await exchange(apart.from, { params }, { signal })
    return { ...value, [apart.part]: partOf(rest, apart.part) }
  }

  async function send(
    { method, path, body, kind, reads }: OriginalRequest,
    signal: AbortSignal,
  ): Promise<ReadResponse> {
    const secret = token()
    const request = () =>
      client.fetch(url + path, {
        method,
        redirect: 'error',
        signal,
        headers: {
          accept: 'application/json',
          'unleash-appname': 'halyard',
          ...(secret === undefined ? {} : { authorization: secret }),
          // wanted of requests without a body, too
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      })
    try {
      return await pace.send(
        { kind, send: request, ...(reads ? { reads: `${path} ${body ?? ''}` } : {}) },
        signal,
      )
    } catch (error) {
      throw error instanceof AppError ? error : failureAt(url, error)
    }
  }

  async function status(signal: AbortSignal) {
    const { status: code, text } = await send(requestOf(getUiConfig, {}), signal)
    if (code !== 200) throw refused(code, text)
    const config = configIn(text)
    facts = config.facts
    return {
      url,
      contractVersion: facts.version ?? UNKNOWN_VERSION,
      compatible: facts,
      strict: null,
      dataDir: '',
      database: '',
      maintenance: config.maintenanceMode,
      writable: true,
      failure: null,
      lastDurableAt: null,
      lagMs: 0,
      longTurn: null,
      scenarioFails: false,
    }
  }

  /** Tells the window from time to time to read again what it shows, as after a lost connection. */
  async function* polling(signal: AbortSignal): AsyncGenerator<SubscriptionMessage> {
    while (!signal.aborted) {
      yield { type: 'state', state: 'connecting', error: null }
      yield { type: 'state', state: 'pending', error: null }
      await pause(pollMs, signal)
    }
  }

  return {
    url,
    get facts() {
      return facts
    },
    get waiting() {
      return pace.waiting
    },
    answer,
    close: async () => {},
  }
}

function configIn(text: string): { facts: ServiceFacts; maintenanceMode: boolean } {
  try {
    const config = JSON.parse(text) as unknown
    const version = partOf(config, 'version')
    return {
      facts: {
        version: (typeof version === 'string' ? toVersion(version) : undefined) ?? null,
        edition: editionIn(partOf(config, 'versionInfo')),
        takesFlagVariants: partOf(partOf(config, 'flags'), 'enableLegacyVariants') !== false,
      },
      maintenanceMode: partOf(config, 'maintenanceMode') === true,
    }
  } catch {
    throw new AppError(
      'StoreUnavailableError',
      'The address does not answer as such a service does. Check it.',
    )
  }
}

/** Reads the edition: a service names the version of the one that it is, and an empty text for the other. */
function editionIn(versionInfo: unknown): Edition | null {
  const current = partOf(versionInfo, 'current')
  if (partOf(current, 'enterprise')) return 'enterprise'
  return partOf(current, 'oss') ? 'oss' : null
}

const partOf = (value: unknown, name: string): unknown =>
  isRecord(value) ? ownValue(value, name) : undefined

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
  })

/** Makes a failure of the error of the service: its record as it is, or its text cut short. */
function refused(status: number, text: string): RpcFailure {
  const record = recordIn(text)
  const message =
    record?.message ?? `The service answers ${status}.${status === 404 ? ' It may not offer this.' : ''}`
  return failureWith(status, message, { id: '', name: 'InternalError', details: [], ...record, message })
}

function recordIn(text: string): Partial<ErrorRecord> | undefined {
  try {
    const value = JSON.parse(text) as Partial<ErrorRecord> | null
    if (typeof value !== 'object' || value === null) return undefined
    const { message, details } = value
    // without its texts it is no record
    if (typeof message !== 'string') return undefined
    return { ...value, message, details: Array.isArray(details) ? details : [] }
  } catch {
    return undefined
  }
}
