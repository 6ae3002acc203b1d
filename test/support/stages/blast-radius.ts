import { afterAll, beforeAll, beforeEach, expect } from 'vitest'

import type { BlastRadius } from '#shared/changes/schemas/blast-radius.ts'
import { PEOPLE, PROJECT, requestsOf } from './change-requests.ts'
import { addProject } from './projects.ts'
import { FRONTEND, startBackend } from '../service/start-backend.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { forgetSeenContexts } from '#shared/clients/contract/seen-contexts.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'

export const constraint = (...values: string[]) => ({ contextName: 'country', operator: 'IN', values })
export const strategy = (more: object = {}) => ({ name: 'default', ...more })
export const messageOf = (body: unknown) =>
  (body as { details: { message: string; path?: string }[] }).details[0]

/** A backend with a second project and a token for it, and shorthand for what tests do on it. */
async function startBlastRadius() {
  const app = await startBackend({ users: PEOPLE })
  await addProject(app, 'other')
  const token = { tokenName: 'other', type: 'frontend', environment: 'development', projects: ['other'] }
  const made = await app.call(createApiToken, { body: token })
  let names = 0

  const nextName = (kind: 'flag' | 'segment') => `${kind}-${names++}`
  const see = (query: string, as = FRONTEND) => app.call('GET', `/api/frontend?${query}`, { token: as })
  const ask = (changes: object[], more: object = {}, as = 'viewer') =>
    app.call('POST', `${PROJECT}/blast-radius`, {
      as,
      body: { environment: 'development', changes, ...more },
    })

  return {
    app,
    requests: requestsOf(app),
    tokenOfOther: made.body.secret,
    nextName,
    /** A flag that is on in development by these strategies; answers its name and their ids. */
    flagWith: async (strategies: object[], project = 'default', environment = 'development') => {
      const name = nextName('flag')
      const path = `/api/admin/projects/${project}/features`
      await app.call(createFeature, { params: { projectId: project }, body: { name } })
      const ids: string[] = []
      for (const body of strategies) {
        const at = `${path}/${name}/environments/${environment}/strategies`
        ids.push(((await app.call('POST', at, { body })).body as { id: string }).id)
      }
      const on = await app.call(toggleFeatureEnvironmentOn, {
        params: { projectId: project, featureName: name, environment },
      })
      expect(on.status).toBe(200)
      return { name, ids }
    },
    see,
    seeAll: async (...countries: string[]) => {
      for (const [index, country] of countries.entries()) await see(`userId=${index}&country=${country}`)
    },
    ask,
    radiusOf: async (change: object, more: object = {}): Promise<BlastRadius> => {
      const { status, text, body } = await ask([change], more)
      expect([status, status === 200 ? '' : text]).toEqual([200, ''])
      return body as BlastRadius
    },
  }
}

type BlastRadiusStage = Awaited<ReturnType<typeof startBlastRadius>>

/** Starts the stage for the tests of a file; each test begins without seen contexts. */
export function useBlastRadius(): BlastRadiusStage {
  const stage = {} as BlastRadiusStage
  beforeAll(async () => {
    Object.assign(stage, await startBlastRadius())
  })
  beforeEach(() => stage.app.call(forgetSeenContexts))
  afterAll(() => stage.app.stop())
  return stage
}
