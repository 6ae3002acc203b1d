import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { RemotePullPreview } from '../../../src-shared/transfer/schemas/remote-pull.ts'
import {
  FEATURES,
  HARMLESS,
  LINE,
  REMOTES,
  startRemoteStage,
  type RemoteStage,
} from '../../support/remote-stage.ts'
import { readEventLog } from '../../support/event-log.ts'
import { ADMIN, type TestBackend } from '../../support/start-backend.ts'
import {
  createFeature,
  updateFeature,
  archiveFeature,
  getFeature,
} from '../../../src-shared/flags/contract/features.ts'
import { createContextField } from '../../../src-shared/flags/contract/context.ts'
import { addTag, removeTag } from '../../../src-shared/flags/contract/feature-tags.ts'
import { createFeatureLink } from '../../../src-shared/flags/contract/links.ts'
import {
  addFeatureDependency,
  deleteFeatureDependency,
} from '../../../src-shared/flags/contract/dependencies.ts'
import { getSegments } from '../../../src-shared/flags/contract/segments.ts'
import {
  getRemotes,
  createRemote,
  updateRemote,
  deleteRemote,
} from '../../../src-shared/transfer/contract/remotes.ts'
import { reviveFeature } from '../../../src-shared/flags/contract/archive.ts'
import { createStrategy } from '../../../src-shared/flags/contract/strategy-types.ts'
import { createProject } from '../../../src-shared/projects/contract/project-lifecycle.ts'
import { getEnvironment } from '../../../src-shared/projects/contract/environments.ts'

let stage: RemoteStage
beforeAll(async () => {
  stage = await startRemoteStage()
})
afterAll(async () => {
  const asked = new Set(stage.server.seen.map(({ method, path }) => `${method} ${path}`))
  expect([...asked].filter((one) => !HARMLESS.includes(one))).toEqual([])
  await stage.stop()
})

const DEVELOPMENT = 'environments/development'
const make = (app: TestBackend, name: string, more: object = {}) =>
  app.call(createFeature, { params: { projectId: 'default' }, body: { name, ...more } })
const describeFlag = (app: TestBackend, name: string, description: string) =>
  app.call(updateFeature, { params: { projectId: 'default', featureName: name }, body: { description } })
const addStrategy = (app: TestBackend, name: string, strategy: object) =>
  app.call('POST', `${FEATURES}/${name}/${DEVELOPMENT}/strategies`, { body: strategy })
const turn = (app: TestBackend, name: string, state: 'on' | 'off') =>
  app.call('POST', `${FEATURES}/${name}/${DEVELOPMENT}/${state}`)
const archive = (app: TestBackend, name: string) =>
  app.call(archiveFeature, { params: { projectId: 'default', featureName: name } })
const flagOf = async (app: TestBackend, name: string) =>
  (await app.call(getFeature, { params: { projectId: 'default', featureName: name } })).body
const inDevelopment = async (app: TestBackend, name: string) =>
  (await flagOf(app, name)).environments.find((one) => one.name === 'development')
const of = ({ flags }: RemotePullPreview, name: string) => flags.find(({ flag }) => flag === name)
const refuse = (path: string, more: object) =>
  stage.here.call('POST', `${REMOTES}/${stage.remote.id}/pull${path}`, {
    as: 'ann',
    body: { token: ADMIN, ...LINE, ...more },
  })

