import type { Answer, Call } from '#support/service/start-backend.ts'

/** Makes a request of an instance; without a token with that of an admin. */
export type InstanceCall = (
  method: string,
  path: string,
  call?: Pick<Call, 'token' | 'body' | 'headers' | 'raw'>,
) => Promise<Answer>

/** A running service, the original or a Halyard: all that tests know of it is what it answers over HTTP. */
export interface Instance {
  url: string
  call: InstanceCall
}

/** The instance at an address. */
export const instanceAt = (url: string, adminToken: string): Instance => ({
  url,
  call: async (method, path, { token = adminToken, body, headers = {}, raw } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === null ? {} : { authorization: token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      body: parse(text),
      headers: { ...Object.fromEntries(response.headers), 'set-cookie': response.headers.getSetCookie() },
    }
  },
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
