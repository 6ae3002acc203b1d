import { explainFailure, readBeginning, type Outbound } from '#kernel/outbound.ts'
import type { OutgoingRequest } from './requests/outgoing-request.ts'
import { withoutSecrets } from './secrets.ts'

export interface SendingTerms {
  /** Bounded by the time that a receiver has. */
  outbound: Outbound
}

/** Request that was sent, and its response. */
export interface SentRequest {
  channel?: string
  host: string
  body: string
  status?: number
  answer?: string
  problem?: string
}

/** Bytes read of an answer. */
const MAX_ANSWER = 16 * 1024

/** Maximum length stored of a request and a response. */
const MAX_KEPT = 4096

/** Sends a request once. Never throws, except when `signal` aborts it. */
export async function sendRequest(
  { url, headers, body, channel, problemIn }: OutgoingRequest,
  { outbound }: SendingTerms,
  signal: AbortSignal,
): Promise<SentRequest> {
  const { hostname: host } = new URL(url)
  const sent = { ...(channel === undefined ? {} : { channel }), host, body }
  try {
    const response = await outbound.fetch(url, { method: 'POST', headers, body: Buffer.from(body), signal })
    const { status } = response
    const text = await readBeginning(response, MAX_ANSWER)
    const problem = problemOfStatus(status, host) ?? problemIn?.(text)
    return { ...sent, status, answer: text, ...(problem === undefined ? {} : { problem }) }
  } catch (error) {
    signal.throwIfAborted()
    return { ...sent, problem: explainFailure(error, host) }
  }
}

function problemOfStatus(status: number, host: string): string | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return `${host} redirects elsewhere (${status}); that is not followed.`
  return `${host} answers ${status}.`
}

/** Shortens a request and its response for storage and display, and masks secrets. */
export function maskIn<Sent extends SentRequest>(sent: Sent, secrets: readonly string[]): Sent {
  // mask before shortening: half a secret would not be found
  const kept = (text: string) => withoutSecrets(text, secrets).slice(0, MAX_KEPT)
  return {
    ...sent,
    body: kept(sent.body),
    ...(sent.answer === undefined ? {} : { answer: kept(sent.answer) }),
    ...(sent.problem === undefined ? {} : { problem: kept(sent.problem) }),
  }
}
