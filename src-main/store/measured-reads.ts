import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  RootOperationNode,
} from 'kysely'

import type { Flight } from '../kernel/in-flight.ts'
import type { Queries } from './queries.ts'

/** Rows that are looked at: of more, a sample says how long they are. */
const SAMPLE = 100
const BYTES_OF_ROW = 100

/** Returns queries whose rows count as held by a request, which waits where all requests hold too much. */
export const measuredReads = (queries: Queries, flight: Flight): Queries =>
  queries.withPlugin(new Measured(flight))

class Measured implements KyselyPlugin {
  readonly #flight: Flight

  constructor(flight: Flight) {
    this.#flight = flight
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    if (result.rows.length > 0) await this.#flight.hold(bytesOf(result.rows))
    return result
  }
}

function bytesOf(rows: readonly Record<string, unknown>[]): number {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE))
  let [bytes, looked] = [0, 0]
  for (let index = 0; index < rows.length; index += step) {
    looked += 1
    bytes += BYTES_OF_ROW
    for (const value of Object.values(rows[index] ?? {})) if (typeof value === 'string') bytes += value.length
  }
  return Math.round((bytes / looked) * rows.length)
}
