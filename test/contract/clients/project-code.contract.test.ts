import {
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  getFeatureCode,
  getProjectCode,
  scanProjectCode,
  updateProjectCode,
} from '#shared/clients/contract/code-references.ts'
import { archiveFeatures } from '#shared/flags/contract/archive.ts'
import { undoEvent } from '#shared/audit/contract/undo.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { applyScenario } from '#shared/transfer/contract/scenario.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { runProgram } from '#support/service/program.ts'
import { OWNER_AND_VIEWER, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
const root = path.join(realpathSync(temp.folder), 'code')
const shop = path.join(root, 'shop')
const params = { projectId: 'default' }
let app: TestBackend

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(shop, file)), { recursive: true })
  writeFileSync(path.join(shop, file), text)
}
const set = (...folders: string[]) => app.call(updateProjectCode, { params, body: { folders } })
const scan = () => app.call(scanProjectCode, { params })

beforeAll(async () => {
  write('app.ts', "const NAME = 'used'\nif (unleash.isEnabled('gone')) run()\n")
  write('old.py', 'client.is_enabled("old")\nclient.is_enabled("half")\nclient.is_enabled("elsewhere")\n')
  mkdirSync(path.join(temp.folder, 'private'))
  app = await startBackend({ users: OWNER_AND_VIEWER, env: { HALYARD_CODE_ROOTS: root } })
  expect((await app.call(createProject, { body: { id: 'other', name: 'Other' } })).status).toBe(201)
  const on = { enabled: true }
  const flags = [
    { name: 'used', environments: { development: on } },
    { name: 'old', stale: true, environments: { development: on, production: on } },
    { name: 'half', stale: true, environments: { development: on } },
    { name: 'forgotten' },
    { name: 'elsewhere', project: 'other' },
  ]
  const body = { text: JSON.stringify({ scenario: 1, flags }) }
  expect((await app.call(applyScenario, { body })).status).toBe(200)
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})

describe('the code folders of a project', () => {
  it('are none in the beginning, and a scan of none finds nothing', async () => {
    const { status, body } = await app.call(getProjectCode, { params })
    expect(status).toBe(200)
    expect(body).toEqual({
      folders: [],
      scan: null,
      counts: { used: 0, missing: 0, stale: 0, unused: 0 },
      findings: [],
    })
    expect((await scan()).body).toMatchObject({ scan: { files: 0, problem: null }, findings: [] })
  })

  it('are set by their real paths, each once, as an event', async () => {
    const { status, body } = await set(`${shop}/../shop`, shop)
    expect(status).toBe(200)
    expect(body).toMatchObject({ folders: [{ path: shop, problem: null }], scan: null })
    const [event] = await readEventLog(app, { limit: '1' })
    expect(event).toMatchObject({
      type: 'project-code-folders-updated',
      project: 'default',
      data: { folders: [shop] },
      preData: { folders: [] },
    })
  })

  it('come back by an undo, unless they may not be read any more', async () => {
    const gone = path.join(root, 'gone')
    mkdirSync(gone)
    await set(gone)
    await set(shop)
    const [event] = await readEventLog(app, { limit: '1' })
    const undo = () => app.call(undoEvent, { params: { eventId: event?.id ?? 0 }, body: {} })
    rmdirSync(gone)
    expect(await undo()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('There is no such folder') as string },
    })
    mkdirSync(gone)
    expect((await undo()).status).toBe(200)
    expect((await app.call(getProjectCode, { params })).body.folders).toEqual([{ path: gone, problem: null }])
    expect((await set(shop)).status).toBe(200)
  })

  it.each([
    ['outside of the roots', () => path.join(temp.folder, 'private'), 'only folders below'],
    ['missing', () => path.join(root, 'none'), 'There is no such folder'],
    ['not a whole path', () => 'shop', 'Enter the whole path'],
    ['a path that climbs out', () => `${root}/../private`, 'only folders below'],
  ])('may not be %s', async (_what, folder, problem) => {
    const { status, text } = await app.call('PUT', '/api/admin/projects/default/code', {
      body: { folders: [shop, folder()] },
    })
    expect(status).toBe(400)
    expect(text).toContain(problem)
    expect(text).toContain('"/body/folders/1"')
    expect((await app.call(getProjectCode, { params })).body.folders).toEqual([{ path: shop, problem: null }])
  })

  it('are not read where the service allows none', async () => {
    const closed = await startBackend()
    const answer = await closed.call(updateProjectCode, { params, body: { folders: [shop] } })
    await closed.stop()
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('codeRoots')
  })

  it('are set and scanned by those who may update the project only', async () => {
    const body = { folders: [shop] }
    expect((await app.call(updateProjectCode, { params, body, as: 'viewer' })).status).toBe(403)
    expect((await app.call(scanProjectCode, { params, as: 'viewer' })).status).toBe(403)
    expect((await app.call(getProjectCode, { params, as: 'viewer' })).status).toBe(200)
  })

  it('belong to a project that exists', async () => {
    const none = { params: { projectId: 'none' } }
    expect((await app.call(getProjectCode, none)).status).toBe(404)
    expect((await app.call(updateProjectCode, { ...none, body: { folders: [] } })).status).toBe(404)
    expect((await app.call(scanProjectCode, none)).status).toBe(404)
  })
})

