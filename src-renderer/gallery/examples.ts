import { getBanners } from '#shared/instance/contract/banners.ts'
import type { Need } from '#ui/surroundings.ts'

/** Texts and values that specimens are made of. */
export const LONG =
  'a-name-that-is-about-a-hundred-characters-long-to-see-how-it-is-wrapped-or-cut-wherever-it-is-shown-x'

export const NEED: Need = { operation: getBanners, place: 'instance', reads: true }
/** The need that the gallery refuses. */
export const REFUSED: Need = { ...NEED }

export const OPTIONS = [
  { value: 'release', label: 'Release', note: 'Until a feature is out' },
  { value: 'experiment', label: 'Experiment', note: 'Until its question is answered' },
  { value: 'operational', label: 'Operational', note: 'For some days' },
]

export const DAYS = Array.from({ length: 14 }, (_, day) => ({
  key: `day ${day + 1}`,
  short: `Nov ${day + 1}`,
  long: `November ${day + 1}`,
  values: { yes: (day * 37) % 50, no: (day * 13) % 20 },
}))

export interface Flag {
  name: string
  type: string
  created: string
}
export const FLAGS: readonly Flag[] = [
  { name: 'checkout', type: 'Release', created: '2026-11-01T08:00:00.000Z' },
  { name: LONG, type: 'Experiment', created: '2026-11-12T08:00:00.000Z' },
  { name: 'payments', type: 'Kill switch', created: '2026-11-24T08:00:00.000Z' },
]

export const CODE = '{\n  "name": "checkout",\n  "enabled": true\n}'
