import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { openStore } from '#store/open-store.ts'
import { freePort } from './free-port.ts'
import { runOnServer, TEMPLATE } from './make-database.ts'
import { makeTempFolder } from './temp-folder.ts'
import { wasm } from './wasm.ts'

/** A PostgreSQL server of its own, in a temporary folder. */
export interface Cluster {
  /** URL of its database `postgres`. */
  url: string
  /** Process that has started the server. */
  pid: () => number
  /** Ends the server as a crash does, and starts it again. */
  halt: () => Promise<void>
  resume: () => Promise<void>
  stop: () => Promise<void>
}

/** Folder of the server's programs: the newest that Debian's packages have installed, or that of the path. */
function binaries(): string {
  const versions = '/usr/lib/postgresql'
  const newest = existsSync(versions)
    ? readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0]
    : undefined
  if (newest !== undefined) return path.join(versions, newest, 'bin')
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (stdout) return stdout.trim()
  throw new Error('PostgreSQL is not installed: npm run test:deps')
}

/** Major version of the server. */
function versionOf(folder: string): number {
  const { stdout } = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0)
}

/** Command that runs a program as another user: PostgreSQL and PgBouncer refuse to run as root. */
export const asUser: readonly string[] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []

/** Command that runs a program of the server, as a user that it accepts. */
export function commandOf(name: string, args: readonly string[]): [string, string[]] {
  const [command = '', ...rest] = [...asUser, path.join(binaries(), name), ...args]
  return [command, rest]
}

/** Settings under which little is written, and nothing waited for. */
const NOT_DURABLE = [
  ...['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  ...['max_wal_size=4GB', 'checkpoint_timeout=1d'],
]

/** Arguments of `initdb` for a server whose user `halyard` needs no password. */
export const initArguments = (data: string): string[] => [
  ...['-D', data, '-U', 'halyard', '--auth', 'trust'],
  ...['--encoding', 'UTF8', '--locale', 'C.UTF-8'],
]

/** Starts a server. Without `durable` it does not wait for the disk, for speed. `extra`: settings of its own. */
export async function startCluster({
  durable = false,
  extra = [],
}: { durable?: boolean; extra?: readonly string[] } = {}): Promise<Cluster> {
  const { folder, remove } = makeTempFolder('halyard-postgres-')
  chmodSync(folder, 0o777)
  const data = path.join(folder, 'data')
  const [init, initArgs] = commandOf('initdb', [...initArguments(data), '--no-sync'])
  const made = spawnSync(init, initArgs, { cwd: '/', encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const settings = [
    ...['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=300'],
    ...(durable ? [] : [...NOT_DURABLE, 'jit=off', 'autovacuum=off']),
    ...extra,
  ]
  const [server, serverArgs] = commandOf('postgres', [
    ...['-D', data, '-p', String(port)],
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  const url = `postgres://halyard@127.0.0.1:${port}/postgres`
  let child = spawn(server, serverArgs, { cwd: '/', stdio: 'ignore' })
  const resume = async () => {
    child = spawn(server, serverArgs, { cwd: '/', stdio: 'ignore' })
    await answers(url, child)
  }
  const halt = async () => {
    const exit = once(child, 'exit')
    const [control, args] = commandOf('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
    spawnSync(control, args, { cwd: '/' })
    await exit
  }
  const stop = async () => {
    await ended(child)
    remove()
  }
  try {
    await answers(url, child)
    return { url, pid: () => child.pid ?? 0, halt, resume, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits until a server takes connections. */
export async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await runOnServer(url, 'select 1')
    } catch (error) {
      if (attempt > 200 || child.exitCode !== null) throw error
      await sleep(50)
    }
  }
}

/** Ends the server at once, as `pg_ctl stop -m immediate` does: nothing of it is kept. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const exit = once(child, 'exit')
  // runuser passes the signal on
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGINT'), 3000)
  await exit
  clearTimeout(timer)
}

/** Starts the server of a run of tests, with the newest schema in a template. For vitest's `globalSetup`. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  process.env['HALYARD_TEST_DATABASE_URL'] = cluster.url
  // copying files is cheaper than logging them; until version 14 there was nothing else, and no word for it
  process.env['HALYARD_TEST_COPY'] = versionOf(binaries()) >= 15 ? 'strategy file_copy' : ''
  try {
    await runOnServer(cluster.url, `create database ${TEMPLATE}`)
    const databaseUrl = cluster.url.replace(/\/postgres$/, `/${TEMPLATE}`)
    const store = await openStore({ dataDir: '/nonexistent', databaseUrl, wasm, now: () => new Date() })
    await store.close()
    return cluster.stop
  } catch (error) {
    await cluster.stop()
    throw error
  }
}
