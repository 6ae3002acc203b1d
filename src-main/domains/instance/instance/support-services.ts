import type { SupportBundle } from '#shared/instance/schemas/support-bundle.ts'

/** Service that knows the process, its data folder and its state. */
export interface SupportServices {
  /** Reads the facts for a bug report. Their secrets are masked later. */
  supportFacts: () => Promise<Omit<SupportBundle, 'madeAt'>>
}