describe('a scan', () => {
  it('finds missing, stale and unused flags of the project, with what to do', async () => {
    await set(shop)
    const { status, body } = await scan()
    expect(status).toBe(200)
    expect(body.scan).toMatchObject({ files: 2, isCut: false, problem: null })
    expect(body.counts).toEqual({ used: 3, missing: 1, stale: 2, unused: 1 })
    expect(body.findings.map(({ flag, finding }) => [flag, finding])).toEqual([
      ['gone', 'missing'],
      ['half', 'stale'],
      ['old', 'stale'],
      ['forgotten', 'unused'],
    ])
    const [gone, half, old] = body.findings
    expect(gone?.places).toEqual([
      {
        folder: shop,
        file: 'app.ts',
        line: 2,
        column: 23,
        call: 'isEnabled',
        text: "if (unleash.isEnabled('gone')) run()",
      },
    ])
    expect(half?.advice).toContain('decide which branch stays')
    expect(old?.advice).toContain('keep the branch for on')
    expect((await app.call(getProjectCode, { params })).body).toEqual(body)
  })

  it('is compared with the flags of now', async () => {
    const archived = await app.call(archiveFeatures, { params, body: { features: ['old'] } })
    expect(archived.status).toBe(202)
    const { body } = await app.call(getProjectCode, { params })
    expect(body.findings.find(({ flag }) => flag === 'old')).toMatchObject({ finding: 'missing' })
    expect(body.counts).toMatchObject({ missing: 2, stale: 1 })
  })

  it('counts only for the folders that it was of', async () => {
    await set()
    expect((await app.call(getProjectCode, { params })).body.scan).toBeNull()
    await set(shop)
    await scan()
  })

  it('leaves out a folder that has become a link to somewhere else', async () => {
    const away = path.join(temp.folder, 'away')
    renameSync(shop, away)
    symlinkSync(away, shop)
    const { status, body } = await scan()
    expect(status).toBe(200)
    expect(body).toMatchObject({ scan: { files: 0 }, findings: [] })
    expect(body.folders[0]?.problem).toContain('only folders below')
    // other folders can be set beside it
    expect((await set(shop, root)).status).toBe(200)
    rmSync(shop)
    renameSync(away, shop)
    await set(shop)
    await scan()
  })
})

