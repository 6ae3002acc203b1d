/** What of the store readiness asks. */
export interface StoreHealth {
  readonly writable: boolean
  readonly failure: string | null
}
