import type { LoggedRequestDetails } from '#shared/instance/schemas/request-log.ts'
import { api } from '#lib/api.ts'

type Call = (input: object) => Promise<unknown>
type Procedures = Readonly<Record<string, { query: Call; mutate: Call }>>

/** Sends a logged request again as the window's own user. The recorded credentials are not kept, and so never used. */
export function replayRequest({ operationId, replay }: LoggedRequestDetails): Promise<unknown> {
  const { kind, params, query, body } = replay
  const procedure = operationId === null ? undefined : (api as unknown as Procedures)[operationId]
  if (!procedure || kind === 'none') throw new TypeError(replay.reason ?? 'It cannot be replayed.')
  const input = { params, query, ...(body === null ? {} : { body }) }
  return kind === 'read' ? procedure.query(input) : procedure.mutate(input)
}
