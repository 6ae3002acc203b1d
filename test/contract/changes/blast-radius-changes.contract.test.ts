import { describe, expect, it } from 'vitest'

import type { BlastRadius } from '#shared/changes/schemas/blast-radius.ts'
import { constraint, strategy, useBlastRadius } from '#support/stages/blast-radius.ts'
import { PROJECT } from '#support/stages/change-requests.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { getPlayground } from '#shared/insight/contract/playground.ts'

/** Tests the figures of changes. For errors and other queries see blast-radius.contract.test.ts. */
const HOUR_MS = 3_600_000
const stage = useBlastRadius()

const variant = (name: string) => ({ name, weight: 1000, weightType: 'variable', stickiness: 'default' })

describe('the blast radius of a change', () => {
  it('names who is turned off, and why', async () => {
    const north = strategy({ title: 'North', constraints: [constraint('NO', 'SE')] })
    const { name, ids } = await stage.flagWith([strategy({ disabled: true, title: 'Never' }), north])
    await stage.seeAll('NO', 'SE', 'DK', 'SE')
    const payload = { id: ids[1], constraints: [constraint('NO')] }
    const radius = await stage.radiusOf({ action: 'updateStrategy', feature: name, payload })
    expect(radius).toMatchObject({
      window: '24h',
      seen: 4,
      turnsOn: 0,
      turnsOff: 2,
      variantChanges: 0,
      stays: 2,
      flagsTouched: 1,
      isSampled: false,
      isHypothetical: false,
      flags: [{ feature: name, project: 'default', environment: 'development', seen: 4, turnsOff: 2 }],
    })
    expect(radius.samples).toHaveLength(2)
    expect(radius.samples[0]).toEqual({
      feature: name,
      environment: 'development',
      context: { userId: '3', remoteAddress: '127.0.0.1', properties: { country: 'SE' } },
      count: 1,
      lastSeen: stage.app.clock.now().toISOString(),
      before: { enabled: true, variant: null, explanation: ['On: the strategy “North” matched.'] },
      after: {
        enabled: false,
        variant: null,
        explanation: [
          'Off: its strategy did not match.',
          '“North”: a constraint did not hold, country is “SE”.',
        ],
      },
    })
  })

  it('changes nothing', async () => {
    const { name, ids } = await stage.flagWith([strategy()])
    const at = `${PROJECT}/features/${name}`
    const before = (await stage.app.call('GET', at)).body
    await stage.seeAll('NO')
    for (const change of [
      { action: 'deleteStrategy', feature: name, payload: { id: ids[0] } },
      { action: 'archiveFeature', feature: name },
      { action: 'updateEnabled', feature: name, payload: { enabled: false } },
    ])
      await stage.radiusOf(change)
    expect((await stage.app.call('GET', at)).body).toEqual(before)
    expect((await stage.see('userId=1')).text).toContain(`"${name}"`)
  })

  it.each<[string, (flag: string, ids: string[]) => object, object]>([
    [
      'a strategy is added',
      (feature) => ({
        action: 'addStrategy',
        feature,
        payload: strategy({ constraints: [constraint('DK')] }),
      }),
      { turnsOn: 1, stays: 2 },
    ],
    [
      'one is deleted, and the other decides',
      (feature, [id]) => ({ action: 'deleteStrategy', feature, payload: { id } }),
      { turnsOff: 1, variantChanges: 1, stays: 1 },
    ],
    [
      'they change places',
      (feature, [first, second]) => ({
        action: 'reorderStrategy',
        feature,
        payload: [
          { id: first, sortOrder: 2 },
          { id: second, sortOrder: 1 },
        ],
      }),
      { variantChanges: 1, stays: 2 },
    ],
    [
      'it is turned off',
      (feature) => ({ action: 'updateEnabled', feature, payload: { enabled: false } }),
      { turnsOff: 2, stays: 1 },
    ],
    ['it is archived', (feature) => ({ action: 'archiveFeature', feature }), { turnsOff: 2, stays: 1 }],
    [
      'it gets variants of its own',
      (feature) => ({
        action: 'patchVariant',
        feature,
        payload: { variants: [{ name: 'c', weight: 1000 }] },
      }),
      { variantChanges: 0, stays: 3 },
    ],
  ])('when %s', async (_what, change, figures) => {
    const { name, ids } = await stage.flagWith([
      strategy({ constraints: [constraint('NO', 'SE')], variants: [variant('a')] }),
      strategy({ constraints: [constraint('NO')], variants: [variant('b')] }),
    ])
    await stage.seeAll('NO', 'SE', 'DK')
    expect(await stage.radiusOf(change(name, ids))).toMatchObject({ seen: 3, ...figures })
  })

  it('counts the variants of the flag where its strategies have none', async () => {
    const { name } = await stage.flagWith([strategy()])
    await stage.seeAll('NO', 'SE')
    const payload = { variants: [{ name: 'c', weight: 1000 }] }
    expect(await stage.radiusOf({ action: 'patchVariant', feature: name, payload })).toMatchObject({
      variantChanges: 2,
      stays: 0,
    })
  })

  it('includes child flags, also new ones', async () => {
    const parent = await stage.flagWith([strategy()])
    const child = await stage.flagWith([strategy({ constraints: [constraint('NO')] })])
    await stage.seeAll('NO', 'SE')
    const off = { action: 'updateEnabled', feature: parent.name, payload: { enabled: false } }
    const add = { action: 'addDependency', feature: child.name, payload: { feature: parent.name } }
    expect(await stage.radiusOf(add, { environment: undefined })).toMatchObject({
      turnsOff: 0,
      flagsTouched: 1,
    })
    const both = (await stage.ask([off, add])).body as BlastRadius
    expect(both.flags.map(({ feature, turnsOff }) => [feature, turnsOff])).toEqual([
      [parent.name, 2],
      [child.name, 1],
    ])
    await stage.app.call(addFeatureDependency, {
      params: { projectId: 'default', child: child.name },
      body: { feature: parent.name },
    })
    const radius = await stage.radiusOf(off)
    expect(radius).toMatchObject({ seen: 2, turnsOff: 2, flagsTouched: 2 })
    expect(radius.flags.map(({ feature, turnsOff }) => [feature, turnsOff])).toEqual([
      [parent.name, 2],
      [child.name, 1],
    ])
  })

  it('archives parents together with their children', async () => {
    const parent = await stage.flagWith([strategy()])
    const child = await stage.flagWith([strategy()])
    await stage.app.call(addFeatureDependency, {
      params: { projectId: 'default', child: child.name },
      body: { feature: parent.name },
    })
    await stage.seeAll('NO')
    const archived = [parent, child].map(({ name }) => ({ action: 'archiveFeature', feature: name }))
    expect((await stage.ask(archived)).body).toMatchObject({ turnsOff: 1, flagsTouched: 2 })
    const alone = await stage.ask(archived.slice(0, 1))
    expect(alone.status).toBe(403)
  })

  it('covers the requested period', async () => {
    const { name } = await stage.flagWith([strategy()])
    const off = { action: 'updateEnabled', feature: name, payload: { enabled: false } }
    await stage.see('userId=old')
    stage.app.clock.advance(6 * 24 * HOUR_MS)
    await stage.see('userId=mid')
    stage.app.clock.advance(23 * HOUR_MS)
    await stage.see('userId=new')
    const seenIn = async (window: string) => (await stage.radiusOf(off, { window })).seen
    expect([await seenIn('1h'), await seenIn('24h'), await seenIn('7d')]).toEqual([1, 2, 3])
  })

  it('counts only contexts of the project, once each', async () => {
    const here = await stage.flagWith([strategy()])
    const there = await stage.flagWith([strategy()], 'other')
    await stage.see('userId=1')
    await stage.see('userId=2', stage.tokenOfOther)
    const context = { userId: '1', appName: 'play' }
    const body = { environment: 'development', context }
    await stage.app.call(getPlayground, { body: { ...body, projects: '*' } })
    await stage.app.call(getPlayground, { body: { ...body, projects: ['default'] } })
    const off = (feature: string) => ({ action: 'updateEnabled', feature, payload: { enabled: false } })
    expect(await stage.radiusOf(off(here.name))).toMatchObject({ seen: 2, turnsOff: 2 })
    const elsewhere = await stage.app.call('POST', '/api/admin/projects/other/blast-radius', {
      body: { environment: 'development', changes: [off(there.name)] },
    })
    expect(elsewhere.body).toMatchObject({ seen: 2, turnsOff: 2 })
    expect(elsewhere.text).toContain('"userId":"2"')
  })

  it('uses the same randomness before and after', async () => {
    const random = (rollout: string) => ({
      name: 'flexibleRollout',
      parameters: { rollout, stickiness: 'random', groupId: 'x' },
    })
    const { name, ids } = await stage.flagWith([random('50')])
    for (let user = 0; user < 40; user++) await stage.see(`userId=${user}`)
    const to = (rollout: string) =>
      stage.radiusOf({ action: 'updateStrategy', feature: name, payload: { id: ids[0], ...random(rollout) } })
    expect(await to('50')).toMatchObject({ stays: 40 })
    const more = await to('80')
    expect(more.turnsOff).toBe(0)
    expect(more.turnsOn).toBeGreaterThan(0)
  })

  it('gives samples of each kind of effect, twenty at most', async () => {
    const { name, ids } = await stage.flagWith([strategy({ constraints: [constraint('NO')] })])
    for (let user = 0; user < 30; user++) await stage.see(`userId=${user}&country=${user < 29 ? 'NO' : 'SE'}`)
    const payload = { id: ids[0], constraints: [constraint('SE')] }
    const { samples } = await stage.radiusOf({ action: 'updateStrategy', feature: name, payload })
    expect(samples).toHaveLength(20)
    expect(samples.filter(({ after }) => after.enabled)).toHaveLength(1)
  })

  it('of a default strategy is that of a flag without strategies', async () => {
    const { name } = await stage.flagWith([strategy()])
    await stage.seeAll('NO', 'SE')
    const payload = { name: 'flexibleRollout', constraints: [constraint('NO')] }
    const radius = await stage.radiusOf({ action: 'setDefaultStrategy', payload })
    expect(radius).toMatchObject({ seen: 2, turnsOff: 1, stays: 1, isHypothetical: true })
    const more = { action: 'archiveFeature', feature: name }
    expect((await stage.ask([{ action: 'setDefaultStrategy', payload }, more])).status).toBe(400)
  })
})
