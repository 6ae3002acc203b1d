/** What the status bar shows of the instance. */
export interface InstanceStatus {
  /** Where SDKs find the service; null: not listening. */
  url: string | null
  contractVersion: string
  /** The version that it answers as already, on the way from the former to it; null: as the former. */
  strict: string | null
  dataDir: string
  /** Whether it is in maintenance mode: nothing is to be changed. */
  maintenance: boolean
  writable: boolean
  failure: string | null
  lastDurableAt: string | null
}
