import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { freePort } from '../runner/free-port.ts'
import { answers, asUser } from '../runner/postgres-cluster.ts'
import { Program } from '../service/program.ts'
import { makeTempFolder } from '../runner/temp-folder.ts'

/** Ways in which PgBouncer gives connections of the server to its clients. */
export type PoolMode = 'session' | 'transaction'

/** PgBouncer ahead of a database. */
export interface PgBouncer {
  /** URL of the database, through it. */
  urlOf: (mode: PoolMode) => string
  stop: () => Promise<void>
}

const PROGRAM = '/usr/sbin/pgbouncer'

/** PgBouncer is optional: not every system has the package. */
export const hasPgBouncer = existsSync(PROGRAM)

/** Startup parameters of Halyard that PgBouncer does not know (docs/scale.md). */
const IGNORED = 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout'

/** Connections to the server: two Halyards in session mode need 12 each, or wait for idle ones to be closed. */
const POOL_SIZE = 50

/** Starts PgBouncer in a temporary folder, ahead of the database of this URL. It refuses startup parameters that are not `ignored`. */
export async function startPgBouncer(databaseUrl: string, ignored = IGNORED): Promise<PgBouncer> {
  const { folder, remove } = makeTempFolder('halyard-pgbouncer-')
  chmodSync(folder, 0o755)
  const { hostname, port, pathname } = new URL(databaseUrl)
  const server = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=halyard`
  const own = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
by_session = ${server} pool_mode=session
by_transaction = ${server} pool_mode=transaction
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
default_pool_size = ${POOL_SIZE}
ignore_startup_parameters = ${ignored}
`,
  )
  const [command = '', ...args] = [...asUser, PROGRAM, file]
  const program = new Program(command, args, { cwd: '/' })
  const urlOf = (mode: PoolMode) => `postgres://halyard@127.0.0.1:${own}/by_${mode}`
  const stop = async () => {
    await program.stop()
    remove()
  }
  try {
    await answers(urlOf('session'), program.child)
    return { urlOf, stop }
  } catch (error) {
    await stop()
    throw new Error(`PgBouncer did not start: ${program.output}`, { cause: error })
  }
}
