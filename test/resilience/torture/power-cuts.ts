import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { backupFile } from '#store/backups.ts'
import { ForgetfulFolder } from '#support/faults/forgetful-folder.ts'
import { seededRandom } from '#support/runner/random.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { copyDatabase } from '../read-ledger.ts'
import { checkBackup, compareRestored, isPrefixOf } from './check-backup.ts'
import { findBroken, readFile, type ReadRows } from './invariants.ts'
import { loadUntilKilled } from './mixed-load.ts'
import { Promises } from './promises.ts'
import { createTorturedBackend } from './tortured-backend.ts'
import { compareClientFeatures, prepareInstance, signIn } from './tortured-instance.ts'

const CLOCK_JUMP_MS = 3_600_000
/** The chances that what was on its way has reached the disk: one image of each cut for each. The service goes on with one of them. */
const KEPT = [0, 0.5, 1, 0.9]
const PAUSE_MS = 40
/** A share of the cuts comes while the service starts. */
const CUT_AT_START = 0.2
/** Changes of the disk within a start, and within a restore. */
const CHANGES = { start: 25, restore: 25 }
const MOST_DRAINS = 30

export interface PowerCutOptions {
  cuts: number
  seed: number
  /** Most changes of the disk from a start to its cut. */
  mostChanges: number
  /** The power fails during a restore too after each so many cuts. */
  restoreEvery: number
  /** The sync of the group commit does nothing: for the control experiment. */
  liesOnSync?: boolean
}

export interface PowerCutReport {
  cuts: number
  cutsAtStart: number
  images: number
  acknowledged: number
  kept: number
  backups: number
  cutRestores: number
  /** Restores that had been decided on when the power failed. */
  restored: number
  faults: string[]
  seconds: number
}

