import { median } from './load.ts'

export interface Request {
  path: string
  headers: Record<string, string>
  /** Sent as JSON, by POST; without one it is a GET. */
  body?: unknown
}

export interface Latency {
  median: number
  p95: number
}

const WARM_UP = 5

/** Milliseconds from sending a request to the last byte of its answer, one request after the other. */
export async function measureLatency(url: string, request: Request, count: number): Promise<Latency> {
  const times: number[] = []
  for (let n = -WARM_UP; n < count; n++) {
    const begun = performance.now()
    await send(url, request)
    if (n >= 0) times.push(performance.now() - begun)
  }
  return { median: median(times), p95: percentile(times, 0.95) }
}

/** The text that is answered. Throws for any refusal: its time would say nothing. */
export async function send(url: string, { path, headers, body }: Request): Promise<string> {
  const response = await fetch(url + path, {
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text.slice(0, 500)}`)
  return text
}

/** The least of the values that this share of them does not exceed. */
function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}
