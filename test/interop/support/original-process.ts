import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '#support/runner/free-port.ts'
import { root } from '#support/runner/root.ts'
import { instanceAt, type Instance } from './instance.ts'

/** Tokens and the password that a service without data begins with. */
export const ADMIN_TOKEN = '*:*.interop-admin'
export const ADMIN_PASSWORD = 'unleash4all'

export interface Original extends Instance {
  pid: number
  /** Starts it again on its data and port, if it has ended by itself. Answers whether it had. */
  revive: () => Promise<boolean>
  stop: () => Promise<void>
}

/** Node of the repository: the machine's own may be older. */
const node = path.join(root, 'node_modules/.bin/node')

/** Lines that name an error. What else it prints as it ends may be of its code, which nobody reads. */
const SAYS_WHY = /^\s*(\w*Error\b|error:|code:|detail:|constraint:|table:)/i

/**
 * Starts the original service of a folder as its package does (`npm start`), as a process of its own on an own port of the
 * loopback, with settings of its own. Only HTTP is spoken with it.
 */
export async function startOriginal(
  folder: string,
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Original> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begin = () => startProcess(folder, { port, databaseUrl, settings })
  let running = await begin()
  return {
    ...instanceAt(url, ADMIN_TOKEN),
    get pid() {
      return running.pid
    },
    revive: async () => {
      if (await running.answers()) return false
      await running.stop()
      running = await begin()
      return true
    },
    stop: () => running.stop(),
  }
}

interface Start {
  port: number
  databaseUrl: string
  settings: Readonly<Record<string, string>>
}

async function startProcess(folder: string, { port, databaseUrl, settings }: Start) {
  const { PATH, HOME } = process.env
  const child = spawn(node, ['node_modules/unleash-server/dist/server.js'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // nothing of the tests: it runs as somebody runs it
    env: {
      PATH,
      HOME,
      TZ: 'UTC',
      DATABASE_URL: databaseUrl,
      DATABASE_SSL: 'false',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: String(port),
      CHECK_VERSION: 'false',
      SEND_TELEMETRY: 'false',
      LOG_LEVEL: 'warn',
      INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
      UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ...settings,
    },
  })
  let output = ''
  const note = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000))
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  let isStopped = false
  const tellWhy = (how: string) => {
    const problems = output.split('\n').filter((line) => SAYS_WHY.test(line))
    console.error(`The service in ${folder} has ended by itself (${how}): ${problems.join(' ')}`)
  }
  child.once('close', (code, signal) => isStopped || tellWhy(String(signal ?? code)))
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/health`).then(
      () => true,
      () => false,
    )
  const stop = async () => {
    // one that takes itself down may have closed its port long before its process ends
    if (!(await answers()) && child.exitCode === null) tellWhy('it no longer answers')
    isStopped = true
    return end(child)
  }
  try {
    await isHealthy(url, child)
  } catch (error) {
    await stop()
    throw new Error(`The service in ${folder} does not start: ${output}`, { cause: error })
  }
  return { pid: child.pid ?? 0, answers, stop }
}

async function isHealthy(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('It has ended.')
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  // its data go with it: nothing has to be finished
  child.kill('SIGKILL')
  await closed
}