/** Cuts the power of a whole service under mixed load, again and again, on a disk that forgets; checks what is left each time. */
export async function cutPower(
  { cuts, seed, mostChanges, restoreEvery, liesOnSync = false }: PowerCutOptions,
  say: (line: string) => void = () => undefined,
): Promise<PowerCutReport> {
  const begun = performance.now()
  const { folder, remove } = makeTempFolder('halyard-cuts-')
  const random = seededRandom(seed)
  const promises = new Promises()
  const count = { cutsAtStart: 0, images: 0, backups: 0, cutRestores: 0, restored: 0 }
  const faults: string[] = []
  let made = 0
  const nextFolder = () => path.join(folder, String(made++))
  const inCopy = <T>(dataDir: string, work: (read: ReadRows) => T): T =>
    readFile(copyDatabase(path.join(dataDir, 'halyard.db'), path.join(folder, 'copy')), work)

  let dataDir = nextFolder()
  const cookie = await prepare(dataDir)

  for (let cut = 0; cut < cuts; cut++) {
    const found: string[] = []
    const disk = new ForgetfulFolder(dataDir, random)
    disk.liesOnSync = liesOnSync
    const isAtStart = random() < CUT_AT_START
    disk.cutAfter = 1 + Math.floor(isAtStart ? random() * CHANGES.start : random() ** 1.3 * mostChanges)
    const backups = await disk.during(() => workUntilCut(disk, cut, found))
    const goesOn = Math.floor(random() * KEPT.length)
    let next = dataDir
    for (const [index, kept] of KEPT.entries()) {
      const image = nextFolder()
      disk.writeAfterCut(kept, image)
      count.images++
      const isGlance = index !== goesOn
      // last, since it settles what is promised
      const check = (read: ReadRows) => {
        const moved = backups.map((backup) => path.join(image, path.relative(dataDir, backup)))
        return [
          ...findBroken(read),
          ...promises.compare(read, { isGlance: true }),
          ...moved.flatMap((backup) => (existsSync(backup) ? checkBackup(backup, read) : ['LOST: a backup'])),
        ]
      }
      found.push(...inCopy(image, check).map((fault) => `${kept} kept: ${fault}`))
      if (isGlance) rmSync(image, { recursive: true })
      else next = image
    }
    inCopy(next, (read) => promises.compare(read))
    const last = backups.at(-1)
    if (last !== undefined) {
      const backup = path.join(next, path.relative(dataDir, last))
      if (existsSync(backup)) found.push(...(await restore(next, backup, cut)))
    }
    count.backups += backups.length
    rmSync(dataDir, { recursive: true })
    rmSync(path.join(next, 'backups'), { recursive: true, force: true })
    dataDir = next
    faults.push(...found.map((fault) => `cut ${cut + 1}: ${fault}`))
    for (const fault of found) say(`cut ${cut + 1}: ${fault}`)
    say(`cut ${cut + 1} of ${cuts}: ${promises.acknowledged} acknowledged, ${faults.length} faults`)
    if (liesOnSync && found.length > 0) break
  }
  if (!liesOnSync) await drain()
  remove()
  const seconds = Math.round((performance.now() - begun) / 1000)
  return { cuts, ...count, acknowledged: promises.acknowledged, kept: promises.kept, faults, seconds }

  /** Starts the service and works until the power is cut; answers the backups that were finished by then. */
  async function workUntilCut(disk: ForgetfulFolder, round: number, found: string[]): Promise<string[]> {
    const ahead = Math.round((2 * random() - 1) * CLOCK_JUMP_MS)
    const backups: string[] = []
    const untilCut = async (step: () => Promise<void>) => {
      while (!disk.isOff) {
        await step().catch((error: unknown) => {
          if (!disk.isOff) throw error
        })
        await sleep(PAUSE_MS)
      }
    }
    const backend = await createTorturedBackend(dataDir, { ahead }).catch((error: unknown) => {
      if (!disk.isOff) throw error
    })
    if (!backend) {
      count.cutsAtStart++
      return backups
    }
    try {
      const url = await backend.listen()
      const differ = await compareClientFeatures(url, promises.valuesOf('toggle'))
      if (!disk.isOff) found.push(...differ)
      await Promise.all([
        loadUntilKilled({
          url,
          promises,
          round,
          seed: seed + round,
          cookie,
          ahead,
          losesUnsynced: true,
          isOff: () => disk.isOff,
        }),
        untilCut(() => backend.runJobs()),
        untilCut(async () => {
          const file = backupFile(dataDir, 'tortured', new Date(Date.now() + ahead))
          await backend.store.backup(file)
          if (!disk.isOff) backups.push(file)
        }),
      ])
    } finally {
      disk.cutPower()
      await backend.close().catch(() => undefined)
    }
    return backups
  }

  /** Restores a backup and compares; now and then the power fails meanwhile: the data is the old or the backup's, and whole. */
  async function restore(from: string, backup: string, cut: number): Promise<string[]> {
    const found = await compareRestored(backup, path.join(folder, 'restored'))
    if (cut % restoreEvery > 0) return found
    count.cutRestores++
    const copied = nextFolder()
    cpSync(from, copied, { recursive: true })
    const disk = new ForgetfulFolder(copied, random)
    disk.cutAfter = 1 + Math.floor(random() * CHANGES.restore)
    await disk.during(async () => {
      const backend = await createTorturedBackend(copied, {
        ahead: 0,
        restore: path.join(copied, path.relative(from, backup)),
      }).catch((error: unknown) => {
        if (!disk.isOff) throw error
      })
      disk.cutPower()
      await backend?.close().catch(() => undefined)
    })
    for (const kept of KEPT) {
      const image = nextFolder()
      disk.writeAfterCut(kept, image)
      count.images++
      await (await createTorturedBackend(image, { ahead: 0 })).close()
      const fault = inCopy(image, (read) => {
        found.push(...findBroken(read).map((one) => `restored, ${kept} kept: ${one}`))
        const isRestored = isPrefixOf(backup, read)
        if (isRestored) count.restored++
        const isOld = inCopyOf(from, (old) => isPrefixOf(old, read))
        return isRestored || isOld ? [] : [`${kept} kept: the data is neither the old one nor the backup`]
      })
      found.push(...fault)
      rmSync(image, { recursive: true })
    }
    rmSync(copied, { recursive: true })
    return found
  }

  function inCopyOf<T>(at: string, work: (file: string) => T): T {
    return work(copyDatabase(path.join(at, 'halyard.db'), path.join(folder, 'copy-of-old')))
  }

  /** Lets what is due happen, and compares the end. */
  async function drain(): Promise<void> {
    const backend = await createTorturedBackend(dataDir, { ahead: 2 * CLOCK_JUMP_MS })
    for (let turn = 0; turn < MOST_DRAINS; turn++) {
      await backend.runJobs()
      faults.push(...inCopy(dataDir, (read) => [...findBroken(read), ...promises.compare(read)]))
      if (promises.missing().length === 0) break
    }
    await backend.close()
    faults.push(...promises.missing().map((name) => `LOST: ${name} was promised and never came`))
  }
}

async function prepare(dataDir: string): Promise<string> {
  mkdirSync(dataDir)
  const backend = await createTorturedBackend(dataDir, { ahead: 0 })
  const url = await backend.listen()
  await prepareInstance(url)
  const cookie = await signIn(url)
  await backend.close()
  return cookie
}
