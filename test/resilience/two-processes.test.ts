import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'

import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { openStore } from '#store/open-store.ts'
import { DataFolderInUse } from '#store/store-errors.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { buildProcess } from './torture/build-process.ts'
import { LEDGER } from './ledger.ts'

let script: string
let temp: ReturnType<typeof makeTempFolder>
const running = new Set<ChildProcess>()
beforeAll(async () => {
  script = await buildProcess(path.join(import.meta.dirname, 'writer-process.ts'))
})
beforeEach(() => (temp = makeTempFolder('halyard-two-')))
afterEach(async () => {
  await Promise.all([...running].map(kill))
  temp.remove()
})

it('a second process is rejected while the first lives, and accepted once that was killed', async () => {
  const writer = start()
  expect(await writer.outcome).toBe('open')
  const open = () => openStore({ dataDir: temp.folder, wasm, now: () => new Date(), migrations: LEDGER })
  await expect(open()).rejects.toMatchObject({ constructor: DataFolderInUse, pid: writer.child.pid })
  await kill(writer.child)
  await (await open()).close()
})

it('exactly one of many processes that start at once after a kill is accepted', async () => {
  for (let round = 0; round < 5; round++) {
    const first = start()
    await first.outcome
    await kill(first.child)
    const rivals = Array.from({ length: 8 }, start)
    const outcomes = await Promise.all(rivals.map(({ outcome }) => outcome))
    expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(7)
    await Promise.all(rivals.map(({ child }) => kill(child)))
  }
})

/** Starts a writer; its outcome is whether it got the data folder. */
function start() {
  const child = spawn(process.execPath, [script, temp.folder, '1'])
  running.add(child)
  const outcome = new Promise<string>((resolve) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('open')) resolve('open')
    })
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('close', () => resolve(said.includes('DATA_FOLDER_IN_USE') ? 'refused' : said))
  })
  return { child, outcome }
}

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await closed
}
