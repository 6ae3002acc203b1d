import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { seed } from '../app/first-content.ts'
import type { Config } from '#settings/config.ts'
import { systemClock } from '#kernel/clock.ts'
import { systemIds } from '#kernel/ids.ts'
import { DATABASE_FILE, openStore } from '#store/open-store.ts'
import { MemoryDisk } from './memory-disk.ts'

/** Creates the folder of an instance in memory, for its lock and its keys. */
export const makeFolder = (): string => mkdtempSync(path.join(os.tmpdir(), `halyard-testing-${process.pid}-`))

let seeded: Promise<Uint8Array<ArrayBuffer>> | undefined

/** Puts a new database onto a disk. The first one of a process is made by the migrations; the others are copies. */
export async function seedDisk(disk: MemoryDisk, config: Config, wasm: Uint8Array): Promise<void> {
  seeded ??= makeSeeded(config, wasm)
  disk.put(path.join(config.dataDir, DATABASE_FILE), await seeded)
}

async function makeSeeded(config: Config, wasm: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const dataDir = makeFolder()
  try {
    const disk = new MemoryDisk()
    const store = await openStore({ dataDir, wasm, now: () => systemClock.now(), fs: disk.fs })
    try {
      await seed(store, config, systemClock, systemIds)
    } finally {
      await store.close()
    }
    return disk.read(path.join(dataDir, DATABASE_FILE))
  } catch (error) {
    seeded = undefined
    throw error
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
