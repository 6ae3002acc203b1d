import { CertificateError } from '#kernel/network/certificate-error.ts'
import { ProxyError } from '#kernel/network/proxies.ts'
import { explainFailure, Outbound } from '#kernel/outbound.ts'
import type { requestOf } from '../profiles/original/original-request.ts'
import { printError } from './cli-output.ts'
import type { InstanceTarget } from './instance-target.ts'
import { readOutboundConfig } from '#settings/config.ts'
import { openNetwork } from '#settings/open-network.ts'

/** An export has 100 MB at the limits, and a scenario of 10 MB takes a minute. */
const BOUNDS = { timeoutMs: 300_000, maxBytes: 256 * 1024 * 1024 }

let client: Outbound | undefined
/** Client for the instance that the user of the command names, who may name any. Made for the first request. */
export const toInstance = (): Outbound =>
  (client ??= new Outbound(
    { allowPrivate: true, allowList: [] },
    BOUNDS,
    openNetwork(readOutboundConfig(process.env), { env: process.env, warn: printError }),
  ))

/** Sends a request to a running instance. Throws an Error that says why it failed; `hint` says what to try. */
export async function requestInstance(
  url: string,
  token: string,
  {
    method = 'GET',
    body,
    headers = {},
    hint,
  }: { method?: string; body?: string; headers?: Readonly<Record<string, string>>; hint: string },
): Promise<{ status: number; text: string }> {
  const outbound = toInstance()
  try {
    const response = await outbound.fetch(url, {
      method,
      headers: {
        ...headers,
        authorization: token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'error',
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const { origin, host } = new URL(url)
    const why = explainFailure(error, host)
    // these say by themselves what to do
    const isClear = error instanceof CertificateError || error instanceof ProxyError
    throw new Error(
      `${origin} does not answer: ${why}${isClear ? '' : ` Is Halyard running there? ${hint}`}`,
      {
        cause: error,
      },
    )
  }
}

/** Exit status of a command whose request an instance refused. */
export const REJECTED = 3

/** Asks an instance for an operation. Undefined: it refused, which is printed. Throws an Error where it has no answer. */
export async function askInstance(
  { url, token }: InstanceTarget,
  { path, ...request }: ReturnType<typeof requestOf> & { headers?: Readonly<Record<string, string>> },
): Promise<string | undefined> {
  const { status, text } = await requestInstance(url + path, token, { ...request, hint: 'Use --url.' })
  if (status >= 500) throw new Error(`${url} answers ${status}: ${messageIn(text)}`)
  if (status < 400) return text
  printError(messageIn(text))
  return undefined
}

/** Extracts the message of an error response. */
export function messageIn(text: string): string {
  const body = asJson(text)
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' ? message : text.slice(0, 200)
}

/** Parses JSON; undefined: it is none. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
