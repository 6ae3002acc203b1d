// Writes entries of the ledger until it is killed. Usage: writer-process.ts <data folder> <seed> Prints `open <last
// entry>`, and `ack <entry>` for each acknowledged entry.
import { writeSync } from 'node:fs'

import { openStore } from '#store/open-store.ts'
import { seededRandom } from '#support/runner/random.ts'
import { wasm } from '#support/runner/wasm.ts'
import { lastEntry, LEDGER, writeEntry } from './ledger.ts'

const [dataDir = '', seed = '0'] = process.argv.slice(2)
// synchronously, so that no acknowledgement is lost in the buffer of a pipe
const print = (line: string) => writeSync(1, `${line}\n`)

const store = await openStore({ dataDir, wasm, now: () => new Date(), migrations: LEDGER })
const random = seededRandom(Number(seed))
let seq = await lastEntry(store)
print(`open ${seq}`)

for (;;) {
  // several concurrent callers, as in the service, whose commits share a sync
  const callers = Array.from({ length: 1 + Math.floor(random() * 5) }, () => write(++seq))
  await Promise.all(callers)
}

async function write(entry: number): Promise<void> {
  await writeEntry(store, entry, random)
  await store.durable()
  print(`ack ${entry}`)
}
