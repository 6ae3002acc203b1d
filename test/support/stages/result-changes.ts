import { afterAll, beforeAll, expect } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { explainFlagWithPost, findResultChanges } from '#shared/insight/contract/explain.ts'
import type { ResultChanges } from '#shared/insight/schemas/result-changes.ts'
import { startBackend, type Answer, type TestBackend } from '../service/start-backend.ts'
import { releasesOf, type Releases } from './releases.ts'

export let app: TestBackend
export let releases: Releases
export const CONTEXT = { userId: '7' }

/** Starts an instance whose clock the test moves on. */
export function useResultChanges(): void {
  beforeAll(async () => {
    app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
    releases = releasesOf(app)
  })
  afterAll(() => app.stop())
}

/** The time now; what follows happens a second later. */
export function tick(): string {
  const at = app.clock.now().toISOString()
  app.clock.advance(1000)
  return at
}
export const create = async (name: string, projectId = 'default') => {
  await app.call(createFeature, { params: { projectId }, body: { name } })
  tick()
}
export const find = (body: object, as?: string) =>
  app.call('POST', findResultChanges.path, {
    body: { environment: 'development', ...body },
    ...(as ? { as } : {}),
  })
export const changesOf = async (flag: string, more: object = {}): Promise<ResultChanges> => {
  const answer = await find({ flag, context: CONTEXT, ...more })
  expect(answer.status === 200 ? '' : answer.text).toBe('')
  return answer.body as ResultChanges
}
export const summary = ({ changes }: ResultChanges) =>
  changes.map(({ events, before, after }) => [
    events.map(({ type }) => type).join(' '),
    before.reason,
    after.reason,
  ])
export const explainAt = (flag: string, at: string): Promise<Answer> =>
  app.call('POST', explainFlagWithPost.path, {
    body: { flag, environment: 'development', context: CONTEXT, at },
  })
