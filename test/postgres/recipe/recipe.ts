// By hand, `node test/postgres/recipe/recipe.ts` on the Node of the Dockerfile, with HAProxy installed: follows resources/scale
// without a container engine, and restarts one Halyard after the other under load. With a folder that was built before, it does not build.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { parse } from 'yaml'

import { freePort } from '#support/runner/free-port.ts'
import { runOnServer } from '#support/runner/make-database.ts'
import { startCluster } from '#support/runner/postgres-cluster.ts'
import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { buildImage } from './build-image.ts'

const SCALE = path.join(root, 'resources/scale')
const ADMIN = '*:*.admin-of-the-recipe'
const ROUNDS = 2
const WRITERS = 4
const READERS = 4

interface Compose {
  services: Record<string, { environment?: Record<string, string>; stop_grace_period?: string }>
}

const note = (text: string) => process.stdout.write(`${text}\n`)
const { folder, remove } = makeTempFolder('halyard-recipe-')
chmodSync(folder, 0o755)
const cluster = await startCluster({ durable: true })
const ended: (() => unknown)[] = []
try {
  await runOnServer(cluster.url, 'create database halyard')
  const began = performance.now()
  const image = buildImage(path.join(SCALE, 'Dockerfile'), folder, process.argv[2])
  note(`built in ${Math.round((performance.now() - began) / 1000)} s`)
  const compose = readCompose(new URL(cluster.url).host)
  const halyards = Object.entries(compose.services).filter(([name]) => name.startsWith('halyard'))
  const ports = new Map<string, number>()
  const processes = new Map<string, ChildProcess>()

  const start = async (name: string): Promise<void> => {
    const port = ports.get(name) ?? (await freePort())
    ports.set(name, port)
    const data = path.join(folder, name)
    mkdirSync(data, { recursive: true })
    chmodSync(data, 0o777)
    const env = {
      ...process.env,
      ...image.env,
      ...compose.services[name]?.environment,
      HALYARD_DATA_DIR: data,
      INIT_ADMIN_API_TOKENS: ADMIN,
    }
    const [, ...args] = image.command
    const log = openSync(path.join(folder, `${name}.log`), 'a')
    const child = spawn(process.execPath, [...args, '--port', String(port)], {
      cwd: image.folder,
      env,
      stdio: ['ignore', log, log],
      ...nobody(),
    })
    processes.set(name, child)
    while ((await statusOf(`http://127.0.0.1:${port}/ready`)) !== 200) {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
      await sleep(100)
    }
  }
  const stop = async (name: string): Promise<void> => {
    const child = processes.get(name)
    if (!child) return
    const grace = 1000 * Number.parseInt(compose.services[name]?.stop_grace_period ?? '10', 10)
    const asked = performance.now()
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), grace)
    const [code, signal] = (await exit) as [number | null, string | null]
    clearTimeout(timer)
    note(`${name} ended with ${code ?? signal} after ${Math.round(performance.now() - asked)} ms`)
    if (code !== 0) throw new Error(`${name} did not end by itself within ${grace} ms`)
  }
  ended.push(() => [...processes.values()].forEach((child) => child.kill('SIGKILL')))
  await Promise.all(halyards.map(([name]) => start(name)))
  note(`${halyards.length} Halyards are ready`)

  const proxyPort = await freePort()
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, proxyConfig(proxyPort, ports))
  const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  ended.push(() => proxy.kill('SIGTERM'))
  const url = `http://127.0.0.1:${proxyPort}`
  while ((await statusOf(`${url}/health`)) !== 200) await sleep(100)

  const load = startLoad(url)
  await sleep(2000)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name] of halyards) {
      await stop(name)
      await start(name)
      // the proxy asks every second
      await sleep(2500)
    }
  const { written, reads, failures } = await load.end()
  const there = new Set(await flagNames(url))
  const lost = written.filter((name) => !there.has(name))
  note(`${ROUNDS * halyards.length} restarts: ${written.length} writes and ${reads} reads answered`)
  note(
    `failed: ${failures.length}${failures.length > 0 ? ` (${failures.slice(0, 5).join('; ')})` : ''}, lost: ${lost.length}`,
  )
  for (const [name] of halyards) await stop(name)
  process.exitCode = failures.length + lost.length > 0 || written.length === 0 || reads === 0 ? 1 : 0
} finally {
  for (const end of ended) await end()
  await cluster.stop()
  remove()
}

/** The service that PostgreSQL's host stands for is the server of the tests. */
function readCompose(host: string): Compose {
  const values: Record<string, string> = {
    POSTGRES_PASSWORD: 'trusted-anyway',
    HALYARD_SEALING_KEY: Buffer.alloc(32, 9).toString('base64'),
  }
  const text = readFileSync(path.join(SCALE, 'compose.yaml'), 'utf8')
    .replace(/\$\{(\w+):\?\}/g, (_all, name: string) => values[name] ?? `no ${name}`)
    .replace('@database:5432', `@${host}`)
  return parse(text, { merge: true }) as Compose
}

/** The names of containers are addresses of this machine. */
function proxyConfig(port: number, ports: ReadonlyMap<string, number>): string {
  let text = readFileSync(path.join(SCALE, 'haproxy.cfg'), 'utf8').replace(
    'bind :4242',
    `bind 127.0.0.1:${port}`,
  )
  for (const [name, at] of ports) text = text.replace(`${name}:4242`, `127.0.0.1:${at}`)
  return text
}

/** As in the container, a user that is not root. */
function nobody(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (what: string) => Number(spawnSync('id', [what, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function statusOf(url: string): Promise<number | undefined> {
  const answer = await fetch(url).catch(() => undefined)
  return answer?.status
}

async function flagNames(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/admin/projects/default/features`, {
    headers: { authorization: ADMIN },
  })
  return ((await answer.json()) as { features: { name: string }[] }).features.map(({ name }) => name)
}

/** Clients that write flags and read them, each one request after the other. */
function startLoad(url: string) {
  const written: string[] = []
  const failures: string[] = []
  let reads = 0
  let isOver = false
  const authorization = ADMIN
  const send = async (what: string, request: () => Promise<Response>): Promise<boolean> => {
    try {
      const answer = await request()
      await answer.text()
      if (!answer.ok) failures.push(`${what}: ${answer.status}`)
      return answer.ok
    } catch (error) {
      failures.push(`${what}: ${String(error)}`)
      return false
    }
  }
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n += 1) {
      const name = `flag-${writer}-${n}`
      const headers = { authorization, 'content-type': 'application/json' }
      const at = `${url}/api/admin/projects/default/features`
      const body = JSON.stringify({ name })
      if (await send(`POST ${name}`, () => fetch(at, { method: 'POST', headers, body }))) written.push(name)
      await sleep(20)
    }
  }
  const read = async () => {
    while (!isOver) {
      const at = `${url}/api/admin/projects`
      if (await send(`GET ${at}`, () => fetch(at, { headers: { authorization } }))) reads += 1
      await sleep(20)
    }
  }
  const all = Promise.all([
    ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    ...Array.from({ length: READERS }, read),
  ])
  return {
    end: async () => {
      isOver = true
      await all
      return { written, reads, failures }
    },
  }
}
