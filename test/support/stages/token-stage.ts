import { afterEach, beforeEach, vi } from 'vitest'

import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getMirror } from '#shared/clients/contract/edge.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { startBackend, type TestBackend } from '../service/start-backend.ts'
import { StandInUpstream } from '../stand-ins/stand-in-upstream.ts'

/** Token of the settings of a mirror: all projects of an environment. */
export const WIDE = '*:staging.wide'
/** Token that the one of the settings covers, one of pages, and one of another environment. */
export const NARROW = 'default:staging.narrow'
export const PAGE = '*:staging.page'
export const OTHER = 'shop:testing.other'

/** Each test has an upstream of its own, which knows the token of the settings, and mirrors of it. */
export function useTokens() {
  const stage = { upstream: new StandInUpstream() }
  const running: TestBackend[] = []
  beforeEach(async () => {
    stage.upstream = new StandInUpstream()
    stage.upstream.projects.push('shop')
    stage.upstream.add(WIDE)
    await stage.upstream.listen()
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const app of running.splice(0)) await app.stop()
    await stage.upstream.stop()
  })

  async function startMirror(env: Record<string, string> = {}, url = stage.upstream.url) {
    const app = await startBackend({
      env: {
        HALYARD_UPSTREAM: url,
        HALYARD_UPSTREAM_TOKENS: WIDE,
        // it asks when a test says so
        FEATURES_REFRESH_INTERVAL_SECONDS: '86400',
        ...env,
      },
    })
    running.push(app)
    await app.backend.runJobs()
    stage.upstream.forget()
    return app
  }
  return { stage, running, startMirror }
}

export const poll = (app: TestBackend, token: string) => app.call(getAllClientFeatures, { token })
export const evaluate = (app: TestBackend, token: string) => app.call(getFrontendFeatures, { token })

/** Names of the flags that a backend token gets, or the status. */
export async function flagsOf(app: TestBackend, token: string) {
  const { status, body } = await poll(app, token)
  if (status !== 200) return status
  return (body as { features: { name: string }[] }).features.map(({ name }) => name)
}

/** Names of the flags that are on for a token of pages, or the status. */
export async function togglesOf(app: TestBackend, token: string) {
  const { status, body } = await evaluate(app, token)
  return status === 200 ? body.toggles.map(({ name }) => name) : status
}

export const stateOf = async (app: TestBackend) => (await app.call(getMirror)).body
