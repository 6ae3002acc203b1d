import type { TestBackend } from '#support/service/start-backend.ts'
import { FEATURES, FLAGS, PROJECT, type Change } from './undo-changes.ts'

async function strategyAt(app: TestBackend, name: string, at: string, index: number): Promise<string> {
  const { body } = await app.call('GET', `${FEATURES}/${name}/environments/${at}/strategies`)
  const ids = Array.isArray(body) ? (body as { id: string }[]).map(({ id }) => id) : []
  return ids[index % Math.max(1, ids.length)] ?? 'none'
}

/** Some custom role; the predefined ones cannot be changed. */
export async function roleAt(app: TestBackend, index: number): Promise<number> {
  const { body } = await app.call('GET', '/api/admin/roles')
  const custom = (body as { roles: { id: number; name: string }[] }).roles.filter(({ name }) =>
    name.startsWith('r'),
  )
  return custom[index % Math.max(1, custom.length)]?.id ?? 0
}

async function linkAt(app: TestBackend, name: string, index: number): Promise<string> {
  const { body } = await app.call('GET', `${FEATURES}/${name}`)
  const links = (body as { links?: { id: string }[] }).links ?? []
  return links[index % Math.max(1, links.length)]?.id ?? 'none'
}

/** Makes a change, by the operation that people use. It may be refused: then nothing is to be undone. */
export async function makeChange(app: TestBackend, one: Change): Promise<unknown> {
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
      const id = await strategyAt(app, one.flag, one.environment, one.which)
      const path = `${FEATURES}/${one.flag}/environments/${one.environment}/strategies/${id}`
      return app.call('PUT', path, { body: one.strategy })
    }
    case 'patchStrategy': {
      const id = await strategyAt(app, one.flag, one.environment, one.which)
      const path = `${FEATURES}/${one.flag}/environments/${one.environment}/strategies/${id}`
      const body = Object.entries(one.strategy).map(([field, value]) => ({
        op: 'add',
        path: `/${field}`,
        value,
      }))
      return app.call('PATCH', path, { body })
    }
    case 'removeStrategy': {
      const id = await strategyAt(app, one.flag, one.environment, one.which)
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
      return app.call('DELETE', `${FEATURES}/${one.flag}/link/${await linkAt(app, one.flag, one.which)}`)
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
      return app.call('PUT', `/api/admin/roles/${await roleAt(app, one.id)}`, {
        body: { name: one.name, description: 'edited', permissions: [{ name: one.permission }] },
      })
    case 'removeRole':
      return app.call('DELETE', `/api/admin/roles/${await roleAt(app, one.id)}`)
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
