import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  CHANGE_REQUEST_STATES,
  isOneOf,
  judgeTransition,
  OPEN_STATES,
  type ChangeRequestState,
  type Party,
} from '#shared/changes/change-requests/index.ts'
import { PEOPLE, requestsOf, type Requests } from '#support/stages/change-requests.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

/**
 * Tests every state x every target state x every caller, through the whole stack: allowed, or rejected with
 * the exact reason. The table itself is checked against the sources in
 * src-shared/changes/change-requests/transitions.test.ts.
 */
const LATER = { scheduledAt: '2026-11-22T12:00:00.000Z' }
/**
 * Callers and their parts in the author's request; `both` and `root` are also tested as authors of their own.
 */
const CALLERS: readonly { as: string; by: string; parties: Party[] }[] = [
  { as: 'viewer', by: 'author', parties: [] },
  { as: 'author', by: 'author', parties: ['author'] },
  { as: 'reviewer', by: 'author', parties: ['reviewer'] },
  { as: 'applier', by: 'author', parties: ['applier'] },
  { as: 'both', by: 'author', parties: ['reviewer', 'applier'] },
  { as: 'both', by: 'both', parties: ['author', 'reviewer', 'applier'] },
  { as: 'root', by: 'author', parties: ['reviewer', 'applier', 'admin'] },
  { as: 'root', by: 'root', parties: ['author', 'reviewer', 'applier', 'admin'] },
]
let app: TestBackend
let requests: Requests

beforeAll(async () => {
  app = await startBackend({ users: PEOPLE })
  requests = requestsOf(app)
  await requests.configure(1)
  await requests.addFlag('flag')
})
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('change_requests').execute()
})
afterAll(() => app.stop())

/** Creates a user's request in a state, using the operations themselves. */
async function inState(state: ChangeRequestState, by: string): Promise<number> {
  const { id } = await requests.add(
    { action: 'updateEnabled', feature: 'flag', payload: { enabled: false } },
    by,
  )
  const WAY: Record<ChangeRequestState, [ChangeRequestState, string][]> = {
    Draft: [],
    'In review': [['In review', by]],
    Approved: [['In review', by], ['Approved', 'root']],
    Scheduled: [['In review', by], ['Approved', 'root'], ['Scheduled', 'root']],
    Applied: [['In review', by], ['Approved', 'root'], ['Applied', 'root']],
    Rejected: [['In review', by], ['Rejected', 'root']],
    Cancelled: [['Cancelled', by]],
  } // prettier-ignore
  for (const [to, as] of WAY[state]) await requests.move(id, to, as, to === 'Scheduled' ? LATER : {})
  return id
}

describe.each(CALLERS)('$as, for a request of $by', ({ as, by, parties }) => {
  const cases = CHANGE_REQUEST_STATES.flatMap((from) =>
    CHANGE_REQUEST_STATES.map((to) => [from, to] as const),
  )

  it.each(cases)('from %s to %s', async (from, to) => {
    const id = await inState(from, by)
    const answer = await requests.put(id, to, as, to === 'Scheduled' ? LATER : {})
    if (from === 'Draft' && as !== by) {
      // no other user sees it, whatever their role
      expect(answer).toMatchObject({ status: 404, body: { name: 'NotFoundError' } })
      return
    }
    const verdict = judgeTransition(from, to, parties)
    const now = (await requests.get(id, by)).state
    if (verdict.allowed) {
      expect(answer).toMatchObject({
        status: 200,
        body: { id, state: to, ...(to === 'Scheduled' ? { schedule: LATER } : {}) },
      })
      expect(now).toBe(to)
      return
    }
    expect(now).toBe(from)
    if (verdict.why === 'state') {
      expect(answer).toMatchObject({
        status: 400,
        body: { name: 'BadDataError', details: [{ message: verdict.message, path: '/body/state' }] },
      })
    } else if (verdict.why === 'party' && ['Approved', 'Rejected', 'Applied', 'Scheduled'].includes(to)) {
      const permission = ['Approved', 'Rejected'].includes(to)
        ? 'APPROVE_CHANGE_REQUEST'
        : 'APPLY_CHANGE_REQUEST'
      expect(answer).toMatchObject({
        status: 403,
        body: {
          name: 'PermissionError',
          message: expect.stringContaining(
            `the "${permission}" permission in the "production" environment.`,
          ) as string,
          decision: { allowed: false },
        },
      })
    } else {
      expect(answer).toMatchObject({
        status: 403,
        body: { name: 'ForbiddenError', message: verdict.message },
      })
    }
  })
})

describe('the permissions of reviewers and appliers', () => {
  it('apply in their environment only', async () => {
    await requests.configure(1, 'development')
    const change = { action: 'updateEnabled', feature: 'flag', payload: { enabled: false } }
    const { id } = (await requests.post(change, 'author', 'development')).body as { id: number }
    await requests.move(id, 'In review')
    expect((await requests.put(id, 'Approved', 'both')).status).toBe(403)
    await requests.move(id, 'Approved', 'root')
    expect((await requests.put(id, 'Applied', 'both')).status).toBe(403)
    expect(isOneOf(OPEN_STATES, (await requests.get(id)).state)).toBe(true)
  })
})