describe('the code of a flag', () => {
  const code = (featureName: string) => app.call(getFeatureCode, { params: { ...params, featureName } })

  it('is its places, with the authors of committed lines', async () => {
    const git = (...args: string[]) =>
      runProgram('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: shop })
    await git('init', '-q')
    await git('add', 'app.ts')
    await git('commit', '-q', '-m', 'Begin', '--date', '2026-11-01T12:00:00Z')
    write('app.ts', "const NAME = 'used'\nconst other = ['used']\n")
    await scan()
    const { status, body } = await code('used')
    expect(status).toBe(200)
    expect(body).toMatchObject({ hasFolders: true, total: 2, scan: { files: 2 } })
    expect(body.places).toMatchObject([
      { file: 'app.ts', line: 1, call: null, blame: { author: 'Ada', date: '2026-11-01T12:00:00.000Z' } },
      // the commit has another second line
      { file: 'app.ts', line: 2, call: null, blame: null },
    ])
    // git is asked once for each scan
    renameSync(path.join(shop, '.git'), path.join(shop, '.gone'))
    expect((await code('used')).body).toEqual(body)
    renameSync(path.join(shop, '.gone'), path.join(shop, '.git'))
  })

  it('has the paths of the machine for those who may set folders only', async () => {
    const web = path.join(root, 'web', 'shop')
    mkdirSync(web, { recursive: true })
    writeFileSync(path.join(web, 'page.ts'), "isEnabled('used')\n")
    await set(shop, web)
    await scan()
    const read = async (as: string) => {
      const project = await app.call(getProjectCode, { params, as })
      const flag = await app.call(getFeatureCode, { params: { ...params, featureName: 'used' }, as })
      return { project, flag }
    }
    const owner = await read('owner')
    expect(owner.project.body.folders.map((folder) => folder.path)).toEqual([shop, web])
    const viewer = await read('viewer')
    expect(viewer.project.body.folders.map((folder) => folder.path)).toEqual(['shop', 'shop (2)'])
    expect(viewer.flag.body.places.map(({ folder }) => folder)).toContain('shop (2)')
    expect(viewer.flag.body.places).toHaveLength(owner.flag.body.places.length)
    for (const { text } of [viewer.project, viewer.flag]) expect(text).not.toContain(path.dirname(root))
    await set(shop)
    await scan()
  })

  it('runs no program that the repository names', async () => {
    const ran = path.join(temp.folder, 'ran')
    const git = (...args: string[]) => runProgram('git', args, { cwd: shop })
    await git('config', 'core.fsmonitor', `touch ${ran}; false`)
    await git('config', 'diff.spy.textconv', `touch ${ran}; cat`)
    await git('config', 'filter.spy.clean', `touch ${ran}; cat`)
    writeFileSync(path.join(shop, '.gitattributes'), '*.ts diff=spy filter=spy\n')
    await scan()
    expect((await code('used')).body.places[0]?.blame).toMatchObject({ author: 'Ada' })
    expect(existsSync(ran)).toBe(false)
  })

  it('is nothing for a flag that no code names, and 404 for one that is not there', async () => {
    expect((await code('forgotten')).body).toMatchObject({ total: 0, places: [] })
    expect((await code('none')).status).toBe(404)
    const elsewhere = { projectId: 'other', featureName: 'elsewhere' }
    expect((await app.call(getFeatureCode, { params: elsewhere })).body).toEqual({
      hasFolders: false,
      scan: null,
      total: 0,
      places: [],
    })
  })
})

it('a file to open is code below a folder of its project', async () => {
  const find = (projectId: string, folder: string, file: string) =>
    app.backend.findCodeFile({ projectId, folder, file })
  expect(await find('default', shop, 'app.ts')).toBe(path.join(shop, 'app.ts'))
  expect(await find('other', shop, 'app.ts')).toBeUndefined()
  expect(await find('default', root, 'shop/app.ts')).toBeUndefined()
  expect(await find('default', shop, '../shop/app.ts')).toBe(path.join(shop, 'app.ts'))
  expect(await find('default', shop, '../../private/a.ts')).toBeUndefined()
})
