import { afterAll, beforeAll, expect, it } from 'vitest'

import { getContextFindings } from '#shared/clients/contract/context-findings.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { eventually } from '#support/runner/eventually.ts'
import { startSeveral } from '#support/service/several-halyards.ts'
import { FRONTEND, type TestBackend } from '#support/service/start-backend.ts'

let several: Awaited<ReturnType<typeof startSeveral>>
let one: TestBackend
let other: TestBackend

beforeAll(async () => {
  several = await startSeveral(2)
  const [first, second] = several.halyards
  if (!first || !second) throw new Error('nothing was started')
  one = first
  other = second
  const params = { projectId: 'default', featureName: 'gated', environment: 'development' }
  await one.call(createFeature, { params: { projectId: 'default' }, body: { name: 'gated' } })
  await one.call('POST', '/api/admin/projects/default/features/gated/environments/development/strategies', {
    body: {
      name: 'flexibleRollout',
      parameters: { rollout: '100', stickiness: 'default', groupId: 'gated' },
      constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }],
    },
  })
  await one.call(toggleFeatureEnvironmentOn, { params })
})
afterAll(() => several.stop())

const found = async (at: TestBackend) => (await at.call(getContextFindings)).body

it('nothing is said of fields that nobody sends while another Halyard may have got them', async () => {
  await one.call('GET', '/api/frontend?appName=web&userId=undefined', { token: FRONTEND })
  await eventually(async () => expect(await found(one)).toMatchObject({ isPartial: true }))
  const { environments, findings } = await found(one)
  expect(environments).toMatchObject([{ contexts: 1, completeSince: null }])
  expect(findings.map(({ rule }) => rule)).toEqual(['placeholder-id'])
  expect((await found(other)).findings).toEqual([])
})
