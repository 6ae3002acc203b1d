import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { MIGRATIONS } from '#store/migrations/index.ts'
import { openStore } from '#store/open-store.ts'
import { root } from '#support/runner/root.ts'
import { wasm } from '#support/runner/wasm.ts'
import { BASE, buildDatabase } from './fixture/build-database.ts'
import { SCALES, type ScaleName } from './fixture/scale.ts'

export const BACKEND_TOKEN = 'default:development.limits-backend'
/** Backend token for all projects, in production. */
export const BACKEND_TOKEN_ALL = '*:production.limits-backend-all'
export const FRONTEND_TOKEN = 'default:development.limits-frontend'
/** Password of `admin`, and of `person-00001` (an Admin) to `person-00100`. */
export const PASSWORD = 'Str0ng-Passw0rd-11'

const FOLDER = path.join(os.tmpdir(), 'halyard-limits')
/** Signals and counts have ages: older ones would be deleted by the first job. */
const MAX_AGE_MS = 5 * 86_400_000

/**
 * Copies an instance at the documented limits into a folder, with the schema of this version. Built once for
 * each source of the fixture and each schema.
 */
export async function placeFixture(dataDir: string, scale: ScaleName): Promise<void> {
  cpSync(await cachedMigrated(cachedDatabase(scale)), dataDir, { recursive: true })
  // or the first checkpoint would be measured with the writing of the whole copy
  const copy = openSync(path.join(dataDir, 'halyard.db'), 'r+')
  fdatasyncSync(copy)
  closeSync(copy)
}

function sourceHash(): string {
  const folder = path.join(import.meta.dirname, 'fixture')
  const hash = createHash('sha256').update(readFileSync(BASE))
  for (const file of readdirSync(folder).toSorted()) hash.update(readFileSync(path.join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

function cachedDatabase(scale: ScaleName): string {
  const file = path.join(FOLDER, `${scale}-${sourceHash()}.db`)
  mkdirSync(FOLDER, { recursive: true })
  removeOld()
  if (existsSync(file)) return file
  const draft = `${file}.${process.pid}`
  buildDatabase(draft, SCALES[scale])
  renameSync(draft, file)
  return file
}

/** Builds a data folder with the database after today's migrations, closed in order. */
async function cachedMigrated(built: string): Promise<string> {
  const folder = built.replace(/\.db$/, `-${schemaHash()}`)
  if (existsSync(folder)) return folder
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft)
  copyFileSync(built, path.join(draft, 'halyard.db'))
  const store = await openStore({ dataDir: draft, wasm, now: () => new Date() })
  await store.close()
  // the backup from before the migrations, as large as the database
  rmSync(path.join(draft, 'backups'), { recursive: true, force: true })
  renameSync(draft, folder)
  return folder
}

function schemaHash(): string {
  const hash = createHash('sha256').update(
    readFileSync(path.join(root, 'src-main/store/schema-snapshot.json')),
  )
  return hash
    .update(MIGRATIONS.map((migration) => migration.up.toString()).join('\n'))
    .digest('hex')
    .slice(0, 16)
}

function removeOld(): void {
  for (const name of readdirSync(FOLDER)) {
    const file = path.join(FOLDER, name)
    if (Date.now() - statSync(file).mtimeMs > MAX_AGE_MS) rmSync(file, { recursive: true, force: true })
  }
}
