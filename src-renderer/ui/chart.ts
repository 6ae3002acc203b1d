/** A colour of the tokens. */
export type SeriesColour =
  `series-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | 'success-solid' | 'danger-solid' | 'border-strong'

/** A kind of value of a chart. */
export interface Series {
  id: string
  label: string
  colour: SeriesColour
}

/** A place on the horizontal axis with a value of each series, by its id. */
export interface Bar {
  key: string
  /** On the axis. */
  short: string
  /** At the value and in the table. */
  long: string
  values: Readonly<Record<string, number>>
}

const STEPS = [1, 2, 5, 10]

/** Round values from 0 to at least `highest`, whole, about `count` of them. */
export function ticks(highest: number, count = 4): number[] {
  const rough = Math.max(1, highest) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, (STEPS.find((one) => one * power >= rough) ?? 10) * power)
  const last = Math.ceil(Math.max(1, highest) / step)
  return Array.from({ length: last + 1 }, (_, index) => index * step)
}

/** The bars that have a label on the axis: about `count`, evenly apart, the first among them. */
export function labelled(length: number, count = 6): number[] {
  const step = Math.max(1, Math.ceil(length / count))
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step)
}

export const sumOf = ({ values }: Bar): number => Object.values(values).reduce((sum, one) => sum + one, 0)

/** The most frequent ids keep a colour of their own, up to seven; the rest share "other". */
export function seriesOf(totals: ReadonlyMap<string, number>): Series[] {
  const ranked = [...totals].sort((a, b) => b[1] - a[1]).map(([id]) => id)
  const own = ranked.slice(0, ranked.length > 8 ? 7 : 8)
  const series = own.map((id, index) => ({
    id,
    label: id,
    colour: `series-${index + 1}` as SeriesColour,
  }))
  return ranked.length > 8
    ? [...series, { id: OTHER, label: `${ranked.length - 7} others`, colour: 'series-8' }]
    : series
}

/** The id of the series that holds what has no colour of its own; no application or flag can have it. */
export const OTHER = '\u0000other'
