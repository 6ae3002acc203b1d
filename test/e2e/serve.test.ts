import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { findFreePort } from '#main/cli/port-owner.ts'
import { PATIENCE_MS } from '#support/runner/patience.ts'
import { Program } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { runService, startService, type Service } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { scanProjectCode, updateProjectCode } from '#shared/clients/contract/code-references.ts'
import { getFeatures, createFeature } from '#shared/flags/contract/features.ts'
import { getHealth } from '#shared/instance/contract/instance.ts'

let temp: ReturnType<typeof makeTempFolder>
const programs: Program[] = []
beforeEach(() => (temp = makeTempFolder()))
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop('SIGKILL')))
  temp.remove()
})

function run(...options: Parameters<typeof runService>): Program {
  const program = runService(...options)
  programs.push(program)
  return program
}
async function start(options: Partial<Parameters<typeof startService>[0]> = {}): Promise<Service> {
  const service = await startService({ dataDir: temp.folder, ...options })
  programs.push(service.program)
  return service
}
const flagNames = async (service: Service) => {
  const { features } = await service.call(getFeatures, { params: { projectId: 'default' } })
  return features.map((one) => one.name)
}

describe('halyard serve', () => {
  it('serves until it is stopped, closes properly, and keeps its data', async () => {
    const service = await start()
    expect(service.program.output).toContain(`Halyard serves ${service.url}\n`)
    // a later line, which a busy machine reads later
    await expect.poll(() => service.program.output).toContain(`Data: ${temp.folder}\n`)
    await service.call(createFeature, { params: { projectId: 'default' }, body: { name: 'kept' } })
    await service.stop()
    expect(await service.program.ends()).toBe(0)
    expect(readdirSync(temp.folder)).toContain('halyard.closed')
    expect(await flagNames(await start())).toEqual(['kept'])
  })

  it('closes properly when one Ctrl+C reaches it several times, as through npm', async () => {
    const { program, url } = await start({ env: { HALYARD_DRAIN_SECONDS: '3' } })
    program.child.kill('SIGINT')
    await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(503)
    program.child.kill('SIGINT')
    expect(await program.ends()).toBe(0)
    expect(readdirSync(temp.folder)).toContain('halyard.closed')
  })

  it('closes properly when it is stopped during the start', async () => {
    const program = run({ dataDir: temp.folder })
    await vi.waitUntil(() => existsSync(path.join(temp.folder, 'halyard.lock')), {
      interval: 1,
      timeout: PATIENCE_MS,
    })
    await program.stop()
    expect(await program.ends()).toBe(0)
    expect(readdirSync(temp.folder)).toContain('halyard.closed')
  })

  it('keeps every acknowledged flag through kill -9', async () => {
    const created: string[] = []
    for (let kill = 1; kill <= 5; kill++) {
      const service = await start()
      const callers = Array.from({ length: 4 }, async (_, caller) => {
        for (let count = 0; ; count++) {
          const name = `flag-${kill}-${caller}-${count}`
          await service.call(createFeature, { params: { projectId: 'default' }, body: { name } })
          created.push(name)
          if (created.length === 40 * kill) setTimeout(() => void service.program.stop('SIGKILL'), 7 * kill)
        }
      })
      await Promise.allSettled(callers)
    }
    const found = await flagNames(await start())
    expect(created.length).toBeGreaterThanOrEqual(200)
    expect(found).toEqual(expect.arrayContaining(created))
  })

  it('answers as the configured version, on further ports as others, and scans code', async () => {
    const further = (await findFreePort(21_000, '127.0.0.1')) ?? 0
    const args = ['--contract', '6', '--strict', '7', '--listen', `${further}=4`]
    const code = path.join(temp.folder, 'code')
    mkdirSync(code)
    writeFileSync(path.join(code, 'app.ts'), "unleash.isEnabled('chekout')")
    const service = await start({ args, env: { HALYARD_CODE_ROOTS: code } })
    await service.program.says(new RegExp(`http://127.0.0.1:${further} answers as 4.21.0\n`))
    expect(await service.call('GET', '/docs/openapi.json')).toMatchObject({ info: { version: '7.6.5' } })
    // in the built worker thread, which only a built program has
    const params = { projectId: 'default' }
    await service.call(updateProjectCode, { params, body: { folders: [code] } })
    expect(await service.call(scanProjectCode, { params })).toMatchObject({
      scan: { files: 1, problem: null },
      findings: [{ flag: 'chekout', finding: 'missing' }],
    })
    const document = await fetch(`http://127.0.0.1:${further}/docs/openapi.json`)
    expect(await document.json()).toMatchObject({ info: { version: '4.21.0' } })
    await service.stop()
    await expect(fetch(`http://127.0.0.1:${further}/health`)).rejects.toThrow('fetch failed')
  })

  it('does not start when a configured port is taken', async () => {
    const service = await start()
    const { port } = new URL(service.url)
    const other = run({ dataDir: path.join(temp.folder, 'other'), args: ['--listen', `${port}=6`] })
    expect(await other.ends()).toBe(1)
    expect(other.output).toContain(`Port ${port} is in use`)
  })

  it.runIf(process.env['npm_node_execpath'])('runs on the Node that runs npm', async () => {
    const service = await start({ node: process.env['npm_node_execpath'] ?? '' })
    expect(await service.call(getHealth)).toEqual({ health: 'GOOD' })
  })

  it('listens on both loopback addresses, and on no other', async () => {
    const service = await start()
    const { port } = new URL(service.url)
    expect(service.url).toBe(`http://127.0.0.1:${port}`)
    const overIpv6 = await fetch(`http://[::1]:${port}/health`).catch(() => undefined)
    expect([undefined, 200]).toContain(overIpv6?.status)
    const others = Object.values(os.networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of others) {
      await expect(fetch(`http://${address}:${port}/health`)).rejects.toThrow('fetch failed')
    }
  })

  it('names the owner of a taken port, and a free one', async () => {
    const other = http.createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const program = run({ dataDir: temp.folder, port })
    expect(await program.ends()).toBe(1)
    const by = process.platform === 'linux' ? ` by node.*\\(process ${process.pid}\\)` : ''
    expect(program.output).toMatch(new RegExp(`^Port ${port} is in use${by}`))
    const free = /Port (\d+) is free\. Use --port \1, or --port auto\./.exec(program.output)
    expect(free).not.toBeNull()
    other.close()
  })

  it('uses the next free port on request', async () => {
    const first = await start({ port: 'auto' })
    const second = await start({ port: 'auto', dataDir: path.join(temp.folder, 'second') })
    const ports = [first, second].map(({ url }) => Number(new URL(url).port))
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(4242)
    // not always the next one: another Halyard of this machine may have ended meanwhile
    expect(new Set(ports).size).toBe(2)
  })

  it('rejects a data folder in use', async () => {
    const service = await start()
    const program = run({ dataDir: temp.folder })
    expect(await program.ends()).toBe(1)
    expect(program.output).toBe(
      `Another Halyard (process ${service.program.child.pid}) uses this data folder: ${temp.folder}\n`,
    )
  })

  it.each([
    [['serve', '--port', 'many'], 'port: must be a number from 0 to 65535, or "auto" (from flags)', 1],
    [['serve', '--settings', '/nowhere.json'], 'The settings file /nowhere.json cannot be read', 1],
    [['serve', '--colour', 'blue'], "Unknown option '--colour'", 2],
    [['sail'], 'There is no command sail.', 2],
  ])('%j: reports the error', async (args, message, code) => {
    const program = new Program(process.execPath, [path.join(root, 'scripts/halyard.mjs'), ...args])
    expect(await program.ends()).toBe(code)
    expect(program.output).toContain(message)
  })
})