describe('the first pull', () => {
  it('makes what is not here, and asks about what is', async () => {
    const { here, there } = stage
    const segment = { name: 'beta', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] }
    const { body } = await there.call('POST', '/api/admin/segments', { body: segment })
    await there.call(createContextField, { body: { name: 'country' } })
    await make(there, 'parent')
    await make(there, 'full', { description: 'all of it', type: 'experiment', impressionData: true })
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
    await make(there, 'both', { description: 'theirs' })
    await make(here, 'both', { description: 'mine' })
    await make(here, 'mine-alone')

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
    // nothing came of looking
    expect(
      (await here.call(getFeature, { params: { projectId: 'default', featureName: 'full' } })).status,
    ).toBe(404)
    expect(await here.call(getSegments)).toMatchObject({ body: { segments: [] } })
  })

  it('is refused with what is missing, and with what nobody has decided', async () => {
    expect(await refuse('', { conflicts: 'mine' })).toMatchObject({
      status: 400,
      body: { details: [{ message: 'There is no segment beta here', path: '/body/createMissing' }] },
    })
    expect(await refuse('', { createMissing: true })).toMatchObject({
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

  it('takes over all of it', async () => {
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

  it('is remembered with the remote', async () => {
    const { remotes } = (await stage.here.call(getRemotes)).body
    expect(remotes).toMatchObject([{ pulls: [{ ...LINE, flags: 3 }] }])
  })
})

describe('pulling again', () => {
  it('changes nothing where nothing changed', async () => {
    const before = await inDevelopment(stage.here, 'full')
    expect(await stage.preview()).toMatchObject({ blockers: [], conflicts: 0, alike: 2 })
    expect(await stage.pull()).toEqual({
      created: [],
      revived: [],
      changed: [],
      archived: [],
      left: ['both'],
      alike: 2,
    })
    expect(await inDevelopment(stage.here, 'full')).toEqual(before)
  })

  it('takes over what only they changed, keeps what only we changed, and touches nothing else', async () => {
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

  it('asks where both changed, and takes the side that was chosen for each', async () => {
    const { here, there } = stage
    for (const name of ['one', 'two']) await make(there, name)
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
    // what was decided is not asked again, until they change it again
    expect((await stage.preview()).conflicts).toBe(0)
    await describeFlag(there, 'one', 'anew')
    expect((await stage.preview()).conflicts).toBe(1)
    await stage.pull({ conflicts: 'theirs' })
    expect((await flagOf(here, 'one')).description).toBe('anew')
  })

  it('archives what is gone there, unless it was changed here', async () => {
    const { here, there } = stage
    for (const name of ['going', 'kept']) await make(there, name)
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

  it('leaves in the archive what was put there, until they change it and one takes theirs', async () => {
    const { here, there } = stage
    await make(there, 'put-away')
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

  it('is refused when anything has changed since the preview', async () => {
    const { fingerprint } = await stage.preview()
    await describeFlag(stage.there, 'two', 'meanwhile')
    expect(await refuse('', { fingerprint })).toMatchObject({
      status: 409,
      body: { message: 'The flags have changed since the preview. Look at it again.' },
    })
    await stage.pull()
  })

  it('replaces strategies that only they changed', async () => {
    const { here, there } = stage
    await addStrategy(there, 'two', { name: 'default', disabled: true })
    expect(await stage.pull()).toMatchObject({ changed: ['two'] })
    expect((await inDevelopment(here, 'two'))?.strategies).toMatchObject([
      { name: 'default', disabled: true },
    ])
    expect((await stage.preview()).flags.map(({ flag }) => flag)).not.toContain('two')
  })
})

describe('what cannot be taken over', () => {
  it('is said before, and nothing is half-written', async () => {
    const { here, there } = stage
    await there.call(createStrategy, { body: { name: 'their-own', parameters: [] } })
    await make(there, 'before')
    await make(there, 'special')
    await addStrategy(there, 'special', { name: 'their-own' })
    const text = expect.stringContaining('custom strategy') as string
    expect((await stage.preview()).blockers).toEqual([text])
    expect(await refuse('', {})).toMatchObject({ status: 400, body: { details: [{ message: text }] } })
    expect(
      (await here.call(getFeature, { params: { projectId: 'default', featureName: 'before' } })).status,
    ).toBe(404)
    // the rest can be had without it
    const choices = [{ flag: 'special', take: 'mine' }]
    expect(await stage.preview({ choices })).toMatchObject({ blockers: [] })
    expect(await stage.pull({ choices })).toMatchObject({
      created: ['before'],
      left: expect.arrayContaining(['special']) as unknown,
    })
  })

  it('is a flag that another project has here', async () => {
    const { here, there } = stage
    await here.call(createProject, { body: { id: 'shop', name: 'Shop' } })
    await here.call(createFeature, { params: { projectId: 'shop' }, body: { name: 'taken' } })
    await make(there, 'taken')
    expect((await stage.preview()).blockers).toEqual([expect.stringContaining('taken (in project shop)')])
    await stage.pull({ choices: [{ flag: 'taken', take: 'mine' }] })
  })

  it('is what another instance said, or one that is forgotten by now', async () => {
    const { here, there, server } = stage
    await make(there, 'late')
    const { body } = await here.call(createRemote, { body: { name: 'moving', url: server.url } })
    const { id } = body
    const choices = ['special', 'taken'].map((flag) => ({ flag, take: 'mine' }))
    const asked = { token: ADMIN, ...LINE, conflicts: 'mine', choices }
    const pull = () => here.call('POST', `${REMOTES}/${id}/pull`, { as: 'ann', body: asked })
    stage.meanwhile = () =>
      here.call(updateRemote, { params: { id }, body: { name: 'moved', url: 'https://flags.example.com' } })
    expect(await pull()).toMatchObject({
      status: 409,
      body: { message: 'The remote has another URL by now. Look at it again.' },
    })
    await here.call(updateRemote, { params: { id }, body: { name: 'moved', url: server.url } })
    stage.meanwhile = () => here.call(deleteRemote, { params: { id } })
    expect(await pull()).toMatchObject({ status: 404, body: { name: 'NotFoundError' } })
    delete stage.meanwhile
    expect(
      (await here.call(getFeature, { params: { projectId: 'default', featureName: 'late' } })).status,
    ).toBe(404)
    await archive(there, 'late')
  })

  it('is what the remote does not have, or does not give', async () => {
    const said = async (more: object) => (await refuse('/preview', more)).body as { message: string }
    const from = { ...LINE.from, environment: 'nowhere' }
    expect((await said({ from })).message).toBe('The remote cannot be pulled. It has no environment nowhere.')
    expect((await said({ token: '*:*.wrong' })).message).toBe(
      'The remote cannot be pulled. It does not know the token (401).',
    )
    expect(await refuse('', { from: { environment: 'development' } })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/from' }] },
    })
  })
})

describe('a project and an environment that are not here', () => {
  const elsewhere = { project: 'from-afar', environment: 'qa' }

  it('are named', async () => {
    expect(await stage.preview(elsewhere)).toMatchObject({
      missing: { project: true, environment: true, environmentOfProject: false },
      blockers: expect.arrayContaining([
        expect.stringContaining('already exist in other projects'),
      ]) as string[],
    })
    expect(await refuse('', elsewhere)).toMatchObject({
      status: 400,
      body: {
        details: [
          { message: 'There is no project from-afar here', path: '/body/project' },
          { message: 'There is no environment qa here', path: '/body/environment' },
        ],
      },
    })
  })

  it('are made when that is asked for', async () => {
    const { here, there } = stage
    await there.call(createProject, { body: { id: 'web', name: 'Web' } })
    await there.call(createFeature, { params: { projectId: 'web' }, body: { name: 'web-flag' } })
    const from = { environment: 'production', project: 'web' }
    expect(await stage.pull({ ...elsewhere, from, createMissing: true })).toMatchObject({
      created: ['web-flag'],
    })
    expect(await here.call(getEnvironment, { params: { name: 'qa' } })).toMatchObject({
      body: { type: 'production' },
    })
    expect(
      (await here.call(getFeature, { params: { projectId: 'from-afar', featureName: 'web-flag' } })).status,
    ).toBe(200)
    expect(await stage.preview({ ...elsewhere, from })).toMatchObject({ alike: 1, flags: [] })
  })
})
