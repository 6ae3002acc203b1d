import { createLogger } from '#kernel/logger.ts'
import { errorStatuses, OPERATIONS, successStatuses } from '#shared/contract/index.ts'
import { openStream } from './open-stream.ts'
import { KnownValues } from './known-values.ts'
import { Identities } from './identities.ts'
import { RequestMaker, type FuzzRequest } from './request-maker.ts'
import { seededRandom } from '#support/runner/random.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { findBrokenInFile } from '../torture/invariants.ts'

export interface SequenceReport {
  requests: number
  seed: number
  statuses: Record<number, number>
  /** Faults, one of each kind, with the request that caused it. */
  faults: { status: number; name: string; request: string; answer: string; log: string }[]
  /** Longest CPU times of a request, in milliseconds. */
  slowest: { name: string; ms: number; request: string }[]
  /** Operations and procedures that succeeded at least once. */
  accepted: number
  /** Streams that were opened, and left after a moment. */
  streams: number
  /** Statuses that an operation answered without declaring them, each with its last request. */
  undeclared: string[]
  rssMb: [begin: number, end: number]
  seconds: number
  /** Invariants that the data breaks afterwards (test/resilience/torture/invariants.ts). */
  broken: string[]
}

/** Known items of a new instance that its responses do not contain. */
const FIRST = {
  projectId: ['default'],
  project: ['default'],
  projects: ['default'],
  environment: ['development', 'production'],
  environments: ['development'],
  strategyName: ['flexibleRollout', 'default'],
  name: ['default', 'flexibleRollout'],
  type: ['simple', 'release'],
  rootRole: ['1', '2', '3'],
  roleId: ['4', '5', '6'],
  role: ['4', '5'],
  password: ['Str0ng-Passw0rd-11'],
  limit: ['10', '50'],
  offset: ['0', '5'],
  sortBy: ['name', 'createdAt'],
  sortOrder: ['asc', 'desc'],
  from: ['5', '2026-01-01'],
  to: ['8', '2026-12-31', 'constructor'],
  format: ['json', 'csv', 'md'],
  featureName: ['flag-0', 'flag-1', 'flag-2'],
  feature: ['flag-0', 'flag-1'],
  features: ['flag-0', 'flag-1'],
  contextName: ['userId', 'appName'],
  appName: ['app'],
  port: ['1', '2'],
}
const LIMITS = [
  'ENVIRONMENTS',
  'PROJECTS',
  'SIGNAL_ENDPOINTS',
  'SIGNAL_TOKENS_PER_ENDPOINT',
  'ACTION_SETS_PER_PROJECT',
  'RELEASE_TEMPLATES',
]
const JOBS_EVERY = 2000
const TEND_EVERY = 500
const MB = 2 ** 20

