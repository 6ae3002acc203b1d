import type { SourceChanges } from '#shared/transfer/schemas/scenario-source.ts'
import { leftInWords, type SnapshotRestore } from '#shared/transfer/schemas/snapshot.ts'
import type { ScenarioPlan, ScenarioStep } from '#shared/transfer/schemas/scenario.ts'
import { counted } from '#ui/figures.ts'
import type { Refusal } from '#lib/refusal.ts'

const LABELS = new Map([
  ['environments', 'Environments'],
  ['roles', 'Roles'],
  ['users', 'Users'],
  ['serviceAccounts', 'Service accounts'],
  ['groups', 'Groups'],
  ['projects', 'Projects'],
  ['contextFields', 'Context fields'],
  ['tagTypes', 'Tag types'],
  ['strategyTypes', 'Strategy types'],
  ['segments', 'Segments'],
  ['releaseTemplates', 'Release templates'],
  ['flags', 'Flags'],
  ['apiTokens', 'API tokens'],
  ['signalEndpoints', 'Signal endpoints'],
  ['actionSets', 'Action sets'],
  ['integrations', 'Integrations'],
  ['expect', 'Expectations'],
  ['policies', 'Policies'],
])
const TOO_LARGE = 413

/** Steps of one list, counted. */
export interface KindCount {
  label: string
  create: number
  update: number
  delete: number
}

/** List and name of a step's item: `flags/checkout` is the flag "checkout". */
function itemOf({ path }: ScenarioStep): { label: string; name: string } {
  const [list = '', ...name] = path.split('/')
  return { label: LABELS.get(list) ?? list, name: name.join('/') }
}

/** Counts the steps of a plan by list, in their order. */
export function countByKind({ steps }: ScenarioPlan): KindCount[] {
  const counts = new Map<string, KindCount>()
  for (const step of steps) {
    const { label } = itemOf(step)
    const count = counts.get(label) ?? { label, create: 0, update: 0, delete: 0 }
    count[step.action] += 1
    counts.set(label, count)
  }
  return [...counts.values()]
}

/** Names what a plan deletes, by list. */
export function deletedNames({ steps }: ScenarioPlan): { label: string; names: string[] }[] {
  const byLabel = new Map<string, string[]>()
  for (const step of steps.filter(({ action }) => action === 'delete')) {
    const { label, name } = itemOf(step)
    byLabel.set(label, [...(byLabel.get(label) ?? []), name])
  }
  return [...byLabel].map(([label, names]) => ({ label, names }))
}

/** Numbers of a plan in words; empty for a plan without steps. */
export const planWords = ({ created, updated, deleted }: ScenarioPlan): string =>
  joined([created, 'new'], [updated, 'changed'], [deleted, 'deleted'])

/** Says how far the instance differs from its file. */
export function differenceWords(changes: SourceChanges): string {
  const words = joined(
    [changes.added, 'not in the file'],
    [changes.changed, 'changed'],
    [changes.removed, 'only in the file'],
  )
  return words === '' ? 'The instance is what the file says.' : `The instance differs: ${words}.`
}

const joined = (...counts: (readonly [number, string])[]) =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ')

/** Says what a restore has changed, and what it left deleted. */
export function restoreWords({ name, tables, left }: SnapshotRestore): string {
  const leftWords = left.length === 0 ? '' : `. ${leftInWords({ left })}`
  if (tables.length === 0) return `Nothing to restore: the configuration is that of ${name}${leftWords}`
  const sum = (kind: 'inserted' | 'updated' | 'deleted') => tables.reduce((all, one) => all + one[kind], 0)
  const words = joined([sum('inserted'), 'new'], [sum('updated'), 'changed'], [sum('deleted'), 'deleted'])
  return `${name} restored: rows ${words}${leftWords}`
}

/** Lines of an error about a file: one for each fault, and advice if there is some. */
export function faultLines({ status, message, details }: Refusal): string[] {
  if (status === TOO_LARGE)
    return ['The file is too long. Split its flags into several files, and apply one after the other.']
  return details.length > 1 ? details.map((one) => one.message) : [message]
}

/** Title of an error about a file. */
export const faultTitle = (name: string, lines: readonly string[]): string =>
  lines.length > 1 ? `${name} has ${counted(lines.length, 'fault')}` : `Couldn't use ${name}`
