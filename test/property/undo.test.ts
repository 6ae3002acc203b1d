import fc from 'fast-check'
import type { Past } from '#shared/audit/schemas/past.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { propertyRuns } from '#support/runner/property-runs.ts'
import {
  BACKEND,
  BACKEND_PRODUCTION,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { readEventLog } from '#support/service/event-log.ts'
import {
  ENVIRONMENTS,
  EVERYTHING,
  FEATURES,
  FLAGS,
  IMPORTED_DISABLED,
  IN_OTHER_ORDER,
  SAME_VARIANTS_AFTER_IMPORT,
  change,
} from './undo-changes.ts'
import { makeChange, roleAt } from './make-change.ts'

let app: TestBackend
beforeEach(async () => {
  app = await startBackend({ users: [{ username: 'importer', roles: ['Admin'] }] })
  // a flag that stays, so that every step has something to change
  for (const name of ['s1', 's2'])
    await app.call('POST', '/api/admin/segments', { body: { name, constraints: [] } })
  for (const name of FLAGS) {
    await app.call('POST', FEATURES, { body: { name } })
    for (const at of ENVIRONMENTS) await app.call('POST', `${FEATURES}/${name}/environments/${at}/on`)
  }
  await app.call('POST', '/api/admin/tag-types', { body: { name: 'team', description: 'x' } })
})
afterEach(() => app.stop())

interface State {
  sdk: string[]
  admin: unknown
}

/** All that an undo has to bring back: bytes for SDKs, and what people see, without times of change and figures. */
async function readState(tokens: readonly string[]): Promise<State> {
  const sdk: string[] = []
  for (const token of tokens) {
    const { body } = await app.call('GET', '/api/client/features', { token })
    sdk.push(JSON.stringify(withoutRevision(body)))
  }
  const admin: Record<string, unknown> = {}
  const get = async (path: string) => (admin[path] = await answerOf(path))
  for (const name of FLAGS) await get(`${FEATURES}/${name}`)
  for (const path of ['segments', 'context', 'tag-types', 'roles', 'groups', 'projects/default/features'])
    await get(`/api/admin/${path}`)
  for (const index of [0, 1]) await get(`/api/admin/roles/${await roleAt(app, index)}`)
  return { sdk, admin: withoutTimes(admin) }
}

async function answerOf(path: string): Promise<unknown> {
  const { status, body } = await app.call('GET', path)
  return status === 200 ? body : status
}

/** The meta of the answer counts writes: an undo is one. */
function withoutRevision(body: unknown): unknown {
  const { meta: _meta, ...rest } = body as Record<string, unknown>
  return rest
}

/** Cannot come back: times of stages and of the last change, and who has ever changed a flag. */
const TIMES = new Set([
  'collaborators',
  'enteredStageAt',
  'updatedAt',
  'archivedAt',
  'lifecycle',
  'lastSeenAt',
])

function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (TIMES.has(key) ? [] : [[key, withoutTimes(inner)]])),
  )
}

/** The whole instance at a time: as it is now, or as the log says that it was. */
async function partsAt(at: string, side: 'then' | 'now') {
  const { status, body } = await app.call('GET', `/api/admin/past?kind=instance&limit=1000&at=${at}`)
  expect(status).toBe(200)
  const { parts, limit } = body as Past
  expect(limit.unknown).toEqual([])
  return Object.fromEntries(
    parts
      // tagging a flag creates the tag, for which no event exists, and which stays (ADR 35)
      .filter(({ path }) => path[0] !== 'tag')
      .flatMap((part) => (part[side] === undefined ? [] : [[part.path.join('/'), part[side]]])),
  )
}

const newestGroup = async () => (await readEventLog(app, { limit: '1' }))[0]

it('undoing any sequence of changes in reverse restores the former state, byte for byte for SDKs', async () => {
  const tokens = [BACKEND, BACKEND_PRODUCTION]
  const undone = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const states: { state: State; event: number; kind: string; at: string; parts: unknown }[] = []
      for (const one of changes) {
        const state = await readState(tokens)
        const at = app.clock.now().toISOString()
        const parts = await partsAt(at, 'now')
        app.clock.advance(1000)
        const before = (await newestGroup())?.id
        await makeChange(app, one)
        const event = await newestGroup()
        if (event && event.id !== before) states.push({ state, event: event.id, kind: one.kind, at, parts })
      }
      // the rewound log must match each recorded state
      for (const { at, parts, kind } of states)
        expect({ kind, parts: await partsAt(at, 'then') }).toEqual({ kind, parts })
      app.clock.advance(1000)
      for (const { state, event, kind } of states.reverse()) {
        const answer = await app.call('POST', `/api/admin/undo/${event}`, { body: { scope: 'write' } })
        // a write without changes has nothing to undo, for example an unchanged order
        const isNothing = /There is nothing (left )?to undo/.test(JSON.stringify(answer.body))
        if (!isNothing)
          expect({ kind, status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
        expect({ kind, ...(await readState(tokens)) }).toEqual({ kind, ...state })
        if (!isNothing) undone.set(kind, (undone.get(kind) ?? 0) + 1)
      }
    }),
    {
      numRuns: propertyRuns(25),
      examples: [[EVERYTHING], [IMPORTED_DISABLED], [IN_OTHER_ORDER], [SAME_VARIANTS_AFTER_IMPORT]],
    },
  )
  // a kind of change that is never accepted would prove nothing
  const kinds = new Set(EVERYTHING.map((one) => one.kind))
  expect([...kinds].filter((kind) => !undone.has(kind))).toEqual([])
})
