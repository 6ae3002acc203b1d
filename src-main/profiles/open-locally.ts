import type { Backend } from '../app/backend.ts'
import type { BackendOptions } from '../app/backend-options.ts'
import { createBackend } from '../app/create-backend.ts'
import { PortInUse } from '../app/listen.ts'
import { UnusableDatabase } from '../cli/recovery.ts'
import type { Recovery } from '#store/open-store.ts'
import type { ProfileConnection } from './connection.ts'
import { connectLocally } from './local-connection.ts'

/** Questions to the person at the window. */
export interface OpenQuestions {
  /** Asks about a damaged or missing database. Undefined: the person would rather not open it. */
  recovery(error: UnusableDatabase): Promise<Recovery | undefined>
  /** Asks about a port that is taken. True: take the next free one. */
  port(problem: string, nextFree: number): Promise<boolean>
}

/**
 * Opens a service in this process, and lets it listen. Undefined: the person would rather not. Rejects with what else keeps
 * it from starting. Nothing stays open then.
 */
export async function openLocally(
  options: BackendOptions,
  ask: OpenQuestions,
): Promise<ProfileConnection | undefined> {
  const backend = await createOrAsk(options, ask)
  if (!backend) return undefined
  try {
    if (await listenOrAsk(backend, ask)) return connectLocally(backend, options.config.dataDir)
  } catch (error) {
    await backend.close()
    throw error
  }
  await backend.close()
  return undefined
}

async function createOrAsk(options: BackendOptions, ask: OpenQuestions): Promise<Backend | undefined> {
  try {
    return await createBackend(options)
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error
    const recovery = await ask.recovery(error)
    return recovery === undefined ? undefined : createOrAsk({ ...options, recovery }, ask)
  }
}

async function listenOrAsk(backend: Backend, ask: OpenQuestions): Promise<boolean> {
  try {
    await backend.listen()
    return true
  } catch (error) {
    if (!(error instanceof PortInUse) || error.nextFree === undefined) throw error
    if (!(await ask.port(error.message, error.nextFree))) return false
    await backend.listen(error.nextFree)
    return true
  }
}