describe('a damaged database', () => {
  const damage = () => writeFileSync(path.join(temp.folder, 'halyard.db'), 'not a database'.repeat(100))

  it('is put aside, and the service says how to go on', async () => {
    await (await start()).stop()
    damage()
    const program = run({ dataDir: temp.folder })
    expect(await program.ends()).toBe(1)
    expect(program.output).toMatch(
      /The database is damaged: .* It was put aside as .*\.corrupt-\S+\. There is no good backup\. Use --restore FILE to start from a backup, or --start-empty to start without data\.\n$/,
    )
    const again = run({ dataDir: temp.folder })
    expect(await again.ends()).toBe(1)
    expect(await flagNames(await start({ args: ['--start-empty'] }))).toEqual([])
  })

  it('is replaced by a backup that is named', async () => {
    const service = await start()
    await service.call(createFeature, { params: { projectId: 'default' }, body: { name: 'kept' } })
    await service.stop()
    const backup = path.join(temp.folder, 'backups/by-hand-20261121T000000000Z.db')
    mkdirSync(path.dirname(backup))
    copyFileSync(path.join(temp.folder, 'halyard.db'), backup)
    damage()
    const program = run({ dataDir: temp.folder })
    expect(await program.ends()).toBe(1)
    expect(program.output).toContain(`Use --restore ${backup} to start from a backup, or --start-empty`)
    expect(await flagNames(await start({ args: ['--restore', backup] }))).toEqual(['kept'])
  })
})
