import { describe, expect, it } from 'vitest'

import { LINE, REMOTES, addFlag, addStrategy, useRemote } from '#support/stages/remote-stage.ts'
import { ADMIN, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature, archiveFeature, getFeature } from '#shared/flags/contract/features.ts'
import { createRemote, updateRemote, deleteRemote } from '#shared/transfer/contract/remotes.ts'
import { createStrategy } from '#shared/flags/contract/strategy-types.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { getEnvironment } from '#shared/projects/contract/environments.ts'

const stage = useRemote()

const archive = (app: TestBackend, name: string) =>
  app.call(archiveFeature, { params: { projectId: 'default', featureName: name } })

describe('a pull that cannot be applied', () => {
  it('is reported in the preview, and changes nothing', async () => {
    const { here, there } = stage
    await there.call(createStrategy, { body: { name: 'their-own', parameters: [] } })
    await addFlag(there, 'before')
    await addFlag(there, 'special')
    await addStrategy(there, 'special', { name: 'their-own' })
    const text = expect.stringContaining('custom strategy') as string
    expect((await stage.preview()).blockers).toEqual([text])
    expect(await stage.tryPull('', {})).toMatchObject({ status: 400, body: { details: [{ message: text }] } })
    expect(
      (await here.call(getFeature, { params: { projectId: 'default', featureName: 'before' } })).status,
    ).toBe(404)
    // the other flags can be pulled without it
    const choices = [{ flag: 'special', take: 'mine' }]
    expect(await stage.preview({ choices })).toMatchObject({ blockers: [] })
    expect(await stage.pull({ choices })).toMatchObject({
      created: ['before'],
      left: expect.arrayContaining(['special']) as unknown,
    })
  })

  it('has a flag that belongs to another project here', async () => {
    const { here, there } = stage
    await here.call(createProject, { body: { id: 'shop', name: 'Shop' } })
    await here.call(createFeature, { params: { projectId: 'shop' }, body: { name: 'taken' } })
    await addFlag(there, 'taken')
    expect((await stage.preview()).blockers).toEqual([expect.stringContaining('taken (in project shop)')])
    await stage.pull({ choices: [{ flag: 'taken', take: 'mine' }] })
  })

  it('is from a remote that was changed or deleted meanwhile', async () => {
    const { here, there, server } = stage
    await addFlag(there, 'late')
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

  it('names what the remote does not have or allow', async () => {
    const said = async (more: object) => (await stage.tryPull('/preview', more)).body as { message: string }
    const from = { ...LINE.from, environment: 'nowhere' }
    expect((await said({ from })).message).toBe('The remote cannot be pulled. It has no environment nowhere.')
    expect((await said({ token: '*:*.wrong' })).message).toBe(
      'The remote cannot be pulled. It does not know the token (401).',
    )
    expect(await stage.tryPull('', { from: { environment: 'development' } })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/from' }] },
    })
  })
})

describe('a missing project and environment', () => {
  const elsewhere = { project: 'from-afar', environment: 'qa' }

  it('are named', async () => {
    expect(await stage.preview(elsewhere)).toMatchObject({
      missing: { project: true, environment: true, environmentOfProject: false },
      blockers: expect.arrayContaining([
        expect.stringContaining('already exist in other projects'),
      ]) as string[],
    })
    expect(await stage.tryPull('', elsewhere)).toMatchObject({
      status: 400,
      body: {
        details: [
          { message: 'There is no project from-afar here', path: '/body/project' },
          { message: 'There is no environment qa here', path: '/body/environment' },
        ],
      },
    })
  })

  it('are created on request', async () => {
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
