import { describe, expect, it } from 'vitest'

import type { ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import type { RemotePullPreview } from '#shared/transfer/schemas/remote-pull.ts'
import { fromJson, toJson } from '#store/json.ts'
import { FEATURES, LINE, addFlag, addStrategy, useRemote } from '#support/stages/remote-stage.ts'
import { readEventLog } from '#support/service/event-log.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import { updateFeature, archiveFeature, getFeature } from '#shared/flags/contract/features.ts'
import { createContextField } from '#shared/flags/contract/context.ts'
import { addTag, removeTag } from '#shared/flags/contract/feature-tags.ts'
import { createFeatureLink } from '#shared/flags/contract/links.ts'
import { addFeatureDependency, deleteFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { getSegments } from '#shared/flags/contract/segments.ts'
import { getRemotes } from '#shared/transfer/contract/remotes.ts'
import { reviveFeature } from '#shared/flags/contract/archive.ts'

const stage = useRemote()

const DEVELOPMENT = 'environments/development'
const describeFlag = (app: TestBackend, name: string, description: string) =>
  app.call(updateFeature, { params: { projectId: 'default', featureName: name }, body: { description } })
const turn = (app: TestBackend, name: string, state: 'on' | 'off') =>
  app.call('POST', `${FEATURES}/${name}/${DEVELOPMENT}/${state}`)
const archive = (app: TestBackend, name: string) =>
  app.call(archiveFeature, { params: { projectId: 'default', featureName: name } })
const flagOf = async (app: TestBackend, name: string) =>
  (await app.call(getFeature, { params: { projectId: 'default', featureName: name } })).body
const inDevelopment = async (app: TestBackend, name: string) =>
  (await flagOf(app, name)).environments.find((one) => one.name === 'development')
const of = ({ flags }: RemotePullPreview, name: string) => flags.find(({ flag }) => flag === name)

describe('the first pull', () => {
  it('creates new flags, and reports conflicts with existing ones', async () => {
    const { here, there } = stage
    const segment = { name: 'beta', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] }
    const { body } = await there.call('POST', '/api/admin/segments', { body: segment })
    await there.call(createContextField, { body: { name: 'country' } })
    await addFlag(there, 'parent')
    await addFlag(there, 'full', { description: 'all of it', type: 'experiment', impressionData: true })
    await addStrategy(there, 'full', {
      name: 'flexibleRollout',
      title: 'half',
      parameters: { rollout: '50', stickiness: 'userId', groupId: 'full' },
      constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'], inverted: true }],
      variants: [
        { name: 'red', weight: 300, weightType: 'fix', stickiness: 'userId' },
        { name: 'blue', weight: 700, weightType: 'variable', stickiness: 'userId' },
      ],
      segments: [(body as { id: number }).id],
    })
    await turn(there, 'full', 'on')
    await there.call(addTag, { params: { featureName: 'full' }, body: { type: 'simple', value: 'team' } })
    await there.call(createFeatureLink, {
      params: { projectId: 'default', featureName: 'full' },
      body: { url: 'https://example.com', title: 'Doc' },
    })
    await there.call(addFeatureDependency, {
      params: { projectId: 'default', child: 'full' },
      body: { feature: 'parent' },
    })
    await addFlag(there, 'both', { description: 'theirs' })
    await addFlag(here, 'both', { description: 'mine' })
    await addFlag(here, 'mine-alone')

    const preview = await stage.preview()
    expect(preview).toMatchObject({
      lastPulledAt: null,
      missing: { project: false, environment: false, environmentOfProject: false, segments: ['beta'] },
      blockers: [],
      conflicts: 1,
      alike: 0,
    })
    expect(preview.flags.map(({ flag, deed }) => [flag, deed])).toEqual([
      ['both', 'leave'],
      ['full', 'create'],
      ['parent', 'create'],
    ])
    expect(of(preview, 'both')?.differences).toEqual([
      {
        property: 'description',
        outcome: 'conflict',
        take: null,
        base: null,
        mine: 'mine',
        theirs: 'theirs',
      },
    ])
    // the preview changed nothing
    expect(
      (await here.call(getFeature, { params: { projectId: 'default', featureName: 'full' } })).status,
    ).toBe(404)
    expect(await here.call(getSegments)).toMatchObject({ body: { segments: [] } })
  })

  it('is rejected for missing items and open conflicts, and names them', async () => {
    expect(await stage.tryPull('', { conflicts: 'mine' })).toMatchObject({
      status: 400,
      body: { details: [{ message: 'There is no segment beta here', path: '/body/createMissing' }] },
    })
    expect(await stage.tryPull('', { createMissing: true })).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining('both (description)') as string,
        conflicts: [{ flag: 'both', property: 'description' }],
      },
    })
    expect(
      (await stage.here.call(getFeature, { params: { projectId: 'default', featureName: 'full' } })).status,
    ).toBe(404)
  })

  it('copies every property', async () => {
    const { here } = stage
    const { fingerprint } = await stage.preview()
    const done = await stage.pull({ createMissing: true, conflicts: 'mine', fingerprint })
    expect(done).toMatchObject({ created: ['full', 'parent'], left: ['both'], changed: [], alike: 0 })
    expect(await flagOf(here, 'both')).toMatchObject({ description: 'mine' })
    const [segment] = (await here.call(getSegments)).body.segments
    expect(
      await here.call(getFeature, { params: { projectId: 'default', featureName: 'full' } }),
    ).toMatchObject({
      body: {
        description: 'all of it',
        type: 'experiment',
        impressionData: true,
        tags: [{ type: 'simple', value: 'team' }],
        links: [{ url: 'https://example.com', title: 'Doc' }],
        dependencies: [{ feature: 'parent' }],
        environments: expect.arrayContaining([
          expect.objectContaining({
            name: 'development',
            enabled: true,
            strategies: [
              expect.objectContaining({
                name: 'flexibleRollout',
                title: 'half',
                parameters: { rollout: '50', stickiness: 'userId', groupId: 'full' },
                segments: [segment?.id],
              }),
            ],
          }),
        ]) as unknown,
      },
    })
    expect(await readEventLog(here, { type: 'IS:remote-pulled' })).toMatchObject([
      { createdBy: 'ann', project: 'default', data: { name: 'the other one' } },
    ])
  })

  it('is stored with the remote', async () => {
    const { remotes } = (await stage.here.call(getRemotes)).body
    expect(remotes).toMatchObject([{ pulls: [{ ...LINE, flags: 3 }] }])
  })
})

