import type { SeriesColour } from './chart.ts'

/** A line of a chart: a value at some of its times, or none. */
export interface Line {
  label: string
  colour: SeriesColour
  /** By the index of the time; undefined where nothing was measured. */
  values: readonly (number | undefined)[]
}

const STEPS = [1, 2, 5, 10]

/** Round values that span from the lowest to the highest value, about `count` of them. */
export function valueTicks(lowest: number, highest: number, count = 4): number[] {
  if (lowest === 0 && highest === 0) return [0, 1]
  const span = highest - lowest || Math.abs(highest) || 1
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((one) => one * power >= rough * (1 - 1e-9)) ?? 10) * power
  const first = Math.floor(lowest / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(highest / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_none, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}

/** Splits a line where values are missing. A value between two missing ones is a part of its own. */
export function partsOf(values: Line['values']): { index: number; value: number }[][] {
  const parts: { index: number; value: number }[][] = []
  let part: { index: number; value: number }[] = []
  for (const [index, value] of values.entries()) {
    if (value === undefined) {
      if (part.length > 0) parts.push(part)
      part = []
    } else part.push({ index, value })
  }
  return part.length > 0 ? [...parts, part] : parts
}
