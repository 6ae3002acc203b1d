import { LISTS } from '../../src-shared/transfer/scenario/plan-scenario.ts'
import { MAX_SCENARIO_TEXT } from '../../src-shared/transfer/schemas/scenario.ts'

/** Longest part of a file. An instance applies it in seconds, in which no other write runs. */
const PART = 2_000_000

/** Beginning of an item of a list in YAML. */
const ITEM = '  - '
/** A list of parents that is not empty: in a line of its own, or in an item of one line. */
const PARENTS = /^(?: {4,}| {2}- \{.*\b)dependencies:(?! *\[ *\])/m

interface Flag {
  text: string
  hasParents: boolean
}

interface Split {
  /** Lists that flags name, and those that name flags, as scenarios of their own. */
  before: string
  flags: Flag[]
  after: string
  prune: boolean
}

/**
 * Splits a scenario that is too long to be applied at once: first what flags name, then the flags, those with parents last, then
 * the other lists. Returns undefined for a file that is not like an export; throws for one that is to be pruned.
 */
export function partsOf(text: string, most = PART): string[] | undefined {
  const split = text.trimStart().startsWith('{') ? splitJson(text) : splitYaml(text)
  if (split === undefined || split.before.length > MAX_SCENARIO_TEXT) return undefined
  if (split.prune) throw new Error('A file of more than 10 MB is applied in parts, which cannot prune.')
  const alone = split.flags.filter(({ hasParents }) => !hasParents)
  const children = split.flags.filter(({ hasParents }) => hasParents)
  return [split.before, ...group(alone, most), ...group(children, most), split.after]
}

function group(flags: readonly Flag[], most: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const { text } of flags) {
    if (part !== '' && part.length + text.length > most) {
      parts.push(part)
      part = ''
    }
    part += text
  }
  return [...parts, part].filter((one) => one !== '').map((one) => `scenario: 1\nflags:\n${one}`)
}

function splitYaml(text: string): Split | undefined {
  const start = text.indexOf(`\nflags:\n${ITEM}`)
  if (start === -1) return undefined
  const items = start + '\nflags:\n'.length
  const end = nextKey(text, items)
  const flags: Flag[] = []
  for (let at = items; at < end;) {
    const next = text.indexOf(`\n${ITEM}`, at)
    const stop = next === -1 || next >= end ? end : next + 1
    const item = text.slice(at, stop)
    flags.push({ text: item, hasParents: PARENTS.test(item) })
    at = stop
  }
  const rest = text.slice(0, start + 1)
  return {
    before: rest,
    flags,
    after: `scenario: 1\n${text.slice(end)}`,
    prune: /^prune: *true\b/m.test(rest + text.slice(end)),
  }
}

/** Finds the line that begins with the next list. */
function nextKey(text: string, from: number): number {
  const found = LISTS.map((list) => text.indexOf(`\n${list}:`, from)).filter((at) => at !== -1)
  return found.length === 0 ? text.length : Math.min(...found) + 1
}

function splitJson(text: string): Split | undefined {
  const { flags, ...rest } = JSON.parse(text) as Record<string, unknown>
  if (!Array.isArray(flags)) return undefined
  const isAfter = (list: string) => LISTS.findIndex((one) => one === list) > LISTS.indexOf('flags')
  const lists = Object.entries(rest)
  const json = (some: typeof lists) => JSON.stringify({ scenario: 1, ...Object.fromEntries(some) })
  return {
    before: json(lists.filter(([list]) => !isAfter(list))),
    flags: flags.map((flag: { dependencies?: unknown[] } | null) => ({
      text: `${ITEM}${JSON.stringify(flag)}\n`,
      hasParents: (flag?.dependencies?.length ?? 0) > 0,
    })),
    after: json(lists.filter(([list]) => isAfter(list))),
    prune: rest['prune'] === true,
  }
}
