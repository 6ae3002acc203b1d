import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { Plugin } from 'vite'

import { root } from '#support/runner/root.ts'
import type { World } from './simulate.ts'

/** A text of a file, and the one in its place. */
type Edit = readonly [from: string, to: string]

/** A bug that the service does not have, to be found by the simulation. */
export interface PlantedBug {
  name: string
  /** The world that finds it, and a seed by which it did. A change of the service changes the history of each seed. */
  world: World
  seed: number
  /** Path in the repository. */
  file: string
  edits: readonly Edit[]
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'acknowledges without a sync',
    world: 'service',
    seed: 3,
    file: 'src-main/store/group-commit.ts',
    edits: [['if (this.#synced >= this.#log.logWrites) return DONE', 'return DONE']],
  },
  {
    name: 'has a commit join a sync that began before it',
    world: 'service',
    seed: 5,
    file: 'src-main/store/group-commit.ts',
    edits: [
      ['this.#gathering = undefined\n    this.#syncing', 'this.#syncing'],
      ['await this.#syncing\n', 'await this.#syncing\n    this.#gathering = undefined\n'],
    ],
  },
  {
    name: 'leaves what SDKs report to the next sync of others',
    world: 'mirror',
    seed: 4,
    file: 'src-main/app/flush-buffers.ts',
    edits: [['store.durable().catch(() => {})', 'Promise.resolve()']],
  },
  {
    name: 'checkpoints without syncing the database',
    world: 'service',
    seed: 1,
    file: 'src-main/store/sqljs/io-methods.ts',
    edits: [['volume.fs.fdatasyncSync(fd)', 'if (path === volume.log) volume.fs.fdatasyncSync(fd)']],
  },
  {
    name: 'writes outside of the transaction',
    world: 'service',
    seed: 3,
    file: 'src-main/store/sqlite-store.ts',
    edits: [
      [
        'this.#db.transaction().execute((transaction) => this.#gate.inTransaction(() => work(transaction)))',
        'this.#db.connection().execute((connection) => this.#gate.inTransaction(() => work(connection)))',
      ],
    ],
  },
  {
    name: 'has two queues for one integration',
    world: 'service',
    seed: 1,
    file: 'src-main/domains/integrations/addons/addon-outbox.ts',
    edits: [['if (!this.#queues.has(id)) this.#queues.set(', 'this.#queues.set(']],
  },
  {
    name: 'has SDKs read the first of several changed flags only',
    world: 'service',
    seed: 1,
    file: 'src-main/domains/clients/client-api/client-configuration.ts',
    edits: [
      [
        "else if (changes !== 'anything') changes",
        "else if (changes !== 'anything' && changes.size === 0) changes",
      ],
    ],
  },
  {
    name: 'lets in whose token is gone',
    world: 'service',
    seed: 1,
    file: 'src-main/domains/access/api-tokens/token-directory.ts',
    edits: [['this.#byHash.delete(hash)\n', '\n']],
  },
  {
    name: 'counts reports twice that were refused',
    world: 'service',
    seed: 1,
    file: 'src-main/domains/flags/metrics/metrics-buffer.ts',
    edits: [
      [
        'while (this.#hasFailed || this.#rows >= FULL) await this.flush()\n    this.#add(report)',
        'this.#add(report)\n    while (this.#hasFailed || this.#rows >= FULL) await this.flush()',
      ],
    ],
  },
  {
    name: 'sends a report again that may have arrived',
    world: 'mirror',
    seed: 1,
    file: 'src-main/domains/clients/mirror/forwarder.ts',
    edits: [["mayHaveArrived(error.cause) ? 'unconfirmed' : 'kept'", "'kept'"]],
  },
  {
    name: 'applies what is scheduled by another clock than it was scheduled by',
    world: 'service',
    seed: 1,
    file: 'src-main/domains/changes/change-requests/apply-scheduled.ts',
    edits: [
      [
        'if (schedule.scheduledAt <= now.toISOString()) return true',
        'if (Date.parse(schedule.scheduledAt) <= performance.now()) return true',
      ],
    ],
  },
]

/** Plants a bug as the service is bundled. Throws if its text is not there once. */
export function plant({ file, edits }: PlantedBug): Plugin {
  const planted = path.join(root, file)
  return {
    name: 'plant-bug',
    enforce: 'pre',
    load: (id) =>
      id.split('?')[0] === planted ? edits.reduce(replaceOnce, readFileSync(planted, 'utf8')) : null,
  }
}

function replaceOnce(source: string, [from, to]: Edit): string {
  if (source.split(from).length !== 2) throw new Error(`not there once: ${from}`)
  return source.replace(from, () => to)
}
