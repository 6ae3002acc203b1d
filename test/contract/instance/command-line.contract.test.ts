import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { runProgram } from '#support/service/program.ts'
import { runCommandLine as run } from '#support/service/run-command-line.ts'
import { ADMIN, BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

let app: TestBackend
let url = ''
const temp = makeTempFolder()
beforeAll(async () => {
  app = await startBackend()
  url = await app.backend.listen()
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})
afterEach(() => vi.unstubAllEnvs())

const api = (...args: string[]) => run('api', ...args, '--url', url, '--token', ADMIN)

describe('halyard', () => {
  it('describes its commands, and says its version', async () => {
    const help = await run('--help')
    expect(help).toMatchObject({ status: 0, error: '' })
    for (const command of ['serve', 'api', 'apply', 'completion', 'man'])
      expect(help.out).toContain(`\n  ${command} `)
    expect(await run('--version')).toMatchObject({ status: 0, out: '0.1.0\n' })
    expect(await run('brew')).toMatchObject({ status: 2, out: '' })
    expect((await run('brew')).error).toMatch(/^There is no command brew\.\n/)
  })

  it('completes commands, options and operations in bash', async () => {
    const { status, out } = await run('completion', 'bash')
    expect(status).toBe(0)
    const complete = async (...words: string[]) => {
      const script = `${out}\nCOMP_WORDS=("$@")\nCOMP_CWORD=$(($# - 1))\n_halyard\necho "\${COMPREPLY[*]}"`
      return (await runProgram('bash', ['-c', script, 'x', ...words])).trim()
    }
    expect(await complete('halyard', 'comp')).toBe('completion')
    expect(await complete('halyard', 'serve', '--data')).toMatch(/^--data-dir\b/)
    expect(await complete('halyard', 'api', 'archiveFeature')).toContain('archiveFeatures')
    expect(await complete('halyard', 'completion', 'z')).toBe('zsh')
  })

  it.each([
    ['zsh', /^#compdef halyard\n/, '    serve) compadd -- --port '],
    ['fish', /^# halyard completion fish/, "-n '__fish_seen_subcommand_from serve' -l port -r -d '"],
  ])('writes the completion of %s', async (shell, begins, option) => {
    const { out } = await run('completion', shell)
    expect(out).toMatch(begins)
    expect(out).toContain(option)
    expect(await run('completion', 'cmd')).toMatchObject({ status: 2, out: '' })
  })

  it('writes a manual page that has every command', async () => {
    const { out } = await run('man')
    expect(out).toContain('.TH HALYARD 1 "" "Halyard 0.1.0" "Halyard"')
    for (const command of ['SERVE', 'API', 'UPGRADE\\-REPORT', 'MAN'])
      expect(out).toContain(`.SH "HALYARD ${command}"`)
    expect(out).toContain('\\-\\-data\\-dir DIR')
    // a line of text that begins with a full stop or an apostrophe would be a request of roff
    for (const line of out.split('\n')) expect(line).toMatch(/^(?!['.])|^\.(TH|SH|PP|nf|fi|br)\b/)
  })
})

describe('halyard api', () => {
  it('performs operations with values for path, query and body', async () => {
    const created = await api('createFeature', 'projectId=default', 'name=by-command', 'impressionData:=true')
    expect(created).toMatchObject({ status: 0, error: '' })
    expect(JSON.parse(created.out)).toMatchObject({ name: 'by-command', impressionData: true })
    const found = await api('searchFeatures', 'query=by-command', '--json')
    expect(JSON.parse(found.out)).toMatchObject({ total: 1 })
    expect(found.out.trim()).not.toContain('\n')
    const file = path.join(temp.folder, 'body.json')
    writeFileSync(file, '{"name":"from-file"}')
    expect(await api('createFeature', 'projectId=default', '--body', `@${file}`)).toMatchObject({ status: 0 })
    const on = ['projectId=default', 'featureName=from-file', 'environment=development']
    expect(await api('toggleFeatureEnvironmentOn', ...on)).toMatchObject({ status: 0 })
    expect(await api('archiveFeature', 'projectId=default', 'featureName=from-file')).toMatchObject({
      status: 0,
    })
  })

  it('reports what the instance rejects, with the reasons', async () => {
    const taken = ['createFeature', 'projectId=default', 'name=taken']
    await api(...taken)
    const again = await api(...taken)
    expect(again).toMatchObject({ status: 3, out: '' })
    expect(again.error).toMatch(/^createFeature: 409 /)
    const asJson = await api(...taken, '--json')
    expect(asJson).toMatchObject({ status: 3, error: '' })
    expect(JSON.parse(asJson.out)).toMatchObject({ name: 'NameExistsError' })
    const bad = await api('createFeature', 'projectId=default', 'name=with spaces', 'type:=3')
    expect(bad.status).toBe(3)
    expect(bad.error).toContain('"name" must be URL friendly')
  })

  it('has the permissions of its token', async () => {
    vi.stubEnv('HALYARD_TOKEN', BACKEND)
    const denied = await run('api', 'getProjects', '--url', url)
    expect(denied).toMatchObject({ status: 3, out: '' })
    expect(denied.error).toMatch(/^getProjects: 40[13] /)
    vi.stubEnv('HALYARD_TOKEN', '')
    expect(await run('api', 'getProjects', '--url', url)).toMatchObject({ status: 2 })
    expect(await run('api', 'getHealth', '--url', url)).toMatchObject({ status: 0 })
  })

  it.each([
    [[], 'Name an operation'],
    [['getfeature'], 'There is no operation getfeature. Did you mean getFeature'],
    [['getFeature', 'projectId=default'], 'getFeature needs featureName=VALUE'],
    [['getProjects', 'colour=blue'], 'getProjects has no colour'],
    [['createFeature', 'projectId'], 'projectId: write NAME=VALUE, or NAME:=JSON'],
    [['createFeature', 'projectId=default', 'name:=x'], 'name: this is not JSON: x'],
    [['createFeature', 'projectId=default', 'name=x', '--body', '{}'], 'does not go with name'],
    [['createFeature', 'projectId=default', '--body', '{'], '--body: this is not JSON'],
    [['getProjects', '--body', '{}'], 'getProjects takes no body'],
    [['getProjects', '--url', 'ftp://x'], '--url'],
  ])('%j: reports wrong usage with the reason', async (args, text) => {
    const { status, error } = await run('api', ...args, '--token', ADMIN)
    expect(status).toBe(2)
    expect(error).toContain(text)
  })

  it('says that no instance answers', async () => {
    await expect(
      run('api', 'getProjects', '--url', 'http://127.0.0.1:9', '--token', ADMIN),
    ).resolves.toMatchObject({
      status: 1,
      error: expect.stringContaining('does not answer') as string,
    })
  })

  it('lists and describes every operation of the Admin API', async () => {
    const { out } = await run('api', '--list')
    const ids = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0])
    expect(ids).toEqual(
      OPERATIONS.filter(({ audience }) => ['admin', 'open'].includes(audience)).map((one) => one.operationId),
    )
    expect((await run('api', '--list', 'nothing like it')).status).toBe(1)
    for (const id of ids)
      expect(await run('api', String(id), '--describe')).toMatchObject({ status: 0, error: '' })
    expect((await run('api', 'createFeature', '--describe')).out).toContain('Needs: CREATE_FEATURE')
  })
})
