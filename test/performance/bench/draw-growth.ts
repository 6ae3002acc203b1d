import type { PrintedTable } from './read-output.ts'

const SIZE = { width: 720, height: 320, left: 60, right: 250, top: 20, bottom: 40 }
const COLOURS = ['#3b6fd4', '#c2571a', '#2b8a3e', '#8e44ad', '#b8860b']
/** Column that is drawn: CPU time, which other processes change least. */
const COLUMN = 1
const LABEL_HEIGHT = 15

/** Draws how the CPU time of requests grows with the number of flags, both on logarithmic scales. */
export function drawGrowth(tables: readonly PrintedTable[]): string {
  const lines = tables.map(({ heading, rows }) => ({
    heading,
    points: rows.map(
      ({ name, cells }) => [Number.parseInt(name.replaceAll(',', ''), 10), Number(cells[COLUMN])] as const,
    ),
  }))
  const all = lines.flatMap(({ points }) => points)
  const scaleX = scale(
    all.map(([x]) => x),
    SIZE.left,
    SIZE.width - SIZE.right,
  )
  const scaleY = scale(
    all.map(([, y]) => y),
    SIZE.height - SIZE.bottom,
    SIZE.top,
  )
  const ends = lines.map(({ points }) => points.at(-1) ?? ([1, 1] as const))
  const labels = apart(ends.map(([, y]) => scaleY(y)))
  const drawn = lines.map(({ heading, points }, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const path = points.map(([x, y]) => `${scaleX(x)},${scaleY(y)}`).join(' ')
    const [x, y] = ends[index] ?? [1, 1]
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>
<text x="${scaleX(x) + 6}" y="${(labels[index] ?? 0) + 4}" fill="${colour}">${heading} ${y} ms</text>`
  })
  const ticks = [...new Set(all.map(([x]) => x))].map(
    (x) =>
      `<text x="${scaleX(x)}" y="${SIZE.height - 14}" text-anchor="middle">${x.toLocaleString('en')} flags</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#ffffff"/>
${[...drawn, ...ticks].join('\n')}
</svg>
`
}

function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))]
  return (value) => Math.round(from + ((Math.log(value) - low) / (high - low || 1)) * (to - from))
}

/** Moves labels down where they would overlap; answers their places in the given order. */
function apart(places: readonly number[]): number[] {
  const moved = [...places]
  let last = -Infinity
  for (const index of [...places.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))) {
    last = Math.max(moved[index] ?? 0, last + LABEL_HEIGHT)
    moved[index] = last
  }
  return moved
}
