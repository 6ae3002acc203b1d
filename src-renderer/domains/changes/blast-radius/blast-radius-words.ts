import type {
  AffectedContext,
  BlastRadius,
  FlagFigures,
  SeenWindow,
} from '#shared/changes/schemas/blast-radius.ts'
import { counted, figure } from '#ui/figures.ts'

export const WINDOWS: readonly { value: SeenWindow; label: string }[] = [
  { value: '1h', label: '1 h' },
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 days' },
]

export const windowInWords = (window: SeenWindow) =>
  WINDOWS.find(({ value }) => value === window)?.label ?? window

const IMAGINED = 'For a flag turned on here without its own strategy'

type Figures = Pick<BlastRadius, 'seen' | 'turnsOn' | 'turnsOff' | 'variantChanges' | 'stays'>

/** Describes the changes: "41 turn off, 1 turns on"; empty: nothing changes. */
function flipsInWords({ turnsOff, turnsOn, variantChanges }: Figures): string {
  const part = (count: number, one: string, many: string) =>
    count > 0 ? [`${figure(count)} ${count === 1 ? one : many}`] : []
  return [
    ...part(turnsOff, 'turns off', 'turn off'),
    ...part(turnsOn, 'turns on', 'turn on'),
    ...part(variantChanges, 'gets another variant', 'get another variant'),
  ].join(', ')
}

/** Describes the effect of a change on recent contexts: "Of 312 contexts seen in 24 h, 41 turn off." */
export function blastRadiusInWords(radius: BlastRadius): string {
  const { seen, isSampled, isHypothetical } = radius
  const span = windowInWords(radius.window)
  if (seen === 0)
    return (
      `No contexts seen in ${span}: SDKs that evaluate locally do not report contexts; ` +
      'the frontend API and the playground do.'
    )
  const contexts = `${isSampled ? 'the last ' : ''}${counted(seen, 'context')} seen in ${span}`
  const flips = flipsInWords(radius)
  const flipped = new Set(radius.flags.filter((one) => one.stays < one.seen).map((one) => one.feature)).size
  const flags = flipped > 1 ? `, over ${counted(flipped, 'flag')}` : ''
  const words =
    flips === '' ? `no effect on ${isSampled ? '' : 'the '}${contexts}` : `of ${contexts}, ${flips}${flags}`
  return isHypothetical ? `${IMAGINED}: ${words}.` : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** Describes the figures of a flag: "of 3 contexts, 2 turn off". */
export function figuresInWords(figures: FlagFigures): string {
  const flips = flipsInWords(figures)
  const seen = counted(figures.seen, 'context')
  return flips === '' ? `no effect on ${seen}` : `of ${seen}, ${flips}`
}

/** Describes a flag's value: "off", "on", "on, variant blue". */
export const outcomeInWords = ({ enabled, variant }: AffectedContext['before']): string =>
  !enabled ? 'off' : variant === null ? 'on' : `on, variant ${variant}`

/** Classifies a change for a context: flag off, flag on, or another variant. */
export function effectOf({
  before,
  after,
}: Pick<AffectedContext, 'before' | 'after'>): 'off' | 'on' | 'variant' {
  if (before.enabled === after.enabled) return 'variant'
  return after.enabled ? 'on' : 'off'
}
