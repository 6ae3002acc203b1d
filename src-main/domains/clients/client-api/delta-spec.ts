/** Deltas are for SDKs that know segments. */
export const DELTA_SPEC = '5.2.0'
