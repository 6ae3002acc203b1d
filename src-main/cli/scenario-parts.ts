import { z } from 'zod'

import { LISTS } from '#shared/transfer/scenario/plan-scenario.ts'
import { MAX_SCENARIO_TEXT } from '#shared/transfer/schemas/scenario.ts'

/** Longest part of a file. An instance applies it in seconds, in which no other write runs. */
const PART = 2_000_000

/** Length of text whose names are read at once: what a reader of YAML makes of it takes a hundred times the memory. */
const NAMES_AT_ONCE = 100_000

/** Beginning of an item of a list in YAML. */
const ITEM = '  - '
/** A list of parents that is not empty: in a line of its own, or in an item of one line. */
const PARENTS = /^(?: {4,}| {2}- \{.*\b)dependencies:(?! *\[ *\])/m

interface Flag {
  text: string
  hasParents: boolean
}

/** A scenario that is too long for one request. */
export interface Split {
  /** Head of the file and the lists before the flags. */
  before: string
  flags: readonly Flag[]
  /** Lists after the flags, without a head. */
  after: string
  prune: boolean
}

const HEAD = 'scenario: 1\n'
const FLAGS = '\nflags:\n'

/** Splits a scenario by flags. Returns undefined for a file that is not like an export. */
export function splitScenario(text: string): Split | undefined {
  const split = text.trimStart().startsWith('{') ? splitJson(text) : splitYaml(text)
  return split === undefined || split.before.length > MAX_SCENARIO_TEXT ? undefined : split
}

/** Parts to apply: first what flags name, then the flags, those with parents last, then the other lists. */
export function partsToApply({ before, flags, after }: Split, most = PART): string[] {
  const alone = flags.filter(({ hasParents }) => !hasParents)
  const children = flags.filter(({ hasParents }) => hasParents)
  const parts = [...group(alone, most), ...group(children, most)]
  return [before, ...parts.map((part) => HEAD + FLAGS + part), HEAD + after]
}

/** Parts to plan: each has what flags name in front of it, since nothing of the file is there yet. */
export function partsToPlan({ before, flags }: Split, most = MAX_SCENARIO_TEXT): string[] {
  const head = before + FLAGS
  return group(flags, most - head.length).map((part) => head + part)
}

/** Everything but the flags, or with no more of them than says which ones the file has. */
export function frameOf({ before, after }: Split, flags?: readonly NamedFlag[]): string {
  if (flags === undefined) return before + after
  const names = flags.map((flag) => `${ITEM}${JSON.stringify(flag)}\n`).join('')
  return before + (names === '' ? '\nflags: []\n' : FLAGS + names) + after
}

/** Flag of a file as pruning needs it: an archived one that is named without that would be revived. */
export interface NamedFlag {
  name: string
  archived?: true
}

/** Reads the names of the flags of a file. Throws for a flag that cannot be read. */
export async function namesOf({ flags }: Split): Promise<NamedFlag[]> {
  const { readDocument } = await import('#domains/transfer/scenario-document/scenario-document.ts')
  const names: NamedFlag[] = []
  for (const part of group(flags, NAMES_AT_ONCE)) {
    const { value, faults } = await readDocument(FLAGS + part)
    const read = Named.safeParse(value)
    if (!read.success || faults.length > 0)
      throw new Error(
        `Its flags cannot be read: ${faults[0]?.message ?? read.error?.issues[0]?.message ?? 'another form'}`,
      )
    for (const { name, archived } of read.data.flags)
      names.push({ name, ...(archived === true ? { archived } : {}) })
  }
  return names
}

const Named = z.object({ flags: z.array(z.object({ name: z.string(), archived: z.boolean().optional() })) })

function group(flags: readonly Flag[], most: number): string[] {
  const parts: string[] = []
  let texts: string[] = []
  let length = 0
  for (const { text } of flags) {
    if (length > 0 && length + text.length > most) {
      parts.push(texts.join(''))
      texts = []
      length = 0
    }
    texts.push(text)
    length += text.length
  }
  return length === 0 ? parts : [...parts, texts.join('')]
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
  const [before, after] = [text.slice(0, start + 1), text.slice(end)]
  return { before, flags, after, prune: prunes(before + after) }
}

/** Reads whether a file prunes. Throws if it says so in a way that only a reader of all of YAML understands. */
function prunes(text: string): boolean {
  const [, said] = /^["']?prune["']? *:([^#\n]*)/m.exec(text) ?? []
  const value = said?.trim().toLowerCase() ?? 'false'
  if (value !== 'true' && value !== 'false')
    throw new Error('Write prune: true or prune: false in a file of more than 10 MB.')
  return value === 'true'
}

/** Finds the line that begins with the next list. */
function nextKey(text: string, from: number): number {
  const found = LISTS.map((list) => text.indexOf(`\n${list}:`, from)).filter((at) => at !== -1)
  return found.length === 0 ? text.length : Math.min(...found) + 1
}

function splitJson(text: string): Split | undefined {
  const { flags, scenario: _scenario, prune, ...lists } = JSON.parse(text) as Record<string, unknown>
  if (!Array.isArray(flags)) return undefined
  const isAfter = (list: string) => LISTS.findIndex((one) => one === list) > LISTS.indexOf('flags')
  const entries = Object.entries(lists)
  return {
    before: HEAD + asYaml(entries.filter(([list]) => !isAfter(list))),
    flags: flags.map((flag: { dependencies?: unknown[] } | null) => ({
      text: `${ITEM}${JSON.stringify(flag)}\n`,
      hasParents: (flag?.dependencies?.length ?? 0) > 0,
    })),
    after: asYaml(entries.filter(([list]) => isAfter(list))),
    prune: prune === true,
  }
}

/** Writes lists of JSON item by item: an instance reads the items of a long list one by one. */
const asYaml = (entries: readonly (readonly [string, unknown])[]): string =>
  entries
    .map(([name, value]) =>
      Array.isArray(value) && value.length > 0
        ? `${JSON.stringify(name)}:\n${value.map((item) => `${ITEM}${JSON.stringify(item)}\n`).join('')}`
        : `${JSON.stringify(name)}: ${JSON.stringify(value)}\n`,
    )
    .join('')
