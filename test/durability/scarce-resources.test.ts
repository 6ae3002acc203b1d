import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Program } from '#support/program.ts'
import { makeTempFolder } from '#support/temp-folder.ts'
import { buildProcess } from '../torture/build-process.ts'
import { findBrokenInFile, readFile } from '../torture/invariants.ts'
import { SECRETS } from '../torture/secrets.ts'
import { copyDatabase } from './read-ledger.ts'

const HANDLES = 64
const CLIENTS = 150
const HEAP_MB = 64
const FEATURES = '/api/admin/projects/default/features'

let script: string
const { folder, remove } = makeTempFolder('halyard-scarce-')
beforeAll(async () => {
  script = await buildProcess(path.join(import.meta.dirname, '../soak/soaked-process.ts'))
})
afterAll(remove)

describe('a service', () => {
  it(`with ${HANDLES} file descriptors serves again after more clients came, and loses nothing`, async () => {
    const dataDir = path.join(folder, 'handles')
    const command = `ulimit -n ${HANDLES}; exec "$0" "$@"`
    const program = new Program('bash', ['-c', command, process.execPath, script, dataDir])
    const url = await addressOf(program)
    await create(url, 'before')
    const leave = new AbortController()
    const streams = Array.from({ length: CLIENTS }, () =>
      fetch(`${url}/api/client/streaming`, {
        headers: { authorization: SECRETS.backend, accept: 'text/event-stream' },
        signal: leave.signal,
      }).catch(() => undefined),
    )
    await Promise.race(streams)
    leave.abort()
    await Promise.all(streams)
    await expect.poll(() => create(url, 'after').catch(() => 'refused')).toBe(201)
    await program.stop('SIGKILL')
    expect(namesIn(dataDir)).toEqual(['after', 'before'])
  })

  it(`with ${HEAP_MB} MB of heap answers writes and reads of all flags, or has kept what it answered`, async () => {
    const dataDir = path.join(folder, 'heap')
    const program = new Program(process.execPath, [`--max-old-space-size=${HEAP_MB}`, script, dataDir])
    const url = await addressOf(program)
    const kept: string[] = []
    for (let n = 0; n < 40; n++) {
      const name = `flag-${String(n).padStart(2, '0')}`
      const status = await create(url, name).catch(() => 'gone')
      if (status !== 201) break
      kept.push(name)
      await fetch(`${url}/api/client/features`, { headers: { authorization: SECRETS.backend } }).catch(
        () => 0,
      )
    }
    await program.stop('SIGKILL')
    expect(kept.length).toBeGreaterThan(5)
    expect(namesIn(dataDir)).toEqual(kept)
  })
})

async function addressOf(program: Program): Promise<string> {
  const [, url = ''] = await program.says(/^serves (\S+)\n/m)
  return url
}

/** Creates a flag with a long description; answers the status. */
async function create(url: string, name: string): Promise<number> {
  const response = await fetch(url + FEATURES, {
    method: 'POST',
    headers: { authorization: SECRETS.admin, 'content-type': 'application/json' },
    body: JSON.stringify({ name, description: 'x'.repeat(5000) }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Reads the flags that are on the disk, in a database that keeps every invariant. */
function namesIn(dataDir: string): string[] {
  const copy = copyDatabase(path.join(dataDir, 'halyard.db'), path.join(folder, 'copy'))
  expect(findBrokenInFile(copy)).toEqual([])
  return readFile(copy, (read) =>
    read('select name from features order by name').map(({ name }) => String(name)),
  )
}
