import type { PrintedTable } from './read-output.ts'

const SIZE = { width: 640, height: 320, left: 60, right: 170, top: 20, bottom: 40 }
const COLOURS = ['#3b6fd4', '#c2571a', '#2b8a3e', '#8e44ad', '#b8860b']
/** Column that is drawn: CPU time, which other processes change least. */
const COLUMN = 1

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
  const drawn = lines.map(({ heading, points }, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const path = points.map(([x, y]) => `${scaleX(x)},${scaleY(y)}`).join(' ')
    const [x, y] = points.at(-1) ?? [1, 1]
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>
<text x="${scaleX(x) + 6}" y="${scaleY(y) + 4}" fill="${colour}">${heading} ${y} ms</text>`
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
