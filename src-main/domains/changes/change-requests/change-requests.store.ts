import { compositeKey } from '#shared/composite-key.ts'
import {
  OPEN_STATES,
  PENDING_STATES,
  type ChangeRequestState,
} from '#shared/changes/change-requests/index.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import type { Authorship, StoredChangeRequest } from './change-request.ts'

/** The columns of a StoredChangeRequest. */
const COLUMNS = [
  'id',
  'project',
  'environment',
  'title',
  'state',
  'min_approvals as minApprovals',
  'created_by_user_id as createdByUserId',
  'created_by as createdBy',
  'created_at as createdAt',
] as const

export interface RequestFilter {
  ids?: readonly number[]
  project?: string
  environment?: string
  states?: readonly ChangeRequestState[]
  createdBy?: number
  /** User who was asked to review them. */
  reviewer?: number
  /** Flag that they change. */
  feature?: string
  /** Include only this user's drafts. Omit for system jobs, which see all drafts. */
  seenBy?: number
}

interface Page {
  offset?: number
  limit?: number
}

/** Reads requests, newest first. */
export async function readChangeRequests(
  queries: Queries,
  filter: RequestFilter,
  { offset = 0, limit }: Page = {},
): Promise<StoredChangeRequest[]> {
  return filtered(queries, filter)
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (q) => q.limit(limit ?? 0).offset(offset))
    .execute()
}

export async function countChangeRequests(queries: Queries, filter: RequestFilter): Promise<number> {
  const { count } = await filtered(queries, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the matching requests by state. */
export async function countByState(
  queries: Queries,
  filter: RequestFilter,
): Promise<Map<ChangeRequestState, number>> {
  const rows = await filtered(queries, filter)
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, count }) => [state, Number(count)]))
}

function filtered(queries: Queries, filter: RequestFilter) {
  const { ids, project, environment, states, createdBy, reviewer, feature, seenBy } = filter
  return queries
    .selectFrom('change_requests')
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('change_requests.id'), ids ?? [])))
    .$if(project !== undefined, (q) => q.where('change_requests.project', '=', project ?? ''))
    .$if(environment !== undefined, (q) => q.where('change_requests.environment', '=', environment ?? ''))
    .$if(states !== undefined, (q) => q.where((eb) => inList(eb.ref('change_requests.state'), states ?? [])))
    .$if(createdBy !== undefined, (q) => q.where('change_requests.created_by_user_id', '=', createdBy ?? 0))
    .$if(reviewer !== undefined, (q) =>
      q.where('change_requests.id', 'in', (eb) =>
        eb
          .selectFrom('change_request_reviewers')
          .select('change_request_id')
          .where('user_id', '=', reviewer ?? 0),
      ),
    )
    .$if(feature !== undefined, (q) =>
      q.where('change_requests.id', 'in', (eb) =>
        eb
          .selectFrom('change_request_changes')
          .select('change_request_id')
          .where('feature', '=', feature ?? ''),
      ),
    )
    .$if(seenBy !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('change_requests.state', '!=', 'Draft'),
          eb('change_requests.created_by_user_id', '=', seenBy ?? 0),
        ]),
      ),
    )
}

/**
 * Finds a person's request that a new change joins if none is chosen, in an environment of a project. A draft
 * comes first, then one in review, then an approved one, so that few approvals are lost. The newest of
 * several is taken.
 */
export async function findPending(
  queries: Queries,
  place: { project: string; environment: string },
  createdBy: number,
): Promise<StoredChangeRequest | undefined> {
  const pending = await readChangeRequests(queries, { ...place, createdBy, states: PENDING_STATES })
  return PENDING_STATES.map((state) => pending.find((one) => one.state === state)).find(Boolean)
}

export async function insertChangeRequest(
  queries: Queries,
  draft: { project: string; environment: string; minApprovals: number } & Authorship,
): Promise<StoredChangeRequest> {
  const request = await queries
    .insertInto('change_requests')
    .values({
      project: draft.project,
      environment: draft.environment,
      title: null,
      state: 'Draft',
      min_approvals: draft.minApprovals,
      created_by_user_id: draft.createdByUserId,
      created_by: draft.createdBy,
      created_at: draft.createdAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await noteState(queries, request.id, 'Draft', draft.createdAt)
  return request
}

export async function deleteChangeRequest(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('change_requests').where('id', '=', id).execute()
}

export async function setTitle(queries: Queries, id: number, title: string): Promise<void> {
  await queries.updateTable('change_requests').set({ title }).where('id', '=', id).execute()
}

/** Sets the state of a request, and the time of the change. */
export async function setState(
  queries: Queries,
  id: number,
  state: ChangeRequestState,
  at: string,
): Promise<void> {
  await queries.updateTable('change_requests').set({ state }).where('id', '=', id).execute()
  await noteState(queries, id, state, at)
}

async function noteState(queries: Queries, id: number, state: ChangeRequestState, at: string): Promise<void> {
  await queries
    .insertInto('change_request_state_times')
    .values({ change_request_id: id, state, entered_at: at })
    .onConflict((conflict) =>
      conflict.columns(['change_request_id', 'state']).doUpdateSet({ entered_at: at }),
    )
    .execute()
}

/**
 * Reads the open requests that change each flag in each environment, by `flag environment`, without drafts of
 * others.
 */
export async function readOpenRequestIds(
  queries: Queries,
  flags: readonly string[],
  seenBy: number,
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  if (flags.length === 0) return found
  const rows = await filtered(queries, { states: OPEN_STATES, seenBy })
    .innerJoin('change_request_changes as change', 'change.change_request_id', 'change_requests.id')
    .select(['change_requests.id', 'change.feature', 'change_requests.environment'])
    .where((eb) => inList(eb.ref('change.feature'), flags))
    .distinct()
    .orderBy('change_requests.id')
    .execute()
  for (const { id, feature, environment } of rows) {
    const key = compositeKey(feature, environment)
    const ids = found.get(key)
    if (ids) ids.push(id)
    else found.set(key, [id])
  }
  return found
}
