import { readConfig } from '#settings/config.ts'
import type { Backend } from '#main/app/backend.ts'
import type { BackendOptions } from '#main/app/backend-options.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger, type Logger } from '#kernel/logger.ts'
import type { HttpOptions } from '#transport/http/http-options.ts'
import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { AnswerLog } from './answer-log.ts'
import { FakeClock } from './fake-clock.ts'
import { urlOf, type OperationCall, type ResultOf } from './operation-call.ts'
import { prepareUsers, type TestUser } from './prepare-users.ts'
import { makeDatabase } from '../runner/make-database.ts'
import { runsTwice, runTwice } from '../runner/run-twice.ts'
import { placeMigrated } from '../runner/migrated-folder.ts'
import { makeTempFolder } from '../runner/temp-folder.ts'
import { noteDatabase } from '../runner/temp-place.ts'
import { wasm } from '../runner/wasm.ts'

/** Tokens of a new test instance. */
export const ADMIN = '*:*.admin-secret'
export const BACKEND = 'default:development.backend-secret'
export const BACKEND_PRODUCTION = '*:production.backend-secret'
export const FRONTEND = 'default:development.frontend-secret'

/** A project's owner, and a user who may only read. */
export const OWNER_AND_VIEWER: readonly TestUser[] = [
  { username: 'owner', roles: ['Viewer', 'Owner'] },
  { username: 'viewer', roles: ['Viewer'] },
]

export interface Call {
  /** API token; default: the admin's, null for none. */
  token?: string | null
  /** User to sign in as, by session. */
  as?: string
  body?: unknown
  headers?: Record<string, string>
  /** Client address; default: 127.0.0.1. */
  ip?: string
  /** Body sent unchanged, with no content type except from `headers`. */
  raw?: string
}

export interface Answer<Body = unknown> {
  status: number
  body: Body
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

/** Calls an operation of the contract. The body is typed as that of the successful response. */
export type CallOperation = <O extends Operation>(
  operation: O,
  call?: Omit<Call, 'body'> & OperationCall<O>,
) => Promise<Answer<ResultOf<O>>>
/** Calls by method and path, for what the contract does not allow or does not know. */
export type CallPath = (method: string, path: string, call?: Call) => Promise<Answer>

export interface TestBackend {
  backend: Backend
  clock: FakeClock
  /** Log of all responses so far. */
  answers: AnswerLog
  call: CallOperation & CallPath
  stop(): Promise<void>
}

interface Options {
  /** Contract version to answer as. */
  contract?: string
  /** Time at which its clock stands. */
  startsAt?: string
  env?: Record<string, string>
  users?: readonly TestUser[]
  rateLimits?: HttpOptions['rateLimits']
  timeouts?: HttpOptions['timeouts']
  failedSignIns?: BackendOptions['failedSignIns']
  emailTimes?: BackendOptions['emailTimes']
  rendererDir?: string
  guards?: BackendOptions['guards']
  logger?: Logger
  disk?: BackendOptions['disk']
  /** Database of another instance of the test, to share. */
  database?: { url: string }
  /** False for content that no API let in, such as that of the client specification: its answers are not checked. */
  checksAnswers?: boolean
}

/** Starts a real instance on a temporary folder; requests go through the whole HTTP stack without a port. */
export async function startBackend({
  contract,
  startsAt,
  env = {},
  users = [],
  rateLimits,
  failedSignIns,
  timeouts,
  emailTimes,
  rendererDir,
  guards,
  logger = createLogger('silent'),
  disk,
  database: shared,
  checksAnswers = true,
}: Options = {}): Promise<TestBackend> {
  const { folder, remove } = makeTempFolder()
  const clock = new FakeClock(startsAt)
  const own = shared ? undefined : await makeDatabase()
  const database = shared ?? own
  noteDatabase(folder, database)
  if (!database) await placeMigrated(folder)
  const config = readConfig(
    {
      dataDir: folder,
      port: '0',
      ...(database ? { databaseUrl: database.url } : {}),
      ...(contract === undefined ? {} : { contract }),
    },
    {
      INIT_ADMIN_API_TOKENS: ADMIN,
      INIT_BACKEND_API_TOKENS: `${BACKEND},${BACKEND_PRODUCTION}`,
      INIT_FRONTEND_API_TOKENS: FRONTEND,
      ...env,
    },
  )
  const answers = new AnswerLog([...OPERATIONS, ...FORMER_OPERATIONS])
  const http = {
    ...(checksAnswers ? { onAnswer: answers.add } : {}),
    ...(rateLimits ? { rateLimits } : {}),
    ...(timeouts ? { timeouts } : {}),
  }
  const twice = runsTwice ? runTwice() : undefined
  const options = {
    config,
    wasm,
    logger,
    clock,
    http,
    ...(failedSignIns ? { failedSignIns } : {}),
    ...(emailTimes ? { emailTimes } : {}),
    ...(rendererDir ? { rendererDir } : {}),
    ...(guards ? { guards } : {}),
    ...(disk ? { disk } : twice ? { disk: twice.disk } : {}),
  }
  const sessions = await prepareUsers(options, users)
  const backend = await createBackend(options)
  twice?.begin()

  const callPath: CallPath = async (
    method,
    path,
    { token = ADMIN, as, body, headers = {}, ip, raw } = {},
  ) => {
    const cookie = as === undefined ? undefined : sessions.get(as)
    if (as !== undefined && !cookie) throw new Error(`there is no user ${as}`)
    const response = await backend.http.inject({
      method,
      url: path,
      ...(ip === undefined ? {} : { remoteAddress: ip }),
      headers: {
        host: 'localhost:4242',
        ...(cookie
          ? { cookie: `unleash-session=${cookie}` }
          : token === null
            ? {}
            : { authorization: token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw !== undefined ? { payload: raw } : body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      body: parse(response.body),
      text: response.body,
      headers: response.headers,
    }
  }
  const call = (
    target: Operation | string,
    ...rest: [] | [Call & OperationCall<Operation>] | [string, Call?]
  ) =>
    typeof target === 'string'
      ? callPath(target, rest[0] as string, rest[1])
      : callPath(target.method, urlOf(target, (rest[0] ?? {}) as OperationCall<Operation>), rest[0] as Call)
  return {
    backend,
    clock,
    answers,
    call: call as TestBackend['call'],
    stop: async () => {
      await backend.close()
      remove()
      await own?.remove()
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
