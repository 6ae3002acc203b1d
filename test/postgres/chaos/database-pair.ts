import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { freePort } from '#support/runner/free-port.ts'
import { answers, commandOf, initArguments } from '#support/runner/postgres-cluster.ts'
import { startSwitchingProxy, type SwitchingProxy } from '#support/stand-ins/switching-proxy.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

interface Server {
  data: string
  port: number
  child: ChildProcess
}

/**
 * A primary and, once it is added, a synchronous standby, which wait for their disks, behind an address that leads to the primary. A commit is
 * answered when it is on both disks.
 */
export class DatabasePair {
  readonly #folder: string
  readonly #remove: () => void
  readonly #proxy: SwitchingProxy
  #primary: Server
  #standby: Server | undefined
  #made = 1

  private constructor(folder: string, remove: () => void, primary: Server, proxy: SwitchingProxy) {
    this.#folder = folder
    this.#remove = remove
    this.#primary = primary
    this.#proxy = proxy
  }

  static async start(): Promise<DatabasePair> {
    const { folder, remove } = makeTempFolder('halyard-chaos-')
    chmodSync(folder, 0o777)
    const data = path.join(folder, 'server-0')
    run('initdb', initArguments(data))
    const primary = await startServer(data, folder)
    return new DatabasePair(folder, remove, primary, await startSwitchingProxy(primary.port))
  }

  /** Address for the Halyards. */
  get url(): string {
    return urlOf(this.#proxy.port)
  }

  /** Copies the primary to a new standby, and makes commits wait for it. */
  async addStandby(): Promise<void> {
    const data = path.join(this.#folder, `server-${this.#made++}`)
    const { port } = this.#primary
    run('pg_basebackup', [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'halyard',
      '-D',
      data,
      '-R',
      '-c',
      'fast',
    ])
    this.#standby = await startServer(data, this.#folder)
    await this.query(`alter system set synchronous_standby_names = '*'`)
    await this.query('select pg_reload_conf()')
    for (;;) {
      const rows = await this.query(
        `select 1 from pg_stat_replication where sync_state in ('sync', 'quorum')`,
      )
      if (rows.length > 0) return
      await sleep(50)
    }
  }

  /** Ends the primary as a crash does, and starts it again. */
  async restart(): Promise<void> {
    await crash(this.#primary)
    this.#primary = await startServer(this.#primary.data, this.#folder, this.#primary.port)
  }

  /** Ends the primary for good, and makes the standby the primary. */
  async failOver(): Promise<void> {
    const next = this.#standby
    if (!next) throw new Error('there is no standby')
    const former = this.#primary
    await crash(former)
    run('pg_ctl', ['promote', '-w', '-D', next.data])
    this.#primary = next
    this.#standby = undefined
    this.#proxy.leadTo(next.port)
    rmSync(former.data, { recursive: true, force: true })
  }

  /** Asks the primary itself. */
  async query<T extends object>(sql: string): Promise<T[]> {
    const client = new Client({ connectionString: urlOf(this.#primary.port) })
    await client.connect()
    try {
      return (await client.query<T>(sql)).rows
    } finally {
      await client.end()
    }
  }

  async stop(): Promise<void> {
    this.#proxy.close()
    for (const server of [this.#primary, this.#standby]) if (server) await crash(server)
    this.#remove()
  }
}

const urlOf = (port: number) => `postgres://halyard@127.0.0.1:${port}/postgres`

function run(name: string, args: readonly string[]): void {
  const [command, rest] = commandOf(name, args)
  const { status, stderr } = spawnSync(command, rest, { cwd: '/', encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
}

async function startServer(data: string, folder: string, known?: number): Promise<Server> {
  const port = known ?? (await freePort())
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=100']
  const [command, args] = commandOf('postgres', [
    ...['-D', data, '-p', String(port)],
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  const child = spawn(command, args, { cwd: '/', stdio: 'ignore' })
  await answers(urlOf(port), child)
  return { data, port, child }
}

/** Ends a server at once: what is not on its disk is lost. */
async function crash({ data, child }: Server): Promise<void> {
  const exit = once(child, 'exit')
  const [control, args] = commandOf('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
  spawnSync(control, args, { cwd: '/' })
  await exit
}
