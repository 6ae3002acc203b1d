import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { userIdOf } from '#support/stages/access.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { deleteFeature } from '#shared/flags/contract/archive.ts'
import { archiveFeature, createFeature } from '#shared/flags/contract/features.ts'
import { getFeatureUsageSummary, getRawFeatureMetrics } from '#shared/flags/contract/metrics.ts'
import { setRolesForUser } from '#shared/projects/contract/project-access.ts'
import { createProject, deleteProject, updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import { exportFeatures } from '#shared/transfer/contract/import-export.ts'
import { createSnapshot, restoreSnapshot } from '#shared/transfer/contract/snapshots.ts'

/** Remains of a private project or of its flags, after they were deleted for good. */
const OWNER = 4
const TOKEN = '*:development.every-project'
let app: TestBackend
let count = 0

beforeAll(async () => {
  app = await startBackend({
    env: { INIT_BACKEND_API_TOKENS: `${BACKEND},${TOKEN}` },
    users: [
      { username: 'stranger', roles: ['Viewer'] },
      { username: 'later', roles: ['Viewer'] },
    ],
    rateLimits: { perMinute: {} },
  })
})
afterAll(() => app.stop())

/** Makes a private project with a flag that was used and exported. */
async function addPrivate(): Promise<{ project: string; flag: string }> {
  const project = `hush${++count}`
  const flag = `${project}-flag`
  await addProject(project)
  await requireSuccess(
    app.call(updateProject, { params: { projectId: project }, body: { name: project, mode: 'private' } }),
  )
  await requireSuccess(app.call(createFeature, { params: { projectId: project }, body: { name: flag } }))
  await report(flag)
  await requireSuccess(
    app.call(exportFeatures, { body: { environment: 'development', features: [flag], downloadFile: false } }),
  )
  return { project, flag }
}

const addProject = (id: string) => requireSuccess(app.call(createProject, { body: { id, name: id } }))
const report = (flag: string) => {
  const at = app.clock.now().toISOString()
  const toggles = { [flag]: { yes: 3, no: 1, variants: {} } }
  const body = { appName: `${flag}-app`, instanceId: '1', bucket: { start: at, stop: at, toggles } }
  return requireSuccess(app.call(registerClientMetrics, { token: TOKEN, body }))
}
async function removeFlag(project: string, flag: string) {
  await requireSuccess(app.call(archiveFeature, { params: { projectId: project, featureName: flag } }))
  await requireSuccess(app.call(deleteFeature, { params: { featureName: flag } }))
}
async function removeProject(project: string, flag: string) {
  await removeFlag(project, flag)
  await requireSuccess(app.call(deleteProject, { params: { projectId: project } }))
}

const READS = [
  (flag: string) => `/api/admin/client-metrics/features/${flag}`,
  (flag: string) => `/api/admin/client-metrics/features/${flag}/raw`,
  () => '/api/admin/search/events?limit=1000',
  (flag: string) => `/api/admin/events/${flag}`,
  () => '/api/admin/metrics/applications',
  () => '/api/admin/unknown-flags',
]
/** All that a user reads of a flag, as one text, without the path that was asked for. */
async function seenBy(as: string | undefined, flag: string): Promise<string> {
  const texts: string[] = []
  for (const path of READS) {
    const { status, text } = await app.call('GET', path(flag), as === undefined ? {} : { as })
    expect([200, 404]).toContain(status)
    texts.push(
      text
        .replaceAll(`"featureName":"${flag}"`, '')
        .replaceAll(`"toggleName":"${flag}"`, '')
        .replaceAll(/"(message|description)":"[^"]*"/g, ''),
    )
  }
  return texts.join('\n')
}

describe('what is left of a deleted private flag', () => {
  it('is hidden: metrics, raw metrics, exports, applications and later reports', async () => {
    const { project, flag } = await addPrivate()
    await removeFlag(project, flag)
    await report(flag)
    await app.call('GET', `/api/admin/client-metrics/features/${flag}`)
    expect(await seenBy('stranger', flag)).not.toContain(project)
    const admin = await seenBy(undefined, flag)
    for (const part of [`${flag}-app`, 'features-exported', '"yes":3']) expect(admin).toContain(part)
  })

  it('is not of the flag that takes its name in an open project', async () => {
    const { project, flag } = await addPrivate()
    await removeFlag(project, flag)
    await requireSuccess(app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } }))
    const usage = await app.call(getFeatureUsageSummary, { params: { name: flag }, as: 'stranger' })
    expect(usage.body).toMatchObject({ lastHourUsage: [], seenApplications: [] })
    const raw = await app.call(getRawFeatureMetrics, { params: { name: flag }, as: 'stranger' })
    expect(raw.body.data).toEqual([])
    const events = await app.call('GET', `/api/admin/events/${flag}`, { as: 'stranger' })
    expect(events.text).not.toContain(project.concat('"'))
  })

  it('stays with a flag that is created again in its project', async () => {
    const { project, flag } = await addPrivate()
    await removeFlag(project, flag)
    await requireSuccess(app.call(createFeature, { params: { projectId: project }, body: { name: flag } }))
    const raw = await app.call(getRawFeatureMetrics, { params: { name: flag } })
    expect(raw.body.data.reduce((sum, { yes }) => sum + yes, 0)).toBe(3)
  })
})

describe('what is left of a deleted private project', () => {
  it('is hidden when its id is given to an open project, also from members of that', async () => {
    const { project, flag } = await addPrivate()
    await removeProject(project, flag)
    await addProject(project)
    const later = await userIdOf(app, 'later')
    await requireSuccess(
      app.call(setRolesForUser, { params: { projectId: project, userId: later }, body: { roles: [OWNER] } }),
    )
    await requireSuccess(
      app.call(createFeature, { params: { projectId: project }, body: { name: `new-${project}` } }),
    )
    for (const as of ['stranger', 'later']) {
      expect(await seenBy(as, flag)).not.toContain(flag)
      const { body, text } = await app.call('GET', `/api/admin/search/events?project=IS:${project}`, { as })
      const { events, total } = body as { events: { type: string }[]; total: number }
      expect(events.map(({ type }) => type)).toContain('feature-created')
      expect(events.map(({ type }) => type)).not.toContain('project-deleted')
      expect(total).toBe(events.length)
      expect(text).toContain(`new-${project}`)
    }
    const all = await app.call('GET', `/api/admin/search/events?project=IS:${project}&limit=100`)
    expect(all.text).toContain('project-deleted')
    expect(all.text).toContain(flag)
  })

  it('is there again for its members when a snapshot restores it', async () => {
    const { project, flag } = await addPrivate()
    const later = await userIdOf(app, 'later')
    await requireSuccess(
      app.call(setRolesForUser, { params: { projectId: project, userId: later }, body: { roles: [OWNER] } }),
    )
    await requireSuccess(app.call(createSnapshot, { body: { name: project } }))
    await removeProject(project, flag)
    await requireSuccess(app.call(restoreSnapshot, { params: { name: project } }))
    expect(await seenBy('later', flag)).toContain(flag)
    expect(await seenBy('stranger', flag)).not.toContain(project)
    const raw = await app.call(getRawFeatureMetrics, { params: { name: flag }, as: 'later' })
    expect(raw.body.data.reduce((sum, { yes }) => sum + yes, 0)).toBe(3)
  })
})
