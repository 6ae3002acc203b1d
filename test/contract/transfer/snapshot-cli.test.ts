import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFeature, getFeatures } from '#shared/flags/contract/features.ts'
import { runCommandLine as run } from '#support/service/run-command-line.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

let app: TestBackend
let url: string
beforeAll(async () => {
  app = await startBackend()
  url = await app.backend.listen('auto')
})
afterAll(() => app.stop())

const there = (...args: string[]) => run(...args, '--url', url, '--token', ADMIN)
const flags = async () =>
  (await app.call(getFeatures, { params: { projectId: 'default' } })).body.features.map(({ name }) => name)

describe('halyard snapshot and restore', () => {
  it('work on a running instance', async () => {
    expect(await there('snapshot', 'empty')).toMatchObject({ status: 0, error: '' })
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'new' } })
    const restored = await there('restore', 'empty')
    expect(restored.out).toMatch(/^Restored empty: 0 rows inserted, 0 changed, [1-9]\d* deleted\.\n$/)
    expect(await flags()).toEqual([])
    expect((await there('restore', 'empty')).out).toContain('Nothing to do')
    expect((await there('snapshot', '--list')).out).toMatch(/^empty {2}\S+ {2}\S.* \d+ rows\n$/)
    expect(await there('snapshot', 'empty')).toMatchObject({ status: 1 })
    expect(await there('snapshot', 'empty', '--replace')).toMatchObject({ status: 0 })
    expect((await there('snapshot', 'empty', '--delete')).out).toBe('Snapshot empty deleted.\n')
    expect((await there('restore', 'empty')).error).toContain('no snapshot named "empty"')
  })

  it('work without HTTP, for tests', async () => {
    const { snapshots } = app.backend
    await snapshots.take({ name: 'base' })
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'of-a-test' } })
    expect((await snapshots.restore('base')).tables).not.toEqual([])
    expect(await flags()).toEqual([])
    expect((await snapshots.list()).snapshots.map(({ name }) => name)).toEqual(['base'])
    await snapshots.remove('base')
  })

  it('say how they are used, and refuse a folder without data', async () => {
    expect(await there('snapshot')).toMatchObject({ status: 2 })
    expect(await there('restore', 'one', 'two')).toMatchObject({ status: 2 })
    expect((await run('restore', '--help')).out).toContain('halyard restore NAME')
    const { folder, remove } = makeTempFolder()
    expect(await run('snapshot', 'x', '--data-dir', folder)).toMatchObject({ status: 1 })
    remove()
  })
})
