import type { Operation } from '#shared/contract/index.ts'
import { isSecretParam } from '#shared/contract-engine/secret-params.ts'
import type { RecordedBody } from '#shared/instance/schemas/request-log.ts'
import { BoundedCache } from '#runtime/bounded-cache.ts'
import { isLarge } from '#runtime/is-large.ts'
import { maskJson } from '#kernel/mask-secrets.ts'

/** A body, masked, as JSON text. */
type KeptBody = { state: 'recorded'; text: string; isMasked: boolean } | { state: Reason }
type Reason = Exclude<RecordedBody['state'], 'recorded'>

interface KeptBodies {
  request: KeptBody
  response: KeptBody
}

/** Largest body that is recorded, and the most of all together. */
export const MAX_BODY_BYTES = 32 * 1024
const MAX_TOTAL_BYTES = 4 * 1024 * 1024
const MAX_ENTRIES = 2000

/** Paths whose bodies carry secrets under names of other systems: sign-ins, providers, integrations, remote instances. */
const WITHHELD =
  /^\/(?:auth|scim|invite|api\/admin\/(?:addons|auth|remotes?|database|email|scim-settings|license|user-admin|service-account|user\/(?:tokens|change-password)|invite-link|cdn)|edge)(?:[/-]|$)/

/** Bodies of requests and responses, by the id of the request. Recorded only while somebody asked for it. */
export class RecordedBodies {
  #bodies = emptyCache()

  get size(): number {
    return this.#bodies.size
  }

  record(
    id: number,
    operation: Operation | undefined,
    { request, response }: { request: unknown; response: unknown },
  ): void {
    const isWithheld = operation === undefined || carriesSecrets(operation)
    const keep = (body: unknown) => (isWithheld ? { state: 'withheld' as const } : keptBody(body))
    this.#bodies.set(String(id), { request: keep(request), response: keep(response) })
  }

  read(id: number): { request: RecordedBody; response: RecordedBody } {
    const bodies = this.#bodies.get(String(id))
    return { request: toRecordedBody(bodies?.request), response: toRecordedBody(bodies?.response) }
  }

  clear(): void {
    this.#bodies = emptyCache()
  }
}

const emptyCache = () =>
  new BoundedCache<KeptBodies>({
    maxEntries: MAX_ENTRIES,
    maxSize: MAX_TOTAL_BYTES,
    sizeOf: ({ request, response }) => 200 + lengthOf(request) + lengthOf(response),
  })
const lengthOf = (body: KeptBody) => (body.state === 'recorded' ? body.text.length * 2 : 0)

/** Tells whether an operation carries secrets that no name would tell. */
export const carriesSecrets = (operation: Operation): boolean =>
  WITHHELD.test(operation.path) ||
  Object.keys(operation.params.shape).some((name) => isSecretParam(operation, name))

function keptBody(body: unknown): KeptBody {
  if (body === undefined || body === null) return { state: 'empty' }
  const text = toText(body)
  if (text === undefined) return { state: 'too-large' }
  if (text === '') return { state: 'empty' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { state: 'not-json' }
  }
  const masked = JSON.stringify(maskJson(value))
  return { state: 'recorded', text: masked, isMasked: masked !== JSON.stringify(value) }
}

/** Returns the text of a body; undefined: it is too large. */
function toText(body: unknown): string | undefined {
  if (Buffer.isBuffer(body)) return body.length > MAX_BODY_BYTES ? undefined : body.toString('utf8')
  if (typeof body === 'string') return body.length > MAX_BODY_BYTES ? undefined : body
  if (isLarge(body)) return undefined
  const text = JSON.stringify(body)
  return text.length > MAX_BODY_BYTES ? undefined : text
}

function toRecordedBody(body: KeptBody | undefined): RecordedBody {
  if (body === undefined) return { state: 'not-recorded', value: null, isMasked: false }
  if (body.state !== 'recorded') return { state: body.state, value: null, isMasked: false }
  return { state: 'recorded', value: JSON.parse(body.text) as unknown, isMasked: body.isMasked }
}
