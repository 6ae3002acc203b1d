/** State of a database that data is to be moved into. */
export interface InspectedDatabase {
  /** Address without a password. */
  place: string
  /** Reason that it cannot be used; null: it can. */
  problem: string | null
  /** Version of the server; null: it was not reached. */
  version: string | null
  durability: string | null
  /** `unfinished`: a move into it has begun, from `source`. */
  content: 'empty' | 'halyard' | 'unfinished' | 'foreign' | null
  source: string | null
}
