import {
  RUNNING_PHASES,
  type CopyDifference,
  type CopyPhase,
  type CopyState,
  type CopyTask,
} from '#shared/desktop/copies.ts'
import { compositeKey } from '#shared/composite-key.ts'
import { counted } from '#ui/figures.ts'

/** Lists of a copy in words: one of them, and several. */
const LISTS: Readonly<Record<string, readonly [string, string]>> = {
  flags: ['flag', 'flags'],
  segments: ['segment', 'segments'],
  projects: ['project', 'projects'],
  environments: ['environment', 'environments'],
  contextFields: ['context field', 'context fields'],
  strategyTypes: ['strategy type', 'strategy types'],
  tagTypes: ['tag type', 'tag types'],
  releaseTemplates: ['release template', 'release templates'],
  users: ['user', 'users'],
  serviceAccounts: ['service account', 'service accounts'],
  groups: ['group', 'groups'],
  roles: ['role', 'roles'],
  apiTokens: ['API token', 'API tokens'],
  signalEndpoints: ['signal endpoint', 'signal endpoints'],
  actionSets: ['action set', 'action sets'],
  expect: ['expectation', 'expectations'],
  policies: ['policy', 'policies'],
}

/** Says what a copy has, with the flags first: "300 flags, 6 segments". */
export const countsInWords = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(LISTS)
    .flatMap(([list, [one, many]]) => {
      const count = counts[list] ?? 0
      return count === 0 ? [] : [counted(count, one, many)]
    })
    .join(', ')

/** Names an item: "flag checkout". */
export const itemInWords = ({ list, name }: Pick<CopyDifference, 'list' | 'name'>): string =>
  `${LISTS[list]?.[0] ?? list} ${name}`

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'accent'

export const PHASES: Readonly<Record<CopyPhase, readonly [string, Tone]>> = {
  reading: ['reading', 'accent'],
  deciding: ['waits for you', 'warning'],
  applying: ['copying', 'accent'],
  proving: ['comparing answers', 'accent'],
  done: ['done', 'success'],
  failed: ['failed', 'danger'],
  cancelled: ['cancelled', 'neutral'],
}

type InWords = Readonly<Record<CopyTask, (name: string) => string>>

/** Says what is being done with a copy. */
export const TITLES: InWords = {
  copy: (name) => name,
  update: (name) => `Update ${name}`,
  proof: (name) => `Answers of ${name}`,
}

/** Says what was done with a copy. */
export const DONE: InWords = {
  copy: (name) => `${name} is whole.`,
  update: (name) => `${name} is up to date.`,
  proof: () => 'The answers are compared.',
}

/** Share of the whole that is done, of 1: reading, copying and comparing take about as long. */
export function progressOf({ phase, done, of }: Pick<CopyState, 'phase' | 'done' | 'of'>): number {
  const place = RUNNING_PHASES.findIndex((one) => one === phase)
  if (place === -1) return phase === 'done' ? 1 : 0
  const part = of === 0 ? 0 : Math.min(1, done / of)
  return (place + part) / RUNNING_PHASES.length
}

const ACTIONS: Readonly<Record<CopyDifference['action'], string>> = {
  create: 'new there',
  change: 'changed there',
  delete: 'gone there',
  leave: 'stays as it is',
}
export const actionInWords = ({ action }: CopyDifference): string => ACTIONS[action]

/** Names what differs in an item: "enabled in production". */
export function propertyInWords(property: string): string {
  if (property === 'presence') return 'whether it is there'
  const [first = '', ...rest] = property.split(' › ')
  if (rest.length === 0) return first
  const last = rest.at(-1) ?? ''
  return first === 'environments'
    ? `${last} in ${rest.slice(0, -1).join(', ')}`
    : `${first} of ${rest.join(', ')}`
}

/** Key of a choice, as one difference of one item. */
export const choiceKey = (item: string, property: string): string => compositeKey(item, property)

/** Finds the conflicts that nobody has decided on yet. */
export const openConflicts = (
  differences: readonly CopyDifference[],
  taken: Readonly<Record<string, string>>,
): number =>
  differences.reduce(
    (sum, { item, properties }) =>
      sum +
      properties.filter(
        ({ property, outcome }) => outcome === 'conflict' && !taken[choiceKey(item, property)],
      ).length,
    0,
  )

/** Reads contexts that somebody typed: one in each line, as `userId=7 country=NO`. */
export function readContexts(text: string): { contexts: Record<string, string>[]; wrong: string[] } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const read = lines.map((line) => [line, readContext(line)] as const)
  return {
    contexts: read.flatMap(([, context]) => (context ? [context] : [])),
    wrong: read.flatMap(([line, context]) => (context ? [] : [line])),
  }
}

function readContext(line: string): Record<string, string> | undefined {
  const pairs = line.split(/\s+/).map((part) => /^([^=]+)=(.*)$/.exec(part))
  if (pairs.some((pair) => pair === null)) return undefined
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? ''] as const] : [])))
}
