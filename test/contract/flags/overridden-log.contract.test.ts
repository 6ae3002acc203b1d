import { describe, expect, it } from 'vitest'

import { getEvaluationLog, getEvaluationLogCall } from '#shared/clients/contract/evaluation-log.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { ADA, addFlag, app, flag, laid, page, remove, turnOn, useOverlays } from '#support/stages/overlays.ts'

useOverlays()

let requests = 0

/** Asks as a page does, and returns what the log says of the request and of the flag. */
async function logged(query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  // a context of its own: equal requests in a row are one entry
  const context = new URLSearchParams({ request: String(++requests), ...query })
  await app.call('GET', `/api/frontend?${context}`, { token: page, headers })
  const [call] = (await app.call(getEvaluationLog)).body.calls
  const { body } = await app.call(getEvaluationLogCall, { params: { id: String(call?.id) } })
  return { call, result: body.results.find(({ name }) => name === flag) }
}

describe('the evaluation log', () => {
  it('says nothing of overrides where there are none', async () => {
    await turnOn()
    const { call, result } = await logged()
    expect(call).toMatchObject({ enabled: 1, overridden: 0 })
    expect(result).toMatchObject({ enabled: true, override: null })
  })

  it('names the override that decided, and counts such flags apart', async () => {
    await turnOn()
    await laid('user:7', { enabled: false })
    const { call, result } = await logged({ userId: '7' })
    expect(call).toMatchObject({ overridden: 1 })
    expect(result).toMatchObject({ enabled: false, override: 'user:7' })
    expect(result?.explanation.at(-1)).toBe('Overridden for user 7 by ada: off.')
    const other = await logged({ userId: '8' })
    expect(other.call).toMatchObject({ overridden: 0 })
    expect(other.result).toMatchObject({ enabled: true, override: null })
  })

  it('names the narrowest of several, whose value the request got', async () => {
    const values = {
      everybody: true,
      'token:page': false,
      'application:web': true,
      'user:7': false,
      'header:ada': true,
    }
    for (const [audience, enabled] of Object.entries(values)) await laid(audience, { enabled })
    const cases = [
      [{}, {}, 'token:page'],
      [{ appName: 'web' }, {}, 'application:web'],
      [{ appName: 'web', userId: '7' }, {}, 'user:7'],
      [{ appName: 'web', userId: '7' }, ADA, 'header:ada'],
    ] as const
    for (const [query, headers, audience] of cases) {
      const { result } = await logged(query, headers)
      expect(result).toMatchObject({ override: audience, enabled: values[audience] })
    }
    await remove('token:page')
    expect((await logged()).result).toMatchObject({ override: 'everybody', enabled: true })
  })

  it('leaves the decision to a parent that is off', async () => {
    const parent = `${flag}-parent`
    await addFlag(parent)
    await requireSuccess(
      app.call(addFeatureDependency, {
        params: { projectId: 'default', child: flag },
        body: { feature: parent },
      }),
    )
    await laid('user:7')
    const { call, result } = await logged({ userId: '7' })
    expect(result).toMatchObject({ enabled: false, override: null })
    expect(call?.overridden).toBe(0)
  })

  it('keeps saying so once the override has ended', async () => {
    await laid('everybody')
    const { call } = await logged()
    await remove('everybody')
    const { body } = await app.call(getEvaluationLogCall, { params: { id: String(call?.id) } })
    expect(body).toMatchObject({ overridden: 1 })
    expect((await logged()).call).toMatchObject({ overridden: 0 })
  })
})
