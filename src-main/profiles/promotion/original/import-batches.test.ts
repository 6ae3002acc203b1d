import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { getChangeRequest } from '#shared/changes/contract/change-requests.ts'
import { getFeature } from '#shared/flags/contract/features.ts'
import type { ImportFlags } from '#shared/transfer/schemas/import-export.ts'
import { answeringSo, startCompatibleStage, type CompatibleStage } from '#support/stages/compatible-stage.ts'
import { apply, messageOf, promotionOf } from '#support/stages/promotion-stage.ts'
import { AppError } from '#kernel/app-error.ts'
import { isReadingCall } from '../../reading-calls.ts'
import { compareProfiles, planPromotion, promote } from '../promote.ts'
import type { PromotionInstance } from '../side.ts'

const signal = new AbortController().signal

let stage: CompatibleStage
beforeAll(async () => {
  stage = await startCompatibleStage()
  await apply(stage.there, PROJECTS)
})
afterAll(() => stage.stop())
beforeEach(() => void stage.asked.splice(0))

const PROJECTS = `scenario: 1
projects:
  - { id: shop, name: Shop, environments: [development, production] }
  - { id: web, name: Web, environments: [development, production] }
  - { id: app, name: App, environments: [development, production] }
`
const STRATEGIES = [
  { name: 'default' },
  {
    name: 'flexibleRollout',
    title: 'Half',
    parameters: { rollout: '50' },
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['a'] }],
  },
]

/** Names of twelve new flags: so many come by files. */
const namesOf = (prefix: string) => Array.from({ length: 12 }, (_, index) => `${prefix}-${index}`)

/** Creates flags here, one after the other in each of some projects. The last depends on the first of its project. */
async function createFlags(names: readonly string[], projects = ['shop']): Promise<void> {
  const parent = names[(names.length - 1) % projects.length]
  const flags = names.map((name, index) => ({
    name,
    project: projects[index % projects.length],
    stale: index === 1,
    type: 'experiment',
    description: `About ${name}`,
    tags: [{ type: 'simple', value: 'some' }],
    links: [{ url: `https://example.com/${name}` }],
    dependencies: index === names.length - 1 ? [{ feature: parent }] : [],
    environments: {
      development: { enabled: true, strategies: STRATEGIES },
      production: { enabled: index % 2 === 0, strategies: [{ name: 'default' }] },
    },
  }))
  await apply(
    stage.here,
    `${PROJECTS}flags: ${JSON.stringify(flags)}
`,
  )
}

const sidesTo = (to: PromotionInstance) => ({ from: stage.halyard, to })
const plan = (names: string[], to = stage.original) =>
  planPromotion(sidesTo(to), promotionOf(names, { createMissing: true }), signal)
async function promoteNow(names: string[], to = stage.original) {
  const { fingerprint } = await plan(names, to)
  stage.asked.splice(0)
  return promote(sidesTo(to), { ...promotionOf(names, { createMissing: true }), fingerprint }, signal)
}
const differing = async (names: readonly string[]) =>
  (await compareProfiles(sidesTo(stage.original), signal)).flags
    .filter(({ name }) => names.includes(name))
    .map(({ name }) => name)
const times = (path: string) => stage.asked.filter((one) => one === path).length
const flagThere = async (featureName: string) =>
  (await stage.there.call(getFeature, { params: { projectId: 'shop', featureName } })).body

/** The service, which answers the nth import with an error, before or after it has done it. */
function failingAt(failing: readonly number[], error: AppError, isDone = false): PromotionInstance {
  let imports = 0
  return answeringSo(stage.original, ({ path, ...call }) => {
    if (path !== 'importToggles' || !failing.includes((imports += 1))) return undefined
    const before = isDone ? stage.original.connection.answer({ path, ...call }) : Promise.resolve()
    return before.then(() => {
      throw error
    })
  })
}

