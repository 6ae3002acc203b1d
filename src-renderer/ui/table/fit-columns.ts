export interface FittedColumn {
  /** The width at which nothing of it is clipped. */
  natural: number
  /** Width that it was planned with: it gets that much where there is room. */
  wanted?: number
  /** The width that somebody gave it. */
  chosen?: number | undefined
  /** Never narrower than its content: buttons cannot be clipped. */
  rigid: boolean
  /** Takes its share of what is left. */
  grows: boolean
}

/** No column that is made narrower for lack of room gets narrower than this. */
const NARROWEST = 88

/** A first column that grows holds the subject of the rows: the table is scrolled before it gets narrower. */
const NARROWEST_SUBJECT = 240
/** In a narrow table it is no more than this share. */
const SHARE_OF_SUBJECT = 0.45
/** It gives way by so much if the table need not be scrolled then. */
const SUBJECT_GIVES = 40

/** Times, numbers, toggles and most environments are no wider: they stay whole while wider columns can give way. */
const SHORT = 160

/** Width that a column keeps where there is too little room: growing columns hold the subject of the rows. */
const weightOf = ({ grows }: FittedColumn) => (grows ? 2 : 1)
const isFlexible = ({ chosen, rigid }: FittedColumn) => chosen === undefined && !rigid
const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
const naturalOf = ({ chosen, natural }: FittedColumn) => chosen ?? natural
const wantedOf = ({ chosen, natural, wanted = 0 }: FittedColumn) => chosen ?? Math.max(natural, wanted)

/**
 * The widths of columns in a place of a certain width. Where there is room for all, nothing is clipped and what is left goes to those that grow; else the
 * widest give way first.
 */
export function fitColumns(columns: readonly FittedColumn[], available: number): number[] {
  const wanted = columns.map(wantedOf)
  const natural = columns.map(naturalOf)
  const left = available - sum(wanted)
  if (left >= 0) {
    const flexible = columns.filter(isFlexible)
    const growing = flexible.filter(({ grows }) => grows)
    const takers = new Set(growing.length > 0 ? growing : [flexible.at(-1) ?? columns.at(-1)])
    return wanted.map((width, index) => width + (takers.has(columns[index]) ? left / takers.size : 0))
  }
  const spare = available - sum(natural)
  if (spare < 0) return cutColumns(columns, available)
  const share = spare / (sum(wanted) - sum(natural))
  return natural.map((width, index) => width + share * ((wanted[index] ?? width) - width))
}

/** Widths of columns for which there is too little room. */
function cutColumns(columns: readonly FittedColumn[], available: number): number[] {
  const widths = cutToLevel(columns, available)
  const [subject, ...others] = columns
  if (!subject?.grows || !isFlexible(subject)) return widths
  const least = Math.min(subject.natural, NARROWEST_SUBJECT, available * SHARE_OF_SUBJECT)
  if ((widths[0] ?? 0) >= least) return widths
  const kept = cutToLevel([{ ...subject, chosen: least }, ...others], available)
  const excess = sum(kept) - available
  return excess > 0 && excess <= SUBJECT_GIVES ? [least - excess, ...kept.slice(1)] : kept
}

function cutToLevel(columns: readonly FittedColumn[], available: number): number[] {
  const flexible = columns.filter(isFlexible)
  const rest = available - sum(columns.filter((one) => !isFlexible(one)).map(naturalOf))
  const long = flexible.filter(({ natural }) => natural > SHORT)
  const levelOfLong = levelOf(long, rest - sum(flexible.map(naturalOf)) + sum(long.map(naturalOf)))
  const areLongEnough = levelOfLong >= NARROWEST
  const cut = new Set(areLongEnough ? long : flexible)
  const level = areLongEnough ? levelOfLong : Math.max(NARROWEST, levelOf(flexible, rest))
  return columns.map((one) => (cut.has(one) ? Math.min(one.natural, level * weightOf(one)) : naturalOf(one)))
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

/** Room for the subject of the rows that minor columns do not take, however long it is. */
const MOST_FOR_SUBJECT = 360

const planned = ({ width = '' }: PlannedColumn) =>
  width.endsWith('px') ? Number.parseInt(width, 10) : PLANNED

interface PlannedColumn {
  id: string
  width?: string
  minor?: boolean
}
interface Place {
  available: number
  /** Natural widths by column where there is little room: minor ones are shown if the others are known to leave it. */
  natural?: Readonly<Record<string, number>> | undefined
}

/** The columns that there is room for: minor ones are left out from the last. */
export function fittingColumns(
  columns: readonly PlannedColumn[],
  { available, natural }: Place,
): ReadonlySet<string> {
  const major = columns.filter(({ minor }) => !minor)
  const fitting = new Set(major.map(({ id }) => id))
  const needed = (column: PlannedColumn) => {
    if (!natural) return planned(column)
    const known = natural[column.id] ?? (column.minor ? planned(column) : Infinity)
    if (column.width !== undefined) return known
    // the beginning of a description is enough
    return Math.min(known, column.minor ? PLANNED : MOST_FOR_SUBJECT)
  }
  let rest = available - major.reduce((total, column) => total + needed(column), 0)
  for (const column of columns.filter(({ minor }) => minor)) {
    rest -= needed(column)
    if (available > 0 && rest < 0) break
    fitting.add(column.id)
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