/** Sends requests of all kinds to one instance, one after the other, and checks that it stays intact. */
export async function runSequence(
  { requests, seed }: { requests: number; seed: number },
  say: (line: string) => void = () => undefined,
): Promise<SequenceReport> {
  const random = seededRandom(seed)
  let lastError = ''
  const env = Object.fromEntries(LIMITS.map((name) => [`UNLEASH_${name}_LIMIT`, '200']))
  const app = await startBackend({
    rateLimits: { perMinute: {} },
    logger: createLogger('error', { write: (line) => (lastError = line) }),
    env: { ...env, UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' },
  })
  const url = await app.backend.listen()
  const known = new KnownValues({ ...FIRST, url: [url] })
  const identities = new Identities(app, random)
  await identities.tend()
  const maker = new RequestMaker(app.backend.appRouter, random, known, seed)
  const statuses: Record<number, number> = {}
  const faults = new Map<string, SequenceReport['faults'][number]>()
  const accepted = new Set<string>()
  let slowest: SequenceReport['slowest'] = []
  const undeclared = new Map<string, string>()
  let streams = 0
  const rssAtBegin = process.memoryUsage.rss() / MB
  const begun = performance.now()
  for (let sent = 1; sent <= requests; sent++) {
    const request = maker.next()
    const identity = await identities.for(request)
    const before = process.threadCpuUsage()
    const answer = request.stream
      ? await openStream(url, request, identity.headers)
      : await send(app, request, identity.headers)
    const used = process.threadCpuUsage(before)
    const ms = Math.round((used.user + used.system) / 1000)
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if (answer.status < 300) accepted.add(request.name)
    if (request.stream) streams++
    const text = `${request.method} ${request.path.slice(0, 600)} ${request.raw?.slice(0, 600) ?? ''} (${identity.name})`
    if (isUndeclared(app, request, answer.status)) {
      const answered = `${request.name} ${answer.status}`
      undeclared.set(answered, `${answered}: ${text.slice(0, 300)}: ${answer.text.slice(0, 300)}`)
    }
    const fault = faultOf(answer)
    if (fault !== undefined && !faults.has(`${request.name} ${fault}`)) {
      const found = {
        status: answer.status,
        name: request.name,
        request: text,
        answer: answer.text.slice(0, 400),
        log: lastError.slice(0, 4000),
      }
      faults.set(`${request.name} ${fault}`, found)
      say(JSON.stringify(found))
    }
    if (answer.status === 401) identities.forget(identity)
    slowest = [...slowest, { name: request.name, ms, request: text.slice(0, 300) }]
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 10)
    known.learn(answer.body)
    if (answer.status === 503 || sent % TEND_EVERY === 0) await identities.tend()
    if (sent % JOBS_EVERY === 0) {
      app.clock.advance(60_000)
      await app.backend.runJobs()
      const rss = Math.round(process.memoryUsage.rss() / MB)
      say(`${sent} requests, ${rss} MB, ${faults.size} faults, ${statuses[401] ?? 0} x 401`)
    }
  }
  const seconds = Math.round((performance.now() - begun) / 1000)
  const rssAtEnd = process.memoryUsage.rss() / MB
  const file = app.backend.store.status.place
  const broken = await findBrokenIn(app, file)
  await app.stop()
  return {
    requests,
    seed,
    statuses,
    faults: [...faults.values()],
    slowest,
    accepted: accepted.size,
    streams,
    undeclared: [...undeclared.values()],
    rssMb: [Math.round(rssAtBegin), Math.round(rssAtEnd)],
    seconds,
    broken,
  }
}

/** Sends the request through the whole HTTP stack, without a port. */
async function send(
  { backend }: TestBackend,
  { method, path, raw }: FuzzRequest,
  headers: Record<string, string>,
) {
  const response = await backend.http.inject({
    method: method,
    url: path,
    headers: {
      host: 'localhost:4242',
      ...headers,
      ...(raw === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(raw === undefined ? {} : { payload: raw }),
  })
  return { status: response.statusCode, text: response.body, body: parsed(response.body) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Explains why a response is wrong; 503 is right while maintenance mode is on. */
function faultOf({ status, text }: { status: number; text: string }): string | undefined {
  if (status >= 500 && !(status === 503 && /maintenance/i.test(text))) return String(status)
  if (/node_modules|\.ts:\d+|at async /.test(text)) return 'a stack'
  return 'polluted' in {} ? 'a polluted prototype' : undefined
}

/** Any request may find the store unavailable or full, or maintenance mode on, and nothing changed since. */
const ANY_OPERATION = [304, 503, 504, 507]
const DECLARED = new Map(
  OPERATIONS.map((operation) => [
    operation.operationId,
    [...successStatuses(operation), ...errorStatuses(operation), ...ANY_OPERATION],
  ]),
)

/** Tells whether an operation answered what it does not declare. A hostile path may lead to another operation, or to none. */
function isUndeclared({ answers }: TestBackend, { name, path }: FuzzRequest, status: number): boolean {
  // bounded before the operation is looked at, as every path is
  if (status === 400 && path.includes('%00')) return false
  const declared = DECLARED.get(name)
  return declared?.includes(status) === false && answers.statusesOf(name).includes(status)
}

/** Checks a copy of the data on the disk with SQLite itself. */
async function findBrokenIn(app: TestBackend, file: string): Promise<string[]> {
  const copy = `${file}.checked`
  await app.backend.store.backup(copy)
  return findBrokenInFile(copy)
}
