import { JudgedCalls } from '#domains/versions/upgrade-report/judged-calls.ts'
import type { Actor } from '#kernel/caller.ts'
import { systemClock } from '#kernel/clock.ts'
import type { HttpExchange } from '#kernel/request-watch.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { CONTRACT_VERSION } from '#shared/versions/rules/index.ts'
import { median } from './load.ts'
import { print, row } from './report.ts'

/** Headers that an SDK sends about itself. */
export const SDK = { 'unleash-appname': 'shop', 'unleash-sdk': 'unleash-client-node:6.9.6' }
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

const SHOP: Actor = { kind: 'backend-token', username: 'shop', environment: 'development', projects: ['*'] }
const ANN: Actor = { kind: 'user', id: 1, username: 'ann' }

/** Number of requests judged per round. */
const CALLS = 20_000

/** Prints the cost of judging one request, for requests as the service passes them in. */
export function measureNotes(): void {
  print(`\n${row(['judging a call', 'median µs'])}`)
  const calls: [string, string, Actor, Record<string, string>][] = [
    ['client features, of an SDK that is kept', 'getAllClientFeatures', SHOP, SDK],
    ['a list for an Admin', 'getProjects', ANN, BROWSER],
  ]
  for (const [name, operationId, actor, headers] of calls) {
    const operation = OPERATIONS.find((one) => one.operationId === operationId)
    if (!operation) throw new Error(`there is no ${operationId}`)
    const { method, path: url } = operation
    const time = timeOf(() => ({
      request: { method, url, headers: received(headers), query: {} },
      operation,
      actor: { ...actor },
      isAdmitted: true,
      status: 200,
      contract: CONTRACT_VERSION,
    }))
    print(row([name, time.toFixed(2)]))
  }
}

/** Copies headers into fresh strings, as they come from a socket: no lookup has cached them yet. */
const received = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  )

/** Measures the median of some rounds, in microseconds. */
function timeOf(make: () => HttpExchange): number {
  const judged = new JudgedCalls(systemClock)
  const rounds = Array.from({ length: 15 }, () => {
    const calls = Array.from({ length: CALLS }, make)
    // CPU time, not wall time: the machine may be busy with other work
    const start = process.cpuUsage()
    for (const call of calls) judged.note(call)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / CALLS
  })
  return median(rounds)
}
