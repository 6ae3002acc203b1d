import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { evaluateFlag, evaluateFlagsBulk } from '#shared/clients/contract/remote-evaluation.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { getOverrides, removeOverride, setOverride } from '#shared/flags/contract/overrides.ts'
import { addProject } from './projects.ts'
import { requireSuccess } from '../service/private-project.ts'
import { startBackend, type TestBackend } from '../service/start-backend.ts'

export const ADA = { 'x-halyard-overlay': 'ada' }
export const NORWAY = { contextName: 'country', operator: 'IN' as const, values: ['NO'] }
export let app: TestBackend
/** Flag of the test that runs. */
export let flag: string
let count = 0
/** Tokens of the same environment and projects: a server's, another server's, a page's. */
export let shop: string
export let other: string
export let page: string

export const tokenOf = async (tokenName: string, type = 'client', environment = 'development') => {
  const body = { tokenName, type, environment, projects: ['default'] }
  const { secret } = (await requireSuccess(app.call(createApiToken, { body }))).body
  return secret
}
/** Starts an instance with tokens of one environment, and makes a flag for each test, which ends without overrides. */
export function useOverlays(): void {
  beforeAll(async () => {
    app = await startBackend({ users: [{ username: 'ada', roles: ['Editor'] }] })
    await addProject(app, 'elsewhere')
    shop = await tokenOf('shop')
    other = await tokenOf('other')
    page = await tokenOf('page', 'frontend')
  })
  beforeEach(async () => {
    flag = `flag-${++count}`
    await addFlag(flag)
  })
  afterEach(async () => {
    const { overrides } = (await app.call(getOverrides)).body
    for (const { feature, audience } of overrides) await remove(audience, feature)
  })
  afterAll(() => app.stop())
}

export const remove = (audience: string, name = flag) =>
  requireSuccess(app.call(removeOverride, { params: { ...at(name), audience } }))

export const addFlag = (name: string) =>
  requireSuccess(app.call(createFeature, { params: { projectId: 'default' }, body: { name } }))
export const at = (featureName = flag) => ({ projectId: 'default', featureName, environment: 'development' })
export const turnOn = () => requireSuccess(app.call(toggleFeatureEnvironmentOn, { params: at() }))
export const override = (audience: string, body: object = {}) =>
  app.call(setOverride, { params: { ...at(), audience }, body: { enabled: true, ...body }, as: 'ada' })
export const laid = (audience: string, body: object = {}) => requireSuccess(override(audience, body))

export interface Sent {
  token?: string
  headers?: Record<string, string>
}
export const poll = ({ token = shop, headers = {} }: Sent = {}) =>
  app.call(getAllClientFeatures, { token, headers: { 'unleash-client-spec': '5.2.0', ...headers } })
export async function configuration(sent: Sent = {}) {
  const { body } = await poll(sent)
  if (!body) throw new Error('There is no configuration.')
  return body
}
export const served = async (sent: Sent = {}) =>
  (await configuration(sent)).features.find(({ name }) => name === flag)
export const etagOf = async (sent: Sent = {}) => String((await poll(sent)).headers['etag'])
/** Result of the flag that a page gets. */
export async function answer(query: string, { token = page, headers = {} }: Sent = {}): Promise<string> {
  const { body } = await app.call('GET', `/api/frontend?${query}`, { token, headers })
  const { toggles } = body as { toggles: { name: string; variant: { name: string; enabled: boolean } }[] }
  const toggle = toggles.find(({ name }) => name === flag)
  return toggle ? (toggle.variant.enabled ? toggle.variant.name : 'on') : 'off'
}
/** Result of the flag that OpenFeature gets, alone and among all. */
export async function remote(userId: string, { token = page, headers = {} }: Sent = {}) {
  const body = { context: { targetingKey: userId } }
  const one = await app.call(evaluateFlag, { params: { key: flag }, body, token, headers })
  const all = await app.call(evaluateFlagsBulk, { body, token, headers })
  const found = all.body?.flags.find(({ key }) => key === flag)
  expect(one.body).toMatchObject({ value: (found as { value?: unknown }).value })
  const { value, variant } = one.body as { value?: unknown; variant?: string }
  return variant ?? value
}
