import type { TestProject } from 'vitest/node'

import { runOnServer } from '#support/runner/make-database.ts'
import { startCluster, type Cluster } from '#support/runner/postgres-cluster.ts'
import { CannotRun, installOriginal, ORIGINAL_VERSIONS, type OriginalVersion } from './install-original.ts'
import { startOriginal } from './original-process.ts'
import { seedInstance, type Seeded } from './seed.ts'

/** A version that is ready to be started on copies of a seeded database. */
export interface PreparedOriginal {
  folder: string
  /** Names of databases to copy: seeded, and with nothing but what the service creates by itself. */
  seededTemplate: string
  emptyTemplate: string
  seeded: Seeded
}

declare module 'vitest' {
  interface ProvidedContext {
    originals: Record<OriginalVersion, PreparedOriginal> | null
    /** URL of the database server. */
    originalsServer: string
  }
}

/** Installs, starts and seeds each version once for all files. For vitest's `globalSetup`. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  let cluster: Cluster | undefined
  try {
    const folders = await Promise.all(ORIGINAL_VERSIONS.map((version) => installOriginal(version)))
    cluster = await startServer()
    const { url } = cluster
    const prepared = await Promise.all(
      ORIGINAL_VERSIONS.map(async (version, index) => [
        version,
        await prepare(version, folders[index] ?? '', url),
      ]),
    )
    project.provide('originals', Object.fromEntries(prepared) as Record<OriginalVersion, PreparedOriginal>)
    project.provide('originalsServer', url)
    return cluster.stop
  } catch (error) {
    await cluster?.stop()
    if (!(error instanceof CannotRun)) throw error
    console.error(`[test:interop] DID NOT RUN: ${error.message}`)
    project.provide('originals', null)
    project.provide('originalsServer', '')
    return undefined
  }
}

async function startServer(): Promise<Cluster> {
  try {
    return await startCluster()
  } catch (error) {
    throw new CannotRun(error instanceof Error ? error.message : String(error))
  }
}

async function prepare(version: OriginalVersion, folder: string, server: string): Promise<PreparedOriginal> {
  const emptyTemplate = `empty_${version.replaceAll('.', '_')}`
  const seededTemplate = `seeded_${version.replaceAll('.', '_')}`
  await runOnServer(server, `create database ${emptyTemplate}`)
  const empty = await startOriginal(folder, server.replace(/\/postgres$/, `/${emptyTemplate}`))
  await empty.stop()
  await runOnServer(server, `create database ${seededTemplate} template ${emptyTemplate}`)
  const original = await startOriginal(folder, server.replace(/\/postgres$/, `/${seededTemplate}`))
  try {
    return { folder, emptyTemplate, seededTemplate, seeded: await seedInstance(original, version) }
  } finally {
    await original.stop()
  }
}
