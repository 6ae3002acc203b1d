export interface FittedColumn {
  /** The width at which nothing of it is clipped. */
  natural: number
  /** The width that somebody gave it. */
  chosen?: number | undefined
  /** Never narrower than its content: buttons cannot be clipped. */
  rigid: boolean
  /** Takes its share of what is left. */
  grows: boolean
}

/** No column that is made narrower for lack of room gets narrower than this. */
const NARROWEST = 88

/** Times, numbers and toggles are no wider: they stay whole while wider columns can give way. */
const SHORT = 132

/** Width that a column keeps where there is too little room: growing columns hold the subject of the rows. */
const weightOf = ({ grows }: FittedColumn) => (grows ? 2 : 1)

/**
 * The widths of columns in a place of a certain width. Where there is room for all, nothing is clipped and what is left goes to those that grow; else the
 * widest give way first.
 */
export function fitColumns(columns: readonly FittedColumn[], available: number): number[] {
  const isFlexible = ({ chosen, rigid }: FittedColumn) => chosen === undefined && !rigid
  const sum = (of: readonly FittedColumn[]) =>
    of.reduce((total, { chosen, natural }) => total + (chosen ?? natural), 0)
  const rest = available - sum(columns.filter((one) => !isFlexible(one)))
  const flexible = columns.filter(isFlexible)
  const long = flexible.filter(({ natural }) => natural > SHORT)
  const levelOfLong = levelOf(long, rest - sum(flexible) + sum(long))
  const cut = levelOfLong >= NARROWEST ? levelOfLong : levelOf(flexible, rest)
  const level = rest < sum(flexible) ? Math.max(NARROWEST, cut) : Infinity
  const widths = columns.map((one) =>
    isFlexible(one) ? Math.min(one.natural, level * weightOf(one)) : (one.chosen ?? one.natural),
  )
  const left = available - widths.reduce((total, width) => total + width, 0)
  if (left <= 0) return widths
  const growing = columns.filter((one) => isFlexible(one) && one.grows)
  const takers = new Set(growing.length > 0 ? growing : [flexible.at(-1) ?? columns.at(-1)])
  return widths.map((width, index) => width + (takers.has(columns[index]) ? left / takers.size : 0))
}

/** The width, by weight, to which the widest columns are cut down, so that all of them fit. */
function levelOf(columns: readonly FittedColumn[], available: number): number {
  const ascending = columns
    .map((one) => ({ natural: one.natural, weight: weightOf(one) }))
    .sort((a, b) => a.natural / a.weight - b.natural / b.weight)
  let rest = available
  let weights = ascending.reduce((total, { weight }) => total + weight, 0)
  for (const { natural, weight } of ascending) {
    const level = rest / weights
    if (natural / weight > level) return level
    rest -= natural
    weights -= weight
  }
  return rest
}

/** Width that a column without one of its own is planned with. */
const PLANNED = 180

/** The columns that there is room for: minor ones are left out from the last, and all of them where it is not roomy. */
export function fittingColumns(
  columns: readonly { id: string; width?: string; minor?: boolean }[],
  { available, roomy }: { available: number; roomy: number },
): ReadonlySet<string> {
  const planned = (width = '') => (width.endsWith('px') ? Number.parseInt(width, 10) : PLANNED)
  const major = columns.filter(({ minor }) => !minor)
  let rest = available - major.reduce((total, { width }) => total + planned(width), 0)
  const fitting = new Set(major.map(({ id }) => id))
  for (const { id, width } of columns.filter(({ minor }) => minor)) {
    rest -= planned(width)
    if (available > 0 && (available <= roomy || rest < 0)) break
    fitting.add(id)
  }
  return fitting
}

/** The widths at which nothing in a table is clipped, column by column. */
export function measureColumns(table: HTMLTableElement): number[] {
  const cols = [...table.querySelectorAll('col')]
  const before = cols.map((col) => col.style.width)
  const { width } = table.style
  table.style.tableLayout = 'auto'
  table.style.width = 'max-content'
  for (const col of cols) col.style.width = ''
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
  const natural = heads.map((head) => Math.ceil(head.getBoundingClientRect().width))
  table.style.tableLayout = ''
  table.style.width = width
  for (const [index, col] of cols.entries()) col.style.width = before[index] ?? ''
  return natural
}
