import { Outbound } from '../kernel/outbound.ts'

/**
 * Allows private addresses: the user of the command chooses the instance. Its export has 100 MB at the limits, and a scenario of
 * 10 MB takes a minute.
 */
const TO_INSTANCE = new Outbound(
  { allowPrivate: true, allowList: [] },
  { timeoutMs: 300_000, maxBytes: 256 * 1024 * 1024 },
)

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
  try {
    const response = await TO_INSTANCE.fetch(url, {
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
    const { message, cause } = error as Error
    const why = cause instanceof Error && cause.message ? cause.message : message
    throw new Error(`${new URL(url).origin} does not answer: ${why}. Is Halyard running there? ${hint}`, {
      cause: error,
    })
  }
}

/** Extracts the message of an error response. */
export function messageOf(text: string): string {
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
