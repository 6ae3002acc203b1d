import type { ServiceFacts } from '#shared/versions/rules/offered-elsewhere.ts'
import type { LongTurn } from '#runtime/loop-watch.ts'

/** Status of the instance, for the status bar. */
export interface InstanceStatus {
  /** URL of the service for SDKs; null: not listening. */
  url: string | null
  contractVersion: string
  /** Facts of an Unleash-compatible service. Absent: this is a Halyard. */
  compatible?: ServiceFacts
  /** The version that it answers as already, on the way from the former to it; null: as the former. */
  strict: string | null
  dataDir: string
  /** Engine and place of the data, without a password: "PostgreSQL 16 at db.example.com:5432/flags". */
  database: string
  /** True in maintenance mode, when nothing may be changed. */
  maintenance: boolean
  writable: boolean
  failure: string | null
  lastDurableAt: string | null
  /** Longest delay of the event loop in the last minute, in milliseconds: everybody waited for so long. */
  lagMs: number
  /** The longest turn of the last minute, with the operations and jobs that ran; null: none was too long. */
  longTurn: LongTurn | null
  /** True if the newest save of the scenario file could not be applied. */
  scenarioFails: boolean
}
