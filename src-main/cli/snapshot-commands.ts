import { z } from 'zod'

import {
  createSnapshot,
  deleteSnapshot,
  getSnapshots,
  restoreSnapshot,
} from '#shared/transfer/contract/snapshots.ts'
import {
  leftInWords,
  Snapshot,
  SnapshotRestore,
  Snapshots,
  type SnapshotRestore as Restored,
} from '#shared/transfer/schemas/snapshot.ts'
import type { Backend } from '../app/backend.ts'
import { OK, printLine, readOr, USAGE_ERROR, type CliFiles } from './cli-output.ts'
import { askInstance, within, type RunningInstance } from './instance-place.ts'
import type { SnapshotActs } from './snapshot-acts.ts'
import { readRestoreOptions, readSnapshotOptions, RESTORE_USAGE, SNAPSHOT_USAGE } from './snapshot-options.ts'

const ACTS = { over, in: ({ snapshots }: Backend) => snapshots }

/** `halyard snapshot`. Returns the exit status. Throws what keeps it from running. */
export async function runSnapshot(args: readonly string[], files: CliFiles): Promise<number> {
  const options = readOr(() => readSnapshotOptions(args, process.env), SNAPSHOT_USAGE)
  if (options === undefined) return USAGE_ERROR
  return within(options.place, files, ACTS, async (acts) => {
    if (options.act === 'list')
      for (const { name, createdAt, createdBy, rows } of (await acts.list()).snapshots)
        printLine(`${name}  ${createdAt}  ${createdBy}  ${rows} rows`)
    else if (options.act === 'delete') {
      await acts.remove(options.name)
      printLine(`Snapshot ${options.name} deleted.`)
    } else {
      const { name, rows } = await acts.take({ name: options.name, replace: options.replace })
      printLine(`Snapshot ${name} taken: ${rows} rows.`)
    }
    return OK
  })
}

/** `halyard restore`. Returns the exit status. Throws what keeps it from running. */
export async function runRestore(args: readonly string[], files: CliFiles): Promise<number> {
  const options = readOr(() => readRestoreOptions(args, process.env), RESTORE_USAGE)
  if (options === undefined) return USAGE_ERROR
  return within(options.place, files, ACTS, async (acts) => {
    const restored = await acts.restore(options.name)
    printLine(inWords(restored))
    if (restored.left.length > 0) printLine(leftInWords(restored))
    return OK
  })
}

function inWords({ name, tables }: Restored): string {
  if (tables.length === 0) return `Nothing to do: the configuration is that of ${name}.`
  const sum = (kind: 'inserted' | 'updated' | 'deleted') => tables.reduce((all, one) => all + one[kind], 0)
  return `Restored ${name}: ${sum('inserted')} rows inserted, ${sum('updated')} changed, ${sum('deleted')} deleted.`
}

function over(place: RunningInstance): SnapshotActs {
  const pathOf = ({ path }: { path: string }, name: string) => path.replace(':name', encodeURIComponent(name))
  return {
    take: (body) => askInstance(place, { method: 'POST', path: createSnapshot.path, schema: Snapshot, body }),
    restore: (name) =>
      askInstance(place, { method: 'POST', path: pathOf(restoreSnapshot, name), schema: SnapshotRestore }),
    list: () => askInstance(place, { path: getSnapshots.path, schema: Snapshots }),
    remove: (name) =>
      askInstance(place, { method: 'DELETE', path: pathOf(deleteSnapshot, name), schema: z.undefined() }),
  }
}
