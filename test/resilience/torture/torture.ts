import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Program } from '#support/service/program.ts'
import { seededRandom } from '#support/runner/random.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { copyDatabase } from '../read-ledger.ts'
import { buildProcess } from './build-process.ts'
import { checkBackup, compareRestored, isPrefixOf } from './check-backup.ts'
import { findBroken, readFile, type ReadRows } from './invariants.ts'
import { loadUntilKilled } from './mixed-load.ts'
import { Promises } from './promises.ts'
import { compareClientFeatures, prepareInstance, signIn } from './tortured-instance.ts'

/** The clock of the service is anywhere in so much before and after the true time. */
const CLOCK_JUMP_MS = 3_600_000
/** A share of the kills comes while the service starts. */
const KILLED_AT_START = 0.1
const KILLED_WITHIN_MS = 600
/** Between two writes, or within one. */
const LONGEST_WAIT_MS = 30
/** Time for what is due to happen by itself, in the end. */
const MAX_DRAINS = 20
const DRAIN_MS = 1000

export interface TortureOptions {
  kills: number
  seed: number
  /** Most acknowledged writes of a run: runs end by these, so that a slow machine gets as far as a fast one. */
  mostWrites: number
  /** A restore is killed too after each so many kills. */
  restoreEvery: number
}

export interface TortureReport {
  kills: number
  killedAtStart: number
  acknowledged: number
  kept: number
  backups: number
  killedRestores: number
  faults: string[]
  seconds: number
}

/** Kills a service under mixed load with SIGKILL, again and again, and checks what it left each time. */
export async function torture(
  { kills, seed, mostWrites, restoreEvery }: TortureOptions,
  say: (line: string) => void = () => undefined,
): Promise<TortureReport> {
  const begun = performance.now()
  const { folder, remove } = makeTempFolder('halyard-torture-')
  const dataDir = path.join(folder, 'data')
  const file = path.join(dataDir, 'halyard.db')
  const random = seededRandom(seed)
  const promises = new Promises()
  const count = { killedAtStart: 0, backups: 0, killedRestores: 0 }
  const faults: string[] = []
  const inCopy = <T>(work: (read: ReadRows, copy: string) => T): T => {
    const copy = copyDatabase(file, path.join(folder, 'copy'))
    return readFile(copy, (read) => work(read, copy))
  }

  const script = await buildProcess(path.join(import.meta.dirname, 'tortured-process.ts'))
  const run = (at: string, ahead: number, restore?: string) =>
    new Program(process.execPath, [script, at, String(ahead), ...(restore ? [restore] : [])], {
      env: { NODE_COMPILE_CACHE: path.join(path.dirname(script), 'cache') },
    })
  const start = async (at: string, ahead: number) => {
    const program = run(at, ahead)
    const [, url = ''] = await program.says(/^serves (\S+)\n/m)
    return { program, url }
  }

  const first = await start(dataDir, 0)
  await prepareInstance(first.url)
  const cookie = await signIn(first.url)
  await first.program.stop('SIGKILL')

  for (let round = 0; round < kills; round++) {
    const ahead = Math.round((2 * random() - 1) * CLOCK_JUMP_MS)
    const found: string[] = []
    let output = ''
    if (random() < KILLED_AT_START) {
      count.killedAtStart++
      const program = run(dataDir, ahead)
      await sleep(random() * KILLED_WITHIN_MS)
      await program.stop('SIGKILL')
    } else {
      const { program, url } = await start(dataDir, ahead)
      found.push(...(await compareClientFeatures(url, promises.valuesOf('toggle'))))
      const load = loadUntilKilled({ url, promises, round, seed: seed + round, cookie, ahead })
      const enough = promises.reach(promises.acknowledged + Math.ceil(random() ** 2 * mostWrites))
      // an unexpected answer ends the load, and is thrown below
      await Promise.race([enough, load])
      await sleep(random() * LONGEST_WAIT_MS)
      await program.stop('SIGKILL')
      await load
      output = program.output
    }
    const backups = [...output.matchAll(/^backup (.+)$/gm)].map(([, at = '']) => at)
    await inCopyChecked(round, found, backups)
    for (const fault of found) say(`kill ${round + 1}: ${fault}`)
    faults.push(...found.map((fault) => `kill ${round + 1}: ${fault}`))
    say(`kill ${round + 1} of ${kills}: ${promises.acknowledged} acknowledged, ${faults.length} faults`)
  }
  await drain()
  remove()
  const seconds = Math.round((performance.now() - begun) / 1000)
  return { kills, ...count, acknowledged: promises.acknowledged, kept: promises.kept, faults, seconds }

  async function inCopyChecked(round: number, found: string[], backups: readonly string[]): Promise<void> {
    inCopy((read) => {
      found.push(...findBroken(read), ...promises.compare(read))
      for (const backup of backups) found.push(...checkBackup(backup, read))
    })
    count.backups += backups.length
    for (const backup of backups)
      found.push(...(await compareRestored(backup, path.join(folder, 'restored'))))
    const last = backups.at(-1)
    if (last !== undefined && round % restoreEvery === 0) {
      found.push(...(await killRestore(last)))
      count.killedRestores++
    }
    for (const backup of backups) rmSync(backup, { force: true })
  }

  /** Kills a restore at a random moment: the data is that of before or that of the backup, and whole. */
  async function killRestore(backup: string): Promise<string[]> {
    const copied = path.join(folder, 'killed-restore')
    rmSync(copied, { recursive: true, force: true })
    mkdirSync(copied)
    for (const part of ['', '-wal'])
      cpSync(file + part, path.join(copied, `halyard.db${part}`), { force: true })
    const program = run(copied, 0, backup)
    await sleep(random() * KILLED_WITHIN_MS)
    await program.stop('SIGKILL')
    const again = await start(copied, 0)
    await again.program.stop('SIGKILL')
    const found = readFile(
      copyDatabase(path.join(copied, 'halyard.db'), path.join(folder, 'copy-of-restored')),
      (read) => [
        ...findBroken(read),
        ...(isPrefixOf(backup, read) || inCopy((_read, old) => isPrefixOf(old, read))
          ? []
          : ['after a killed restore, the data is neither the old one nor the backup']),
      ],
    )
    return found
  }

  /** Lets what is due happen, and compares the end. */
  async function drain(): Promise<void> {
    for (let turn = 0; turn < MAX_DRAINS; turn++) {
      const { program } = await start(dataDir, 2 * CLOCK_JUMP_MS)
      // longer each time: a slow machine does next to nothing in its first second
      await sleep(DRAIN_MS * (turn + 1))
      await program.stop('SIGKILL')
      faults.push(...inCopy((read) => [...findBroken(read), ...promises.compare(read)]))
      if (promises.missing().length === 0) return
    }
    faults.push(...promises.missing().map((name) => `LOST: ${name} was promised and never came`))
  }
}
