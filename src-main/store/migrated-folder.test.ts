import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

import { placeMigrated } from '#support/runner/migrated-folder.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from './open-store.ts'

const filesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')]),
  )

/** Most tests begin with a copy of a migrated database: that is safe while nothing in it depends on when and where it was made. */
it('a copied empty database is, byte for byte, one that was migrated in place', async () => {
  const copied = makeTempFolder()
  const inPlace = makeTempFolder()
  try {
    await placeMigrated(copied.folder)
    const store = await openStore({ dataDir: inPlace.folder, wasm, now: () => new Date() })
    await store.close()
    const files = filesOf(inPlace.folder)
    expect(Object.keys(files)).toEqual(['halyard.closed', 'halyard.db'])
    expect(filesOf(copied.folder)).toEqual(files)
  } finally {
    copied.remove()
    inPlace.remove()
  }
})
