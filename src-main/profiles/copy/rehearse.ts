import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { z } from 'zod'

import type { Rehearsal } from '#shared/desktop/copies.ts'
import { lastOf, NEWEST_VERSION } from '#shared/versions/rules/index.ts'
import { AppError } from '#kernel/app-error.ts'
import { readerOf } from '../promotion/original/ask-original.ts'
import { ask, type PromotionInstance } from '../promotion/side.ts'

const Listener = z.object({
  port: z.int(),
  url: z.string(),
  contract: z.string(),
  failure: z.string().nullable(),
})
const Listeners = z.object({ listeners: z.array(Listener) })
/** Free ports that are tried: another program may take one before it is opened. */
const MAX_TRIES = 3

/**
 * Lets a copy answer as the version of its source and as the next major one, on ports of their own: programs that ran against the
 * source then show what an upgrade would break.
 */
export async function rehearseUpgrade(
  copy: PromotionInstance,
  { version, signal }: { version: string | null; signal: AbortSignal },
): Promise<Rehearsal> {
  if (version === null)
    throw new AppError(
      'InvalidOperationError',
      'The source did not say its version, so that nobody knows the next one.',
    )
  const next = lastOf(String(Number.parseInt(version, 10) + 1))
  if (next === undefined)
    throw new AppError('InvalidOperationError', `There is no version after ${NEWEST_VERSION} yet.`)
  const { listeners } = await readerOf(copy, signal)('getListeners', Listeners)
  const serve = async (contract: string) => {
    const known = listeners.find((one) => one.contract === contract && one.failure === null)
    return { version: contract, url: known?.url ?? (await open(copy, contract, signal)) }
  }
  return { now: await serve(version), next: await serve(next) }
}

async function open(copy: PromotionInstance, contract: string, signal: AbortSignal): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const change = (path: 'addListener' | 'removeListener', input: object) =>
      ask(copy, { path, type: 'mutation', input, signal })
    const { url, failure } = Listener.parse(await change('addListener', { body: { port, contract } }))
    if (failure === null) return url
    await change('removeListener', { params: { port: String(port) } })
    if (attempt === MAX_TRIES) throw new AppError('ConflictError', failure)
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
