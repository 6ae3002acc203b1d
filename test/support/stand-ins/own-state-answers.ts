import type { ServerResponse } from 'node:http'

/** Kinds of tokens that a mirror could tell of itself with. */
type Kind = 'backend' | 'frontend' | 'unknown'

const NOT_AVAILABLE = 'The path you were looking for (/api/client/metrics/edge) is not available.'

/**
 * Answers of the original service, 7.6.5 and 8.2.0 alike, to a report of a proxy about itself (`POST /api/client/metrics/edge`), without
 * the id of each error. `test/interop/mirror.test.ts` compares them.
 */
export const OWN_STATE_ANSWERS: Readonly<Record<Kind, { status: number; body: Record<string, unknown> }>> = {
  backend: {
    status: 404,
    body: { name: 'NotFoundError', message: NOT_AVAILABLE, details: [{ message: NOT_AVAILABLE }] },
  },
  frontend: {
    status: 403,
    body: { message: 'invalid token: expected a different token type for this endpoint' },
  },
  unknown: {
    status: 401,
    body: {
      message:
        'This endpoint requires an API token. Please add an authorization header to your request with a valid token',
    },
  },
}

/** Answers such a report as the open-source service does. */
export function refuseOwnState(response: ServerResponse, kind: Kind = 'backend'): void {
  const { status, body } = OWN_STATE_ANSWERS[kind]
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
