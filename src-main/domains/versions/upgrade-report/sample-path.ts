import { withoutSecrets } from '#shared/contract-engine/secret-paths.ts'
import type { HttpExchange } from '#kernel/request-watch.ts'

/** A longer one is of no use to whom it is shown. */
const MAX_LENGTH = 200

/** Returns the path of a request without the query and without secrets; null where it is too long. */
export function samplePath({ request: { url } }: Pick<HttpExchange, 'request'>): string | null {
  const path = url.split('?', 1)[0] ?? ''
  return path.length > MAX_LENGTH ? null : withoutSecrets(path)
}