describe('new flags of a promotion to a compatible service', () => {
  it('come in files, one for each environment, and nothing is written one by one', async () => {
    const names = namesOf('many')
    await createFlags(names)
    const { plan: planned, blockers, notes } = await plan(names)
    expect({ blockers, notes }).toEqual({ blockers: [], notes: [] })
    expect(times('validateFeature')).toBe(0)
    // the last one depends on another: it comes after those
    expect(times('validateImport')).toBe(4)
    expect(planned).toMatchObject({ created: 12 })
    expect(await promoteNow(names)).toEqual({ plan: planned, requests: [] })
    expect(stage.asked.filter((path) => !isReadingCall(path))).toEqual(Array(4).fill('importToggles'))
    expect(await differing(names)).toEqual([])
    expect(await flagThere('many-11')).toMatchObject({
      description: 'About many-11',
      dependencies: [{ feature: 'many-0' }],
      tags: [{ type: 'simple', value: 'some' }],
      links: [{ url: 'https://example.com/many-11' }],
    })
  })

  it('are written one by one if there are few', async () => {
    const names = namesOf('few').slice(0, 9)
    await createFlags(names)
    await promoteNow(names)
    expect(times('importToggles')).toBe(0)
    expect(times('createFeature')).toBe(9)
  })

  it('are written one by one where a file is refused, and by files elsewhere', async () => {
    const names = namesOf('refused')
    await createFlags(names, ['shop', 'web'])
    const to = failingAt([1], new AppError('BadDataError', 'Not this one.'))
    const { plan: planned } = await plan(names)
    expect(await promoteNow(names, to)).toEqual({ plan: planned, requests: [] })
    expect(times('createFeature')).toBe(6)
    expect(await differing(names)).toEqual([])
  })

  it('are completed where a file broke after the service had taken it', async () => {
    const names = namesOf('broken')
    await createFlags(names)
    const lost = new AppError('StoreUnavailableError', 'No answer.')
    await promoteNow(names, failingAt([1], lost, true))
    // the strategies of the other environment are missing, but no flag
    expect(times('createFeature')).toBe(0)
    expect(times('addFeatureStrategy')).toBe(11)
    expect(await differing(names)).toEqual([])
  })

  it('are not sent any more once two files in a row were refused', async () => {
    const names = namesOf('never')
    await createFlags(names, ['shop', 'web', 'app'])
    await promoteNow(names, failingAt([1, 2], new AppError('PermissionError', 'No imports.')))
    expect(times('importToggles')).toBe(0)
    expect(times('createFeature')).toBe(12)
    expect(await differing(names)).toEqual([])
  })

  it('get by single writes what an import passes over', async () => {
    const names = namesOf('passed')
    await createFlags(names)
    const to = answeringSo(stage.original, ({ path, input, ...call }) => {
      const { data, ...file } = (input as { body?: ImportFlags } | undefined)?.body ?? {}
      if (path !== 'importToggles' || !data) return undefined
      const body = { ...file, data: { ...data, links: [], dependencies: [] } }
      return stage.original.connection.answer({ path, input: { body }, ...call }).then((one) => one ?? {})
    })
    await promoteNow(names, to)
    expect(times('createFeatureLink')).toBe(12)
    expect(times('addFeatureDependency')).toBe(1)
    expect(times('createFeature')).toBe(0)
    expect(await differing(names)).toEqual([])
  })

  it('are named by an error if nobody can say which of them have come', async () => {
    const names = namesOf('lost')
    await createFlags(names)
    let isLost = false
    const to = answeringSo(stage.original, ({ path }) => {
      isLost ||= path === 'importToggles'
      return isLost ? Promise.reject(new AppError('StoreUnavailableError', 'Live is away.')) : undefined
    })
    expect(await messageOf(promoteNow(names, to))).toMatch(
      /^The promotion stopped at flags\/lost-0, .* and 1 more: Live is away\. Nothing else was changed\. flags\/lost-0, .* and 1 more may be changed in part\. Not done: flags\/lost-11, dependencies of flags\/lost-11\. No change request/,
    )
  })

  it('overwrite no flag that others have created since the plan', async () => {
    const names = namesOf('taken')
    await createFlags(names)
    let checks = 0
    const to = answeringSo(stage.original, ({ path, ...call }) => {
      // four files, for the plan, for the promotion, and before they are sent
      if (path !== 'validateImport' || (checks += 1) !== 9) return undefined
      const theirs = 'scenario: 1\nflags: [{ name: taken-3, project: shop, description: Theirs }]'
      return apply(stage.there, theirs).then(() => stage.original.connection.answer({ path, ...call }))
    })
    expect(await messageOf(promoteNow(names, to))).toMatch(
      /The promotion stopped at flags\/taken-3: .* flags\/taken-3 was not changed\./,
    )
    expect(await flagThere('taken-3')).toMatchObject({ description: 'Theirs' })
  })

  it('are named as done in the error of a later step', async () => {
    const names = namesOf('later')
    await createFlags(names)
    await apply(stage.there, 'scenario: 1\nflags: [{ name: old, project: shop }]')
    await apply(stage.here, 'scenario: 1\nflags: [{ name: old, project: shop, description: Changed }]')
    const to = answeringSo(stage.original, ({ path }) =>
      path === 'updateFeature' ? Promise.reject(new AppError('PermissionError', 'Not today.')) : undefined,
    )
    expect(await messageOf(promoteNow([...names, 'old'], to))).toMatch(
      /^The promotion stopped at flags\/old: Not today\. Done: flags\/later-0, .* and \d more\. flags\/old was not changed\. No change request/,
    )
  })
})

