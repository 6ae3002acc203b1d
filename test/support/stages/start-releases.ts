import { afterAll, beforeAll, beforeEach } from 'vitest'

import type { ReleasePlanTemplate } from '#shared/flags/schemas/release-plan.ts'
import { releasesOf, type Releases } from './releases.ts'
import { startBackend, type Answer, type TestBackend } from '../service/start-backend.ts'

/** An instance, and the shorthand for its release plans. */
export async function startReleases(
  options: Parameters<typeof startBackend>[0] = {},
): Promise<{ app: TestBackend; releases: Releases }> {
  const app = await startBackend(options)
  return { app, releases: releasesOf(app) }
}

/** Instance for the tests of a file, with a new flag for each test. */
export interface FlagReleases {
  app: TestBackend
  releases: Releases
  flag: string
  /** Number of the test, for names of its own. */
  count: number
  /** Path of the flag's release plans. */
  plans: (path?: string) => string
  /** Adds a strategy of the flag's own. */
  addOwn: (body?: object) => Promise<Answer>
  makeTemplate: (milestones: object[]) => Promise<ReleasePlanTemplate>
}

/** Starts an instance for the tests of a file; each test begins with a new flag. */
export function useFlagReleases(): FlagReleases {
  const stage = {
    count: 0,
    plans: (path = '') => `${stage.releases.pathOf(stage.flag)}/release-plans${path}`,
    addOwn: (body = { name: 'default' }) =>
      stage.app.call('POST', `${stage.releases.pathOf(stage.flag)}/strategies`, { body }),
    makeTemplate: (milestones) =>
      stage.releases.createTemplate({ name: `template ${stage.count} ${milestones.length}`, milestones }),
  } as FlagReleases
  beforeAll(async () => {
    Object.assign(
      stage,
      await startReleases({
        env: { UNLEASH_RELEASE_TEMPLATES_LIMIT: '1000' },
        users: [{ username: 'viewer', roles: ['Viewer'] }],
      }),
    )
  })
  beforeEach(async () => {
    stage.flag = await stage.releases.addFlag(`flag-${++stage.count}`)
  })
  afterAll(() => stage.app.stop())
  return stage
}
