/** Status of the instance, for the status bar. */
export interface InstanceStatus {
  /** URL of the service for SDKs; null: not listening. */
  url: string | null
  contractVersion: string
  /** The version that it answers as already, on the way from the former to it; null: as the former. */
  strict: string | null
  dataDir: string
  /** True in maintenance mode, when nothing may be changed. */
  maintenance: boolean
  writable: boolean
  failure: string | null
  lastDurableAt: string | null
}
