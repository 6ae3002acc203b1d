import { beforeEach, expect } from 'vitest'

import { getContextFindings } from '#shared/clients/contract/context-findings.ts'
import { registerFrontendMetrics } from '#shared/clients/contract/frontend-api.ts'
import type { ContextFindingsQuery } from '#shared/clients/schemas/context-findings.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { eventually } from '../runner/eventually.ts'
import { FRONTEND, startBackend, type TestBackend } from '../service/start-backend.ts'

export const DEVELOPMENT = 'development'
export const MINUTE = 60_000
export const SDK = 'unleash-js-sdk:3.8.2'
export let app: TestBackend

/** Starts an instance for each test, with somebody who may read logs, and somebody who may not. */
export function useFindings(): void {
  beforeEach(async () => {
    app = await startBackend({
      users: [
        { username: 'viewer', roles: ['Viewer'] },
        { username: 'logs', roles: ['Viewer'], permissions: [{ permission: 'READ_LOGS' }], atRoot: true },
      ],
    })
    return () => app.stop()
  })
}

export const place = (name: string) => ({ projectId: 'default', featureName: name, environment: DEVELOPMENT })

export interface Strategy {
  rollout?: string
  stickiness?: string
  constraints?: object[]
  segments?: number[]
  variants?: object[]
}

/** Creates a flag that is on, with one strategy for each of some. */
export async function flag(name: string, ...strategies: Strategy[]): Promise<void> {
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
  for (const { rollout = '100', stickiness = 'default', ...rest } of strategies)
    await app.call(
      'POST',
      `/api/admin/projects/default/features/${name}/environments/${DEVELOPMENT}/strategies`,
      {
        body: { name: 'flexibleRollout', parameters: { rollout, stickiness, groupId: name }, ...rest },
      },
    )
  await app.call(toggleFeatureEnvironmentOn, { params: place(name) })
}

export const isOneOf = (contextName: string, ...values: string[]) => ({ contextName, operator: 'IN', values })

export const send = (query: string) =>
  app.call('GET', `/api/frontend?${query}`, { token: FRONTEND, headers: { 'unleash-sdk': SDK } })
export const found = async (query: ContextFindingsQuery = {}, as?: string) =>
  (await app.call(getContextFindings, { query, ...(as ? { as } : {}) })).body
export const rules = async (query: ContextFindingsQuery = {}) =>
  (await found(query)).findings.map(({ rule, application, field }) => [rule, application, field].join(' '))

/** Reports that an application has evaluated a flag, and waits until it is counted. */
export async function count(appName: string, flagName: string): Promise<void> {
  const bucket = {
    start: app.clock.now().toISOString(),
    stop: app.clock.now().toISOString(),
    toggles: { [flagName]: { yes: 1, no: 0 } },
  }
  await app.call(registerFrontendMetrics, {
    token: FRONTEND,
    body: { appName, bucket },
    headers: { 'unleash-sdk': SDK },
  })
  await eventually(async () => {
    const { body } = await app.call('GET', `/api/admin/client-metrics/features/${flagName}`)
    expect(JSON.stringify(body)).toContain(`"${appName}"`)
  })
}
