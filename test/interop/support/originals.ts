import { afterAll, beforeAll, describe, inject } from 'vitest'

import { runOnServer } from '#support/runner/make-database.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { ORIGINAL_VERSIONS, type OriginalVersion } from './install-original.ts'
import { instanceAt, type Instance } from './instance.ts'
import { ADMIN_PASSWORD, ADMIN_TOKEN, startOriginal, type Original } from './original-process.ts'
import { seedInstance, type Seeded } from './seed.ts'

/** Content of an instance: seeded, or what it creates by itself. */
type Content = 'seeded' | 'empty'

/** An original service and what was seeded. */
export interface SeededOriginal extends Original {
  version: OriginalVersion
  seeded: Seeded
}

/** A Halyard with the same content, on a port of its own. */
export interface SeededHalyard extends Instance {
  app: TestBackend
  seeded: Seeded
  stop: () => Promise<void>
}

interface Stage {
  version: OriginalVersion
  /** The running service. Only for use within tests and hooks. */
  original: () => SeededOriginal
}

/**
 * Describes the same tests for each version of the original service. Each has a service of its own, on a copy of the seeded
 * database. Where the services cannot run, the tests are skipped.
 */
export function describeOriginals(
  title: string,
  define: (stage: Stage) => void,
  { content = 'seeded' }: { content?: Content } = {},
): void {
  const prepared = inject('originals')
  describe.skipIf(prepared === null).each(ORIGINAL_VERSIONS)(`Unleash %s: ${title}`, (version) => {
    let running: SeededOriginal | undefined
    beforeAll(async () => {
      running = await startSeededOriginal(version, content)
    })
    afterAll(() => running?.stop())
    define({
      version,
      original: () => {
        if (!running) throw new Error('The service has not started yet.')
        return running
      },
    })
  })
}

let copies = 0

/** Starts a service on a copy of a prepared database, which is deleted when it stops. */
export async function startSeededOriginal(
  version: OriginalVersion,
  content: Content = 'seeded',
): Promise<SeededOriginal> {
  const prepared = inject('originals')?.[version]
  if (!prepared) throw new Error('There are no original services here.')
  const server = inject('originalsServer')
  const name = `interop_${process.pid}_${++copies}_${Math.random().toString(36).slice(2, 8)}`
  const template = content === 'seeded' ? prepared.seededTemplate : prepared.emptyTemplate
  await runOnServer(server, `create database ${name} template ${template}`)
  const original = await startOriginal(prepared.folder, server.replace(/\/postgres$/, `/${name}`))
  const stop = async () => {
    await original.stop()
    await runOnServer(server, `drop database if exists ${name} with (force)`)
  }
  return {
    ...original,
    get pid() {
      return original.pid // another one once it has been started again
    },
    version,
    seeded: prepared.seeded,
    stop,
  }
}

/** Starts a Halyard, and seeds it by the requests that seed an original service of a version. */
export async function startSeededHalyard(version: OriginalVersion): Promise<SeededHalyard> {
  const app = await startHalyard(version)
  try {
    const instance = instanceAt(app.url, ADMIN_TOKEN)
    return { ...app, ...instance, seeded: await seedInstance(instance, version) }
  } catch (error) {
    await app.stop()
    throw error
  }
}

/** Starts a Halyard that answers as a version and listens, with the admin's token and password of the original services. */
export async function startHalyard(
  version: OriginalVersion,
): Promise<{ app: TestBackend; url: string; stop: () => Promise<void> }> {
  const app = await startBackend({
    contract: version,
    // what depends on the time is the same at both
    startsAt: new Date().toISOString(),
    checksAnswers: false,
    env: { INIT_ADMIN_API_TOKENS: ADMIN_TOKEN, UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN_PASSWORD },
  })
  return { app, url: await app.backend.listen('auto'), stop: () => app.stop() }
}
