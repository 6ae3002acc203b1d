import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import path from 'node:path'

import { createBackend } from '#main/app/create-backend.ts'
import type { Backend } from '#main/app/backend.ts'
import type { WorkerPool } from '#main/workers/pool/worker-pool.ts'
import { createLogger } from '#kernel/logger.ts'
import { readConfig } from '#settings/config.ts'
import type { HttpOptions } from '#transport/http/http-options.ts'
import { eventually } from '../runner/eventually.ts'
import { makeDatabase } from '../runner/make-database.ts'
import { root } from '../runner/root.ts'
import { makeTempFolder } from '../runner/temp-folder.ts'
import { wasm } from '../runner/wasm.ts'
import { ADMIN, BACKEND, BACKEND_PRODUCTION, FRONTEND } from '../service/start-backend.ts'

/** The process that answers SDKs, as its source. */
export const WORKER_FILE = path.join(root, 'src-main/workers/worker/worker-process.ts')

/** Request over a connection of a client. */
export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Received {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** A client with one connection, and so with one worker. */
export interface Client {
  send(at: string, sent?: Sent): Promise<Received>
  close(): void
}

export interface WorkerStage {
  backend: Backend
  pool: WorkerPool
  url: string
  /** Statuses that the main process answered operations with, by their ids. */
  answeredByMain: string[]
  connect(): Client
  /** The answer of the main process itself, to the same client. */
  askMain(at: string, sent?: Sent): Promise<Received>
  /** Calls the Admin API. Throws for any refusal. */
  admin(method: string, at: string, body?: unknown): Promise<unknown>
  stop(): Promise<void>
}

/** Starts a service with workers, by the clock of the machine, as they have it. */
export async function startWithWorkers({
  workers = 2,
  env = {},
  timeouts,
}: {
  workers?: number
  env?: Record<string, string>
  timeouts?: HttpOptions['timeouts']
} = {}): Promise<WorkerStage> {
  const { folder, remove } = makeTempFolder()
  const database = await makeDatabase()
  const config = readConfig(
    {
      dataDir: folder,
      port: '0',
      workers: String(workers),
      ...(database ? { databaseUrl: database.url } : {}),
    },
    {
      INIT_ADMIN_API_TOKENS: ADMIN,
      INIT_BACKEND_API_TOKENS: `${BACKEND},${BACKEND_PRODUCTION}`,
      INIT_FRONTEND_API_TOKENS: FRONTEND,
      ...env,
    },
  )
  const answeredByMain: string[] = []
  const backend = await createBackend({
    config,
    wasm,
    logger: createLogger('silent'),
    workerFile: WORKER_FILE,
    http: {
      onAnswer: ({ operationId }) => answeredByMain.push(operationId),
      ...(timeouts ? { timeouts } : {}),
    },
  })
  const url = await backend.listen()
  const { pool } = backend
  if (!pool) throw new Error('There are no workers.')
  // on a machine without a free processor the service begins before
  await eventually(() => {
    if (pool.pids.length < workers) throw new Error('A worker is not ready.')
  })
  const connect = () => connectTo(url)
  const main = connect()
  return {
    backend,
    pool,
    url,
    answeredByMain,
    connect,
    askMain: async (at, { method = 'GET', headers = {}, body } = {}) => {
      const answer = await backend.http.inject({
        method: method as 'GET',
        url: at,
        remoteAddress: '127.0.0.1',
        headers: { host: new URL(url).host, 'user-agent': 'test', ...headers },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: answer.statusCode, headers: answer.headers as Received['headers'], text: answer.body }
    },
    admin: async (method, at, body) => {
      const { status, text } = await main.send(at, {
        method,
        headers: {
          authorization: ADMIN,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (status >= 400) throw new Error(`${method} ${at}: ${status} ${text}`)
      return text === '' ? undefined : (JSON.parse(text) as unknown)
    },
    stop: async () => {
      main.close()
      await backend.close()
      remove()
      await database?.remove()
    },
  }
}

/** Opens a client of a service, which keeps its connection. */
export function connectTo(url: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)
  return {
    send: (at, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const request = httpRequest({
          agent,
          hostname,
          port,
          path: at,
          method,
          headers: {
            'user-agent': 'test',
            ...headers,
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          },
        })
        request.once('error', reject)
        request.once('response', (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (part: string) => (text += part))
          answer.once('error', reject)
          answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
        })
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}
