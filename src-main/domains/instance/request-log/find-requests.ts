import type { Request } from '#shared/contract/index.ts'
import type { getRequestLog } from '#shared/instance/contract/request-log.ts'
import type { LoggedRequest } from '#shared/instance/schemas/request-log.ts'

type Filters = Request<typeof getRequestLog>['query']

/** Checks a request against the filters of the list. Texts are compared with what is shown, not with what was sent. */
export function matches(request: LoggedRequest, filters: Filters): boolean {
  const { query, caller, method, operation, status, refused } = filters
  return (
    (method === undefined || request.method === method.toUpperCase()) &&
    (operation === undefined || request.operationId === operation) &&
    (status === undefined || statusClassOf(request.status) === status) &&
    (refused === undefined || (request.refusedBy !== null) === refused) &&
    includes([request.path, request.operationId], query) &&
    includes(
      [request.callerName, request.caller, request.ip, request.sdk, request.appName, request.userAgent],
      caller,
    )
  )
}

const statusClassOf = (status: number | null) => (status === null ? 'open' : `${Math.trunc(status / 100)}xx`)

function includes(texts: readonly (string | null)[], part: string | undefined): boolean {
  if (part === undefined || part.trim() === '') return true
  const wanted = part.trim().toLowerCase()
  return texts.some((text) => text?.toLowerCase().includes(wanted) ?? false)
}
