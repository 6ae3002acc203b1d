import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { UpgradeReport } from '#shared/versions/schemas/upgrade-report.ts'
import { Program } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN_TOKEN, startService, type Service } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
let service: Service
beforeAll(async () => {
  service = await startService({ dataDir: temp.folder })
  const call = (at: string) =>
    fetch(service.url + at, { headers: { authorization: ADMIN_TOKEN, 'user-agent': 'nightly' } })
  expect((await call('/api/admin/archive/features')).status).toBe(404)
  expect((await call('/api/admin/projects/default/health-report')).status).toBe(200)
})
afterAll(async () => {
  await service.stop()
  temp.remove()
})

/** Runs the command as somebody would, and waits for its end. */
async function run(args: readonly string[], env: Record<string, string> = {}, command = 'upgrade-report') {
  const program = new Program(process.execPath, [path.join(root, 'scripts/halyard.mjs'), command, ...args], {
    env,
  })
  return { status: await program.ends(), output: program.output }
}
const TOKEN = { HALYARD_TOKEN: ADMIN_TOKEN }
const ask = (...args: string[]) => run(['--url', service.url, ...args], TOKEN)

describe('halyard upgrade-report on a running instance', () => {
  it('prints Markdown', async () => {
    const { status, output } = await ask('--from', '6', '--to', '7')
    expect(status).toBe(0)
    expect(output).toContain('# Calls that an upgrade from 6.0.0 to 7.6.5 concerns')
    expect(output).toContain('## GET /api/admin/archive/features\n\nRemoved in 7.0.0.')
    expect(output).toContain(`curl -X GET '${service.url}/api/admin/search/features?archived=IS:true'`)
    expect(output).not.toContain(ADMIN_TOKEN)
  })

  it('prints JSON on request', async () => {
    const { status, output } = await ask('--from', '6', '--to', '7', '--format', 'json', '--group-by', 'sdk')
    expect(status).toBe(0)
    const report = JSON.parse(output) as UpgradeReport
    expect(report).toMatchObject({ from: '6.0.0', to: '7.6.5', failing: 1 })
    expect(report.calls.map(({ verdict }) => verdict)).toEqual(['removed', 'deprecated'])
    expect(report.groups?.map(({ name }) => name)).toEqual(['nightly'])
  })

  it.each([
    [
      ['--from', '6', '--to', '7', '--fail-on', 'removed'],
      3,
      '1 of 2 entries are what --fail-on removed names.',
    ],
    [['--from', '6', '--to', '7', '--fail-on', 'deprecated'], 3, '2 of 2 entries'],
    [['--from', '6', '--to', '7', '--fail-on', 'any'], 3, '2 of 2 entries'],
    [['--from', '6', '--to', '7', '--fail-on', 'never'], 0, 'Removed in 7.0.0'],
    // an endpoint that is already removed breaks nothing more in this upgrade
    [['--fail-on', 'removed'], 0, 'from 7.6.5 to 8.2.0'],
    [['--fail-on', 'deprecated'], 3, '1 of 1 entries'],
    [['--from', '3', '--to', '3.1', '--fail-on', 'any'], 0, 'Nothing was called that changes between both.'],
  ])('%j exits with %i', async (args, status, text) => {
    const ended = await ask(...args)
    expect(ended.status).toBe(status)
    expect(ended.output).toContain(text)
  })

  it('accepts the token on the command line', async () => {
    expect((await run(['--url', service.url, '--token', ADMIN_TOKEN])).status).toBe(0)
  })
})

