export interface LimitsRequest {
  name: string
  method: string
  path: string
  body?: unknown
  /** API token; default: the signed-in Admin. */
  token?: string
  headers?: Record<string, string>
  /** Expected status; any other fails. Default: 200. */
  status?: number
}

/** Makes a request that reads. */
export const get = (name: string, path: string, more: Partial<LimitsRequest> = {}): LimitsRequest => ({
  name,
  method: 'GET',
  path,
  ...more,
})
/** Makes a request with a body. */
export const post = (
  name: string,
  path: string,
  body: unknown,
  more: Partial<LimitsRequest> = {},
): LimitsRequest => ({
  name,
  method: 'POST',
  path,
  body,
  ...more,
})
