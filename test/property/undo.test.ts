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
  PROJECT,
  SAME_VARIANTS_AFTER_IMPORT,
  change,
  type Change,
} from './undo-changes.ts'

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

async function strategyAt(name: string, at: string, index: number): Promise<string> {
  const { body } = await app.call('GET', `${FEATURES}/${name}/environments/${at}/strategies`)
  const ids = Array.isArray(body) ? (body as { id: string }[]).map(({ id }) => id) : []
  return ids[index % Math.max(1, ids.length)] ?? 'none'
}

/** Some custom role; the predefined ones cannot be changed. */
async function roleAt(index: number): Promise<number> {
  const { body } = await app.call('GET', '/api/admin/roles')
  const custom = (body as { roles: { id: number; name: string }[] }).roles.filter(({ name }) =>
    name.startsWith('r'),
  )
  return custom[index % Math.max(1, custom.length)]?.id ?? 0
}

async function linkAt(name: string, index: number): Promise<string> {
  const { body } = await app.call('GET', `${FEATURES}/${name}`)
  const links = (body as { links?: { id: string }[] }).links ?? []
  return links[index % Math.max(1, links.length)]?.id ?? 'none'
}

/** Makes a change, by the operation that people use. It may be refused: then nothing is to be undone. */
async function make(one: Change): Promise<unknown> {
  const post = (path: string, body?: unknown) => app.call('POST', path, body === undefined ? {} : { body })
  switch (one.kind) {
    case 'create':
      return post(FEATURES, {
        name: one.flag,
        description: one.description,
        impressionData: one.impressionData,
      })
    case 'describe': {
      const { description, type, stale } = one
      return app.call('PUT', `${FEATURES}/${one.flag}`, { body: { description, type, stale } })
    }
    case 'archive':
      return app.call('DELETE', `${FEATURES}/${one.flag}`)
    case 'revive':
      return post(`/api/admin/archive/revive/${one.flag}`)
    case 'delete':
      return app.call('DELETE', `/api/admin/archive/${one.flag}`)
    case 'on':
    case 'off':
      return post(`${FEATURES}/${one.flag}/environments/${one.environment}/${one.kind}`)
    case 'addStrategy':
      return post(`${FEATURES}/${one.flag}/environments/${one.environment}/strategies`, one.strategy)
    case 'updateStrategy': {
      const id = await strategyAt(one.flag, one.environment, one.which)
      const path = `${FEATURES}/${one.flag}/environments/${one.environment}/strategies/${id}`
      return app.call('PUT', path, { body: one.strategy })
    }
    case 'patchStrategy': {
      const id = await strategyAt(one.flag, one.environment, one.which)
      const path = `${FEATURES}/${one.flag}/environments/${one.environment}/strategies/${id}`
      const body = Object.entries(one.strategy).map(([field, value]) => ({
        op: 'add',
        path: `/${field}`,
        value,
      }))
      return app.call('PATCH', path, { body })
    }
    case 'removeStrategy': {
      const id = await strategyAt(one.flag, one.environment, one.which)
      return app.call('DELETE', `${FEATURES}/${one.flag}/environments/${one.environment}/strategies/${id}`)
    }
    case 'order': {
      const { body } = await app.call(
        'GET',
        `${FEATURES}/${one.flag}/environments/${one.environment}/strategies`,
      )
      const ids = Array.isArray(body) ? (body as { id: string }[]).slice(0, 3) : []
      const sent = ids.map(({ id }, index) => ({ id, sortOrder: one.places[index] ?? 0 }))
      return post(`${FEATURES}/${one.flag}/environments/${one.environment}/strategies/set-sort-order`, sent)
    }
    case 'variants':
      return app.call('PUT', `${FEATURES}/${one.flag}/environments/${one.environment}/variants`, {
        body: one.variants,
      })
    case 'tag':
      return post(`/api/admin/features/${one.flag}/tags`, { type: 'simple', value: one.value })
    case 'untag':
      return app.call('DELETE', `/api/admin/features/${one.flag}/tags/simple/${one.value}`)
    case 'link':
      return post(`${FEATURES}/${one.flag}/link`, { url: one.url })
    case 'unlink':
      return app.call('DELETE', `${FEATURES}/${one.flag}/link/${await linkAt(one.flag, one.which)}`)
    case 'depend':
      return post(`${FEATURES}/${one.flag}/dependencies`, { feature: one.parent, enabled: one.enabled })
    case 'independ':
      return app.call('DELETE', `${FEATURES}/${one.flag}/dependencies`)
    case 'clone':
      return post(`${FEATURES}/${one.flag}/clone`, { name: one.name })
    case 'segment':
      return post('/api/admin/segments', { name: one.name, constraints: one.constraints })
    case 'editSegment':
      return app.call('PUT', `/api/admin/segments/${one.id}`, {
        body: { name: one.name, constraints: one.constraints },
      })
    case 'removeSegment':
      return app.call('DELETE', `/api/admin/segments/${one.id}`)
    case 'field':
      return post('/api/admin/context', { name: one.name, description: one.description })
    case 'editField':
      return app.call('PUT', `/api/admin/context/${one.name}`, {
        body: { description: one.description, stickiness: one.stickiness },
      })
    case 'removeField':
      return app.call('DELETE', `/api/admin/context/${one.name}`)
    case 'tagType':
      return post('/api/admin/tag-types', { name: one.name, description: 'x' })
    case 'removeTagType':
      return app.call('DELETE', `/api/admin/tag-types/${one.name}`)
    case 'role':
      return post('/api/admin/roles', {
        name: one.name,
        description: '',
        permissions: [{ name: one.permission }],
      })
    case 'editRole':
      return app.call('PUT', `/api/admin/roles/${await roleAt(one.id)}`, {
        body: { name: one.name, description: 'edited', permissions: [{ name: one.permission }] },
      })
    case 'removeRole':
      return app.call('DELETE', `/api/admin/roles/${await roleAt(one.id)}`)
    case 'group':
      return post('/api/admin/groups', { name: one.name, description: one.description })
    case 'removeGroup':
      return app.call('DELETE', `/api/admin/groups/${one.id}`)
    case 'project':
      return app.call('PUT', PROJECT, { body: { name: one.name, description: one.description } })
    case 'bulkOn':
      return post(`${PROJECT}/bulk_features/environments/${one.environment}/on`, { features: [...FLAGS] })
    case 'bulkArchive':
      return post(`${PROJECT}/archive`, { features: [...FLAGS] })
    case 'bulkTag':
      return app.call('PUT', `${PROJECT}/tags`, {
        body: {
          features: [...FLAGS],
          tags: { addedTags: [{ type: 'simple', value: one.value }], removedTags: [] },
        },
      })
    case 'import':
      return app.call('POST', '/api/admin/features-batch/import', {
        // admin tokens may not import
        as: 'importer',
        body: {
          project: 'default',
          environment: one.environment,
          data: {
            features: [{ name: one.from, type: 'release', description: one.description }],
            featureStrategies: [{ ...one.strategy, segments: [], featureName: one.from }],
            featureEnvironments: [
              {
                enabled: true,
                featureName: one.from,
                environment: one.environment,
                name: one.environment,
                variants: [],
              },
            ],
            contextFields: [],
            featureTags: [{ featureName: one.from, tagType: 'simple', tagValue: 'imported' }],
            segments: [],
            tagTypes: [],
          },
        },
      })
  }
}

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
  for (const index of [0, 1]) await get(`/api/admin/roles/${await roleAt(index)}`)
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
        await make(one)
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