describe('halyard upgrade-report without a result', () => {
  it('reports that the instance rejected it', async () => {
    const { status, output } = await run(['--url', service.url], { HALYARD_TOKEN: 'wrong' })
    expect(output).toBe(`${service.url} answers 401: You must log in to use Unleash.\n`)
    expect(status).toBe(1)
  })

  it('reports that nothing answers', async () => {
    const { status, output } = await run(['--url', 'http://127.0.0.1:9'], TOKEN)
    expect(output).toMatch(/^http:\/\/127\.0\.0\.1:9 does not answer: .+ Use --url, or --data-dir\.\n$/)
    expect(status).toBe(1)
  })

  it('reports that another program answers', async () => {
    const other = http.createServer((_request, response) => response.end('{"hello": "there"}'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const { status, output } = await run(['--url', url], TOKEN)
    expect(output).toBe(`What answers at ${url} is no Halyard that knows this report\n`)
    expect(status).toBe(1)
    other.close()
  })

  it.each([
    [['--from', 'seven'], '--from seven: a version has numbers, such as 6 or 6.9.0'],
    [['--from', '8', '--to', '7'], '--from (8.0.0) must not be after --to (7.6.5)'],
    [['--fail-on', 'everything'], '--fail-on everything: one of never, removed, deprecated, any'],
    [['--format', 'pdf'], '--format pdf: one of md, json'],
    [['--colour', 'blue'], "Unknown option '--colour'"],
    [['--url', 'example.com'], '--url example.com: such as http://localhost:4242'],
    [['--data-dir', '/nowhere', '--url', 'http://localhost:4242'], 'it goes with neither --url nor --token'],
  ])('%j: reports wrong usage with the reason', async (args, text) => {
    const { status, output } = await run(args, TOKEN)
    expect(status).toBe(2)
    expect(output).toContain(text)
    expect(output).toContain('halyard upgrade-report [options]')
  })

  it('requires a token, and supports --help', async () => {
    const without = await run([])
    expect(without.status).toBe(2)
    expect(without.output).toContain('set HALYARD_TOKEN')
    const help = await run(['--help'])
    expect(help.status).toBe(0)
    expect(help.output).toContain('Exit status: 0 clean')
    expect(help.output).not.toContain('halyard serve')
  })
})

describe('halyard upgrade-report --data-dir', () => {
  const contents = () =>
    readdirSync(temp.folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')])

  it('is rejected while an instance has the data folder open', async () => {
    const { status, output } = await run(['--data-dir', temp.folder])
    expect(status).toBe(1)
    expect(output).toContain(`uses this data folder: ${temp.folder}. It is open: ask it, with --url`)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('reads the data after %s, and changes nothing', async (signal) => {
    await service.program.stop(signal)
    const before = contents()
    const { status, output } = await run([
      '--data-dir',
      temp.folder,
      '--from',
      '6',
      '--to',
      '7',
      '--fail-on',
      'removed',
    ])
    expect(output).toContain("curl -X GET 'http://localhost:4242/api/admin/search/features?archived=IS:true'")
    expect(status).toBe(3)
    expect(contents().filter(([file]) => !file?.endsWith('halyard.lock'))).toEqual(
      before.filter(([file]) => !file?.endsWith('halyard.lock')),
    )
    service = await startService({ dataDir: temp.folder })
  })

  it('reports that there is no data', async () => {
    const { status, output } = await run(['--data-dir', path.join(temp.folder, 'nothing')])
    expect(status).toBe(1)
    expect(output).toBe(`There is no data of Halyard in ${path.join(temp.folder, 'nothing')}\n`)
  })
})

describe('halyard doctor', () => {
  const SECRET = '0f'.repeat(28)
  const doctor = (args: readonly string[], env: Record<string, string> = {}) => run(args, env, 'doctor')

  it('asks a running instance, and answers without the secret', async () => {
    const { status, output } = await doctor(
      [
        '--token',
        `default:development.${SECRET}`,
        '--url',
        `${service.url}/client/features`,
        '--instance',
        service.url,
      ],
      TOKEN,
    )
    expect(status).toBe(3)
    expect(output).toContain('PROBLEM  This instance does not know it')
    expect(output).toContain('PROBLEM  The path lacks /api at its start')
    expect(output).toContain(`Asked ${service.url}, which answers as 7.6.5.`)
    expect(output).not.toContain(SECRET)
    expect(output).not.toContain(ADMIN_TOKEN)
  })

  it('reads a text without an instance, as JSON too', async () => {
    const { status, output } = await doctor(['--json', 'connect ECONNREFUSED 127.0.0.1:4243'])
    expect(status).toBe(3)
    expect(JSON.parse(output)).toMatchObject({
      verdict: 'problem',
      subjects: [{ kind: 'url' }, { kind: 'error' }],
    })
  })

  it.each([
    [0, ['--url', 'http://localhost:4242/api']],
    [2, []],
    [2, ['--unknown']],
    [4, ['hello world']],
  ])('exits with %i for %j', async (expected, args) => {
    const { status } = await doctor(args)
    expect(status).toBe(expected)
  })

  it('says that no instance answers', async () => {
    const { status, output } = await doctor(['--instance', 'http://127.0.0.1:9', 'a b'], TOKEN)
    expect(status).toBe(1)
    expect(output).toContain('http://127.0.0.1:9 does not answer')
  })
})