describe('a plan with many new flags for a compatible service', () => {
  it('is blocked by an archived one, and asks about that one alone', async () => {
    const names = namesOf('archive')
    await createFlags(names)
    await apply(stage.there, 'scenario: 1\nflags: [{ name: archive-3, project: shop, archived: true }]')
    const { plan: none, blockers } = await plan(names)
    expect(none).toBeNull()
    expect(blockers).toEqual([expect.stringMatching(/^archive-3 can't be created\. Live: .*archived/)])
    expect(times('validateFeature')).toBe(1)
  })

  it('says why the service would not import some, which are written one by one', async () => {
    const names = namesOf('warned')
    await createFlags(names)
    const finding = { message: 'You lack permissions:', affectedItems: ['CREATE_FEATURE'] }
    const to = answeringSo(stage.original, ({ path }) =>
      path === 'validateImport'
        ? Promise.resolve({ errors: [], warnings: [], permissions: [finding] })
        : undefined,
    )
    const { notes } = await plan(names, to)
    expect(notes).toContain(
      'Live would not import some new flags of shop for development, so that they are written one by one: You lack permissions: CREATE_FEATURE',
    )
    await promoteNow(names, to)
    expect(times('importToggles')).toBe(0)
    expect(await differing(names)).toEqual([])
  })

  it('says that an admin token may not import', async () => {
    const names = namesOf('token')
    await createFlags(names)
    const to = answeringSo(stage.original, ({ path }) =>
      path === 'getMe' ? Promise.resolve({ user: { username: 'admin', type: 'admin' } }) : undefined,
    )
    expect((await plan(names, to)).notes).toEqual([
      'Live imports files for people only, not for an admin token. The 12 new flags are written one by one, which takes longer. Sign in with a personal access token to have them imported.',
    ])
    await promoteNow(names, to)
    expect(times('importToggles')).toBe(0)
    expect(await differing(names)).toEqual([])
  })

  it('imports nothing into an environment that needs approval: it is requested', async () => {
    const names = namesOf('asked')
    await createFlags(names)
    await apply(stage.there, 'scenario: 1\nprojects: [{ id: shop, approvals: { production: 1 } }]')
    const files: string[] = []
    const to = answeringSo(stage.original, ({ path, input }) => {
      if (path === 'importToggles') files.push((input as { body: ImportFlags }).body.environment)
      return undefined
    })
    const { requests } = await promoteNow(names, to)
    expect(new Set(files)).toEqual(new Set(['development']))
    const params = { projectId: 'shop', id: String(requests[0]?.id) }
    expect((await stage.there.call(getChangeRequest, { params })).body).toMatchObject({ state: 'In review' })
    const { environments } = await flagThere('asked-0')
    expect(environments.find(({ name }) => name === 'production')).toMatchObject({
      enabled: false,
      strategies: [],
    })
  })
})
