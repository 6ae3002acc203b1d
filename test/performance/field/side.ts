import { runOnServer } from '#support/runner/make-database.ts'
import { startCluster } from '#support/runner/postgres-cluster.ts'
import { toChunks } from '#shared/transfer/import-export/chunks.ts'
import { installOriginal } from '../../interop/support/install-original.ts'
import { instanceAt, type Instance } from '../../interop/support/instance.ts'
import {
  ADMIN_PASSWORD,
  ADMIN_TOKEN as ADMIN_TOKEN_THERE,
  startOriginal,
} from '../../interop/support/original-process.ts'
import { makeFile } from '../bench/import-file.ts'
import { ADMIN_TOKEN, LIMITS, RATES, serveFrom, TOKENS } from '../bench/instance.ts'
import { send } from '../bench/latency.ts'
import { cpuSeconds, family, shareOfMemoryMb } from '../bench/process-figures.ts'
import { signIn } from '../bench/sign-in.ts'
import { startProcess } from '../bench/start-process.ts'

/** A running service with its database: one of two that are compared. */
export interface Side extends Instance {
  admin: string
  /** All its processes, those of its database among them. */
  pids: () => number[]
  /** Milliseconds from the start of its process to the first good answer of /health. */
  startedIn: number
  stop: () => Promise<void>
}

/** Starts a side, on the data that it had. */
export type StartSide = () => Promise<Side>

/** Seconds of the processor that a side has taken so far. */
export const cpuOf = ({ pids }: Pick<Side, 'pids'>): number =>
  pids().reduce((sum, pid) => sum + cpuSeconds(pid), 0)

/** Memory of a side, in MB. */
export const memoryOf = ({ pids }: Side): number => pids().reduce((sum, pid) => sum + shareOfMemoryMb(pid), 0)

/** Halyard as it is built, on its own file. */
export const halyardIn =
  (folder: string): StartSide =>
  async () => {
    const begun = performance.now()
    const { url, pid, stop } = await startProcess(serveFrom(folder), {
      ...LIMITS,
      ...TOKENS,
      ...RATES,
      UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN_PASSWORD,
    })
    const startedIn = await sinceHealthy(url, begun)
    return { ...instanceAt(url, ADMIN_TOKEN), admin: ADMIN_TOKEN, pids: () => family(pid), startedIn, stop }
  }

/** The original, on a PostgreSQL that waits for the disk, as it comes. Returns how to start it, and the end of the database. */
export async function originalIn(database: string): Promise<{ start: StartSide; end: () => Promise<void> }> {
  const folder = await installOriginal('7.6.5')
  const cluster = await startCluster({ durable: true })
  await runOnServer(cluster.url, `create database ${database}`)
  const start = async () => {
    const begun = performance.now()
    const url = cluster.url.replace(/\/postgres$/, `/${database}`)
    const original = await startOriginal(folder, url, RATES)
    const startedIn = await sinceHealthy(original.url, begun)
    const pids = () => [...family(original.pid), ...family(cluster.pid())]
    return { ...original, admin: ADMIN_TOKEN_THERE, pids, startedIn }
  }
  return { start, end: cluster.stop }
}

async function sinceHealthy(url: string, begun: number): Promise<number> {
  const answer = await fetch(`${url}/health`)
  if (!answer.ok) throw new Error(`/health answers ${answer.status}`)
  return performance.now() - begun
}

/** Tokens of SDKs. */
export interface SdkTokens {
  backend: string
  frontend: string
}

/** Imports flags into a new side, as its window does, and creates tokens for SDKs. */
export async function seedSide(side: Side, flags: number): Promise<SdkTokens> {
  const cookie = await signedIn(side)
  for (const data of toChunks(makeFile(0, flags)))
    await send(side.url, {
      path: '/api/admin/features-batch/import',
      headers: { cookie },
      body: { project: 'default', environment: 'development', data },
    })
  const tokenOf = async (type: 'backend' | 'frontend') => {
    const body = { tokenName: `bench-${type}`, type, environment: 'development', projects: ['default'] }
    const { status, body: made, text } = await side.call('POST', '/api/admin/api-tokens', { body })
    if (status !== 201) throw new Error(`creating a token answers ${status}: ${text}`)
    return (made as { secret: string }).secret
  }
  return { backend: await tokenOf('backend'), frontend: await tokenOf('frontend') }
}

/** Signs in, until the session counts: a busy original answers before it has stored it. */
async function signedIn({ url }: Side): Promise<string> {
  for (;;) {
    const cookie = await signIn(url, ADMIN_PASSWORD)
    const { ok } = await fetch(`${url}/api/admin/user`, { headers: { cookie } })
    if (ok) return cookie
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
