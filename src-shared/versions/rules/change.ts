import type { Method } from '../../contract-engine/operation.ts'

export type ChangeKind =
  'capability' | 'endpoint removed' | 'endpoint restored' | 'property removed' | 'requirement' | 'behaviour'

/** A call of the HTTP contract; parameters as `:name`, as in the contract. */
export interface Endpoint {
  method: Method
  path: string
}

/** Change in a version of the service: an addition, a removal or a requirement (document, "Versioning"). */
export interface VersionChange {
  /** Stable; for links, tests and reports. */
  id: string
  /** The version from which it holds, as three numbers. */
  version: string
  kind: ChangeKind
  title: string
  detail?: string
  /** Versions that declared it deprecated. */
  deprecated?: readonly string[]
  /** Replacement: a path, or words. */
  replacement?: string
  /** Only where the Enterprise plan is (or who has what, in words). */
  plan?: string
  /** Endpoints that the change affects. */
  endpoints?: readonly Endpoint[]
  /** The service document, or docs/contract/versions.md. */
  source: 'document' | 'contract'
}
