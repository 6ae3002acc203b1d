import type { Operation } from '../../../src-shared/contract/index.ts'
import { isReading } from '../../../src-shared/contract-engine/is-reading.ts'
import type { OperationId } from '../../../src-shared/contract-engine/operation-ids/index.ts'
import type { ErrorRecord } from '../../../src-shared/errors/error-table.ts'
import { ownValue } from '../../../src-shared/own-value.ts'
import { packAnswer, MAX_CHANGES, WriteAnswer } from '../../../src-shared/rpc/rpc-transformer.ts'
import {
  lackElsewhere,
  NOT_OFFERED,
  UNKNOWN_VERSION,
} from '../../../src-shared/versions/rules/offered-elsewhere.ts'
import { toVersion } from '../../../src-shared/versions/rules/to-version.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Outbound } from '../../kernel/outbound.ts'
import type { RpcCall, RpcFailure, SubscriptionMessage } from '../../transport/rpc/responder.ts'
import type { ProfileConnection } from '../connection.ts'
import { operationOf } from '../reading-calls.ts'
import { failureAt, failureOf, failureWith } from '../remote-failure.ts'
import { readAnswer } from './original-answer.ts'
import { requestOf } from './original-request.ts'

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
  /** Version of the contract that the service names; null until it is read, or if it names none. */
  readonly version: string | null
}

/** Procedures of the window that answer as an operation does, with more or less in the answer. */
const SAME: Readonly<Record<string, OperationId>> = {
  searchAllEvents: 'searchEvents',
  surveyPlayground: 'getAdvancedPlayground',
}

/** Connects to an Unleash-compatible service that is no Halyard: each call of the window becomes an HTTP request. */
export function connectToOriginal({ url, token, outbound, pollMs = POLL_MS }: Options): OriginalConnection {
  const client = outbound.within(CALLS)
  let version: string | null = null

  async function answer(call: RpcCall): Promise<unknown> {
    const { path, type, input, signal, viewAs } = call
    if (type === 'subscription') {
      if (path !== 'changes') throw failureOf(new AppError('NotImplementedError', NOT_OFFERED))
      return polling(signal)
    }
    try {
      if (viewAs !== undefined) throw new AppError('NotImplementedError', NOT_OFFERED)
      if (path === 'status') return await status(signal)
      const operation = operationOf(ownValue(SAME, path) ?? path)
      if (!operation) throw new AppError('NotImplementedError', NOT_OFFERED)
      return await perform(operation, input, signal)
    } catch (error) {
      throw error instanceof AppError ? failureOf(error) : error
    }
  }

  async function perform(operation: Operation, input: unknown, signal: AbortSignal): Promise<unknown> {
    const lack = lackElsewhere(operation, version)
    if (lack !== undefined) throw new AppError('NotImplementedError', lack)
    const reads = isReading(operation)
    const { status: code, text } = await send(requestOf(operation, input), signal)
    if (code >= 400 || code < 200) throw refused(code, text)
    const value = readAnswer(operation, code, text)
    return packAnswer(reads ? value : new WriteAnswer(value, ANY_CHANGE))
  }

  async function send({ method, path, body }: ReturnType<typeof requestOf>, signal: AbortSignal) {
    const secret = token()
    try {
      const response = await client.fetch(url + path, {
        method,
        redirect: 'error',
        signal,
        headers: {
          accept: 'application/json',
          'unleash-appname': 'halyard',
          ...(secret === undefined ? {} : { authorization: secret }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      throw failureAt(url, error)
    }
  }

  async function status(signal: AbortSignal) {
    const { status: code, text } = await send({ method: 'GET', path: '/api/admin/ui-config' }, signal)
    if (code !== 200) throw refused(code, text)
    const config = configIn(text)
    version = toVersion(config.version ?? '') ?? null
    return {
      url,
      contractVersion: version ?? UNKNOWN_VERSION,
      strict: null,
      dataDir: '',
      database: '',
      maintenance: config.maintenanceMode === true,
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
    get version() {
      return version
    },
    answer,
    close: async () => {},
  }
}

function configIn(text: string): { version?: string; maintenanceMode?: boolean } {
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    return {
      ...(typeof value?.['version'] === 'string' ? { version: value['version'] } : {}),
      maintenanceMode: value?.['maintenanceMode'] === true,
    }
  } catch {
    throw new AppError(
      'StoreUnavailableError',
      'The address does not answer as such a service does. Check it.',
    )
  }
}

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
  const message = record?.message ?? `The service answers ${status}. It may not offer this.`
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
