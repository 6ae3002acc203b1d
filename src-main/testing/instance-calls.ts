import type { FastifyInstance } from 'fastify'

/** Sends requests to an instance without the network. */
export class InstanceCalls {
  readonly #http: FastifyInstance

  constructor(http: FastifyInstance) {
    this.#http = http
  }

  /** Returns the parsed body; undefined: it is empty. Throws an Error with the answer for a status from 400. */
  async call(
    token: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const { statusCode, body: text } = await this.#http.inject({
      method: methodOf(method),
      url: path,
      headers: {
        ...headers,
        host: 'localhost',
        authorization: token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    if (statusCode >= 400) throw new Error(`${method} ${path}: ${statusCode} ${text}`)
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

function methodOf(method: string): (typeof METHODS)[number] {
  const found = METHODS.find((one) => one === method.toUpperCase())
  if (!found) throw new Error(`There is no method ${method}: use ${METHODS.join(', ')}`)
  return found
}
