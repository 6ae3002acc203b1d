import autocannon from 'autocannon'

export interface Target {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  /** The path of the nth request. */
  path: (n: number) => string
  /** The body of the nth request. */
  body?: (n: number) => string
  /** The only status that counts. */
  status: number
}

const CALLERS = 8
/** A busy machine answers late. */
const PATIENCE_S = 120
let sent = 0

/** Answers a second with callers at once. Throws when anything else than the expected status was answered. */
export async function measureRate(target: Target, seconds: number): Promise<number> {
  return (await sendLoad(target, { duration: seconds, connections: CALLERS })).rate
}

/** Sends so many requests; answers how many were answered a second. */
export async function sendLoad(
  target: Target,
  load: { connections: number } & ({ duration: number } | { amount: number }),
): Promise<{ rate: number; answers: number }> {
  const { url, method, headers, path, body, status } = target
  const result = await autocannon({
    url,
    ...load,
    timeout: PATIENCE_S,
    requests: [
      {
        method,
        headers,
        setupRequest: (request) => {
          const n = sent++
          return { ...request, path: path(n), ...(body ? { body: body(n) } : {}) }
        },
      },
    ],
  })
  const statuses = Object.keys(result.statusCodeStats ?? {})
  if (result.errors > 0 || statuses.some((one) => one !== String(status)))
    throw new Error(
      `${method} ${url}: ${result.errors} errors, statuses ${statuses.join(', ')}, not only ${status}`,
    )
  return { rate: result.requests.total / result.duration, answers: result.requests.total }
}

/** The rates of several targets, taken in turns, so that a busy machine is busy for all of them: the medians. */
export async function compareRates(
  targets: readonly Target[],
  { rounds = 3, seconds = 3 } = {},
): Promise<number[]> {
  const rates = targets.map((): number[] => [])
  for (const target of targets) await measureRate(target, 1) // warm
  for (let round = 0; round < rounds; round++) {
    for (const [index, target] of targets.entries()) rates[index]?.push(await measureRate(target, seconds))
  }
  return rates.map(median)
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
