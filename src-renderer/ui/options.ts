/** An option of a searchable list. */
export interface Option {
  value: string
  label: string
  /** One line below the label. It is searched too. */
  note?: string | undefined
}

/** A filter of a list. */
export interface ListFilter {
  /** Name of the filter: "Type". */
  label: string
  /** Empty: nothing is filtered by it. */
  value: string
  set: (value: string) => void
  /** Absent: a day as YYYY-MM-DD. A single one is chosen with the filter. */
  options?: readonly Option[]
  min?: string
  max?: string
}

export interface OptionGroup {
  label: string
  options: readonly Option[]
}

/** More options than these are searched, not scrolled through. */
const MAX_IN_SELECT = 20

/** Tells that a list is too long for a plain select. */
export const isLongList = (options: readonly unknown[], groups: readonly OptionGroup[] = []): boolean =>
  options.length + groups.reduce((sum, group) => sum + group.options.length, 0) > MAX_IN_SELECT

/** Options drawn at once. A longer list says how many more there are, and is narrowed by typing. */
const SHOWN = 100

interface FindOptions {
  options?: readonly Option[] | undefined
  groups?: readonly OptionGroup[]
  /** Typed text; every word of it has to match. */
  text: string
  /** Values that are shown whatever their place in the list. */
  chosen?: readonly string[]
}

export interface FoundOptions {
  /** Under no heading first. A group without a matching option is left out. */
  groups: OptionGroup[]
  /** Matching options beyond those that are drawn. */
  hidden: number
}

/**
 * Finds options by words in label, note, value and heading. The best match comes first, in its group and with its group: the
 * option that the text names, then those whose labels begin with it.
 */
export function findOptions({ options = [], groups = [], text, chosen = [] }: FindOptions): FoundOptions {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isChosen = new Set(chosen)
  let room = SHOWN
  let hidden = 0
  const shown: OptionGroup[] = []
  for (const group of [{ label: '', options }, ...groups]) {
    const found = rank(
      group.options.filter((option) => matchesAll(option, group.label, words)),
      words,
    )
    const taken = found.filter((option, index) => index < room || isChosen.has(option.value))
    hidden += found.length - taken.length
    room = Math.max(0, room - taken.length)
    if (taken.length > 0) shown.push({ label: group.label, options: taken })
  }
  const best = ({ options: [first] }: OptionGroup) => (first ? distance(first, words) : Infinity)
  return { groups: shown.toSorted((a, b) => best(a) - best(b)), hidden }
}

function matchesAll({ label, note = '', value }: Option, heading: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const searched = `${label} ${note} ${value} ${heading}`.toLowerCase()
  return words.every((word) => searched.includes(word))
}

const rank = (found: Option[], words: readonly string[]): Option[] =>
  found.toSorted((a, b) => distance(a, words) - distance(b, words))

/** 0: the words are the label; 1: the label begins with the first; 2: they are somewhere. */
function distance({ label }: Option, words: readonly string[]): number {
  const [first] = words
  const text = label.toLowerCase()
  if (first === undefined || text === words.join(' ')) return 0
  return text.startsWith(first) ? 1 : 2
}

/** The option that a text names: by its value, or by its label in any letter case. */
export function optionNamed(text: string, all: readonly Option[]): Option | undefined {
  const wanted = text.trim()
  return (
    all.find(({ value }) => value === wanted) ??
    all.find(({ label }) => label.toLowerCase() === wanted.toLowerCase())
  )
}

/** Texts around the control of a field. */
export interface FieldTexts {
  label: string
  /** One line of help below the control. */
  hint?: string
  /** Validation error of the value; replaces the hint. */
  error?: string | undefined
  /** Sets the control beside its label and hint, as in a list of settings. */
  isBeside?: boolean
}

/** Texts around a control whose place can make its label clear to sighted users. */
export interface LabelledField extends FieldTexts {
  /** Hides the label visually; its position makes it clear to sighted users. */
  isLabelHidden?: boolean
}
