import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { createFeature } from '#shared/flags/contract/features.ts'
import { blocksOf } from '#support/service/documented-commands.ts'
import { Program } from '#support/service/program.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'
import { root } from '#support/runner/root.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

interface Compose {
  services: { edge: { image: string; command: string; environment: Record<string, string> } }
}

const PAGE = 'docs/from-edge.md'
const [before, after] = blocksOf(PAGE)
  .filter(({ language }) => language === 'yaml')
  .map(({ text }) => parse(text) as Compose)
const FLAG = { name: 'there', enabled: true, strategies: [{ name: 'default' }] }
const temp = makeTempFolder()
const folder = path.join(temp.folder, 'empty')
const programs: Program[] = []
let upstream: RecordingServer
let halyard: TestBackend

beforeAll(async () => {
  mkdirSync(folder)
  upstream = await startRecordingServer(() => ({
    status: 200,
    headers: { etag: '"1"' },
    body: { version: 2, features: [FLAG] },
  }))
  halyard = await startBackend()
  await halyard.call(createFeature, { params: { projectId: 'default' }, body: { name: 'chained' } })
})
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop()
})
afterAll(async () => {
  await upstream.stop()
  await halyard.stop()
  temp.remove()
})

/** Runs the built command line as the image does, in an empty folder, on a free port. Returns its address. */
async function run(args: readonly string[], env: Record<string, string>) {
  const program = new Program(process.execPath, [path.join(root, 'out/main/cli.js'), ...args], {
    cwd: folder,
    env: { HOME: temp.folder, ...env },
  })
  programs.push(program)
  const [, url = ''] = await program.says(/^Halyard serves (\S+)$/m)
  return { program, at: `http://127.0.0.1:${new URL(url).port}` }
}
const namesOf = async (at: string, token: string) => {
  const answer = await fetch(`${at}/api/client/features`, { headers: { authorization: token } })
  if (!answer.ok) return answer.status
  return ((await answer.json()) as { features: { name: string }[] }).features.map(({ name }) => name)
}

describe('from Edge to Halyard', () => {
  it('changes the image and the volume of the compose file, and nothing else', () => {
    const [edge, own] = [before?.services.edge, after?.services.edge]
    expect([edge?.image.split(':')[0], own?.image]).toEqual(['unleashorg/unleash-edge', 'halyard'])
    expect(Object.keys(edge?.environment ?? {}).length).toBeGreaterThan(5)
    const same = { image: '', volumes: [] }
    expect({ ...own, ...same }).toEqual({ ...edge, ...same })
  })

  it('serves SDKs with the environment of the compose file, in an empty folder, and after a restart', async () => {
    const { command = '', environment = {} } = after?.services.edge ?? {}
    const data = path.join(temp.folder, 'backup')
    const env = { ...environment, UPSTREAM_URL: upstream.url, BACKUP_FOLDER: data }
    const token = environment['TOKENS'] ?? ''
    const { program, at } = await run([command, '--port', '0'], env)
    await expect.poll(() => namesOf(at, token)).toEqual(['there'])
    const polled = upstream.seen.find(({ path: asked }) => asked === '/api/client/features')
    expect(polled?.headers).toMatchObject({ 'x-api-key': 'secret', authorization: token })
    expect((await fetch(`${at}/internal-backstage/ready`)).status).toBe(200)
    const page = await fetch(`${at}/api/frontend`, {
      method: 'OPTIONS',
      headers: { origin: environment['CORS_ORIGIN'] ?? '' },
    })
    expect(page.headers.get('access-control-allow-origin')).toBe('https://shop.example.com')
    expect(program.output).not.toContain('an option of Unleash Edge')
    await program.stop()
    expect(readdirSync(data)).toContain('halyard.closed')
    expect(readdirSync(folder)).toEqual([])
    const again = await run([command, '--port', '0'], { ...env, UPSTREAM_URL: 'http://127.0.0.1:9' })
    expect(await namesOf(again.at, token)).toEqual(['there'])
  })

  it('takes options and letters, before and after the mode, and names what it cannot do', async () => {
    const token = 'default:development.backend-secret'
    const url = await halyard.backend.listen('auto')
    const args = [
      '-p',
      '0',
      '-i',
      '127.0.0.1',
      'edge',
      '-u',
      url,
      '-t',
      token,
      '-f',
      '1',
      '-s',
      '--tls-enable',
    ]
    const { program, at } = await run([...args, '--data-dir', path.join(temp.folder, 'chained')], {
      WORKERS: '4',
    })
    await expect.poll(() => namesOf(at, token)).toEqual(['chained'])
    for (const option of ['SKIP_SSL_VERIFICATION', 'TLS_ENABLE'])
      expect(program.output).toMatch(RegExp(`"level":"warn".*"option":"${option}"`))
    expect(program.output).toMatch(/"level":"info".*"option":"WORKERS"/)
  })

  it('serves the file of the offline mode, and that of halyard serve', async () => {
    const [simple] = blocksOf(PAGE).filter(({ language }) => language === 'json')
    const file = path.join(temp.folder, 'features.json')
    writeFileSync(file, simple?.text ?? '')
    const env = { BOOTSTRAP_FILE: file, CLIENT_TOKENS: 'anything', PORT: '0' }
    const { at } = await run(['offline'], { ...env, XDG_DATA_HOME: path.join(temp.folder, 'xdg') })
    await expect.poll(() => namesOf(at, 'anything')).toEqual(['new-checkout', 'theme'])
    expect(readdirSync(path.join(temp.folder, 'xdg'))).toEqual(['halyard-offline'])
    const data = path.join(temp.folder, 'offline')
    const args = ['serve', '--offline', file, '--port', '0', '--data-dir', data]
    const own = await run(args, { HALYARD_UPSTREAM_TOKENS: '*:development.secret' })
    await expect.poll(() => namesOf(own.at, '*:development.secret')).toEqual(['new-checkout', 'theme'])
  })

  it.each([
    [['edge'], 'Name the upstream: UPSTREAM_URL.'],
    [['offline'], 'Name the file: BOOTSTRAP_FILE.'],
    [['edge', '--unknown'], '--unknown'],
  ])('says what is wrong with the arguments: %j', async (args, text) => {
    const program = new Program(process.execPath, [path.join(root, 'out/main/cli.js'), ...args], {
      cwd: folder,
    })
    programs.push(program)
    expect(await program.ends()).toBe(2)
    expect(program.output).toContain(text)
  })
})
