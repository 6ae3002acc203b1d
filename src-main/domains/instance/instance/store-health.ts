/** State of the store that readiness depends on. */
export interface StoreHealth {
  readonly writable: boolean
  readonly failure: string | null
}