describe('pulling again', () => {
  it('changes nothing when nothing has changed', async () => {
    const before = await inDevelopment(stage.here, 'full')
    expect(await stage.preview()).toMatchObject({ blockers: [], conflicts: 0, alike: 2 })
    expect(await stage.pull()).toEqual({
      created: [],
      revived: [],
      changed: [],
      archived: [],
      left: ['both'],
      notes: [],
      alike: 2,
    })
    expect(await inDevelopment(stage.here, 'full')).toEqual(before)
  })

  it('takes remote changes, keeps local changes, and leaves everything else', async () => {
    const { here, there } = stage
    const strategy = (await inDevelopment(here, 'full'))?.strategies[0]?.id
    await turn(there, 'full', 'off')
    await there.call(removeTag, { params: { featureName: 'full', type: 'simple', value: 'team' } })
    await there.call(deleteFeatureDependency, {
      params: { projectId: 'default', child: 'full', parent: 'parent' },
    })
    await describeFlag(here, 'full', 'ours now')
    const preview = await stage.preview()
    expect(of(preview, 'full')?.differences.map(({ property, outcome }) => [property, outcome])).toEqual([
      ['description', 'mine'],
      ['type', 'mine'],
      ['impressionData', 'mine'],
      ['tags', 'theirs'],
      ['dependencies', 'theirs'],
      ['enabled', 'theirs'],
    ])
    expect(await stage.pull({ fingerprint: preview.fingerprint })).toMatchObject({ changed: ['full'] })
    expect(await flagOf(here, 'full')).toMatchObject({
      description: 'ours now',
      tags: [],
      dependencies: [],
      environments: expect.arrayContaining([
        expect.objectContaining({ name: 'development', enabled: false }),
      ]) as unknown,
    })
    expect((await inDevelopment(here, 'full'))?.strategies[0]?.id).toBe(strategy)
  })

  it('reports a conflict where both changed, and takes the chosen side for each', async () => {
    const { here, there } = stage
    for (const name of ['one', 'two']) await addFlag(there, name)
    await stage.pull()
    for (const name of ['one', 'two']) {
      await describeFlag(there, name, `their ${name}`)
      await describeFlag(here, name, `my ${name}`)
    }
    const open = await stage.preview()
    expect(open.conflicts).toBe(2)
    const choices = [
      { flag: 'one', property: 'description', take: 'mine' },
      { flag: 'two', take: 'theirs' },
    ]
    expect(await stage.preview({ choices })).toMatchObject({ conflicts: 0 })
    await stage.pull({ choices })
    expect((await flagOf(here, 'one')).description).toBe('my one')
    expect((await flagOf(here, 'two')).description).toBe('their two')
    // a decided conflict is not reported again until the remote changes it again
    expect((await stage.preview()).conflicts).toBe(0)
    await describeFlag(there, 'one', 'anew')
    expect((await stage.preview()).conflicts).toBe(1)
    await stage.pull({ conflicts: 'theirs' })
    expect((await flagOf(here, 'one')).description).toBe('anew')
  })

  it('archives flags that are gone in the remote, unless they were changed here', async () => {
    const { here, there } = stage
    for (const name of ['going', 'kept']) await addFlag(there, name)
    await stage.pull()
    await describeFlag(here, 'kept', 'still needed')
    for (const name of ['going', 'kept']) await archive(there, name)
    const preview = await stage.preview()
    expect(of(preview, 'going')).toMatchObject({ deed: 'archive', differences: [{ outcome: 'theirs' }] })
    expect(of(preview, 'kept')).toMatchObject({
      deed: 'leave',
      differences: [{ property: 'presence', outcome: 'conflict', mine: 'there', theirs: 'not there' }],
    })
    const choices = [{ flag: 'kept', property: 'presence', take: 'mine' }]
    expect(await stage.pull({ choices })).toMatchObject({ archived: ['going'] })
    expect(
      (await here.call(getFeature, { params: { projectId: 'default', featureName: 'going' } })).status,
    ).toBe(404)
    expect((await here.call(reviveFeature, { params: { featureName: 'going' } })).status).toBe(200)
    await archive(here, 'going')
    expect(await flagOf(here, 'kept')).toMatchObject({ archived: false })
    expect(of(await stage.preview(), 'kept')).toBeUndefined()
  })

  it('keeps flags archived here, until the remote changes them and theirs is chosen', async () => {
    const { here, there } = stage
    await addFlag(there, 'put-away')
    await stage.pull()
    await archive(here, 'put-away')
    expect(of(await stage.preview(), 'put-away')).toMatchObject({
      differences: [{ outcome: 'mine', mine: 'archived' }],
    })
    await describeFlag(there, 'put-away', 'needed after all')
    expect((await stage.preview()).conflicts).toBe(1)
    expect(await stage.pull({ conflicts: 'theirs' })).toMatchObject({ revived: ['put-away'] })
    expect(await flagOf(here, 'put-away')).toMatchObject({
      archived: false,
      description: 'needed after all',
    })
  })

  it('is rejected when anything has changed since the preview', async () => {
    const { fingerprint } = await stage.preview()
    await describeFlag(stage.there, 'two', 'meanwhile')
    expect(await stage.tryPull('', { fingerprint })).toMatchObject({
      status: 409,
      body: { message: 'The flags have changed since the preview. Look at it again.' },
    })
    await stage.pull()
  })

  it('replaces strategies that only the remote changed', async () => {
    const { here, there } = stage
    await addStrategy(there, 'two', { name: 'default', disabled: true })
    expect(await stage.pull()).toMatchObject({ changed: ['two'] })
    expect((await inDevelopment(here, 'two'))?.strategies).toMatchObject([
      { name: 'default', disabled: true },
    ])
    expect((await stage.preview()).flags.map(({ flag }) => flag)).not.toContain('two')
  })

  it('goes by what a former version has stored', async () => {
    const { here } = stage
    await describeFlag(here, 'two', 'mine again')
    const before = await stage.preview()
    const { queries } = here.backend.store
    const { base } = await queries.selectFrom('remote_pulls').select('base').executeTakeFirstOrThrow()
    const former = fromJson<ScenarioFlag[]>(base).map(({ name, environments = {}, ...flag }) => [
      name,
      { ...flag, ...environments['development'] },
    ])
    await queries
      .updateTable('remote_pulls')
      .set({ base: toJson(former) })
      .execute()
    expect(of(before, 'two')?.differences).toMatchObject([{ property: 'description', outcome: 'mine' }])
    expect(await stage.preview()).toEqual(before)
  })
})
