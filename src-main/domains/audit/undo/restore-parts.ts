import {
  applyTargets,
  differencesBetween,
  flagPath,
  ConfigurationParts,
  pathText,
  type PartChange,
  type Path,
} from '#shared/audit/undo/index.ts'
import { AppError } from '#kernel/app-error.ts'
import { inSteps, mapInSteps } from '#runtime/in-steps.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { ITEM_KINDS, kindOf } from '../configuration/items/index.ts'
import { performerOf } from '../configuration/items/item-kind.ts'
import { FlagRestoration } from './flag-restoration.ts'
import { FLAG_PHASES } from './restore-flag.ts'
import { requireRestorable } from './require-restorable.ts'
import { readCurrentParts } from '../configuration/read-current-parts.ts'

const ORDER = ITEM_KINDS.map(({ kind }) => kind)

/**
 * Makes parts what `targets` say, by the operations that everybody uses: their permissions, checks and change control
 * apply, and their events are written. Returns what changed. Throws, with nothing changed, where something else would
 * change with it.
 */
export async function restoreParts(
  context: MutationContext,
  targets: ConfigurationParts,
): Promise<PartChange[]> {
  const owners = targets.owners()
  const { now, expected, changes } = await plannedChanges(context, targets)
  if (changes.length === 0) return []
  const others = changes.filter(({ path }) => path[0] !== 'flag')
  await reachAll(context, others.filter((one) => one.after !== undefined).sort(byKind))
  await reachFlags(context, now, expected, changes)
  await reachAll(
    context,
    others
      .filter((one) => one.after === undefined)
      .sort(byKind)
      .reverse(),
  )
  requireReached(await differencesOf(expected, await readCurrentParts(context.everything, owners), owners))
  return changes
}

/** Compares the state of now with the one that targets ask for. */
export async function plannedChanges(
  { everything }: Pick<MutationContext, 'everything'>,
  targets: ConfigurationParts,
): Promise<{ now: ConfigurationParts; expected: ConfigurationParts; changes: PartChange[] }> {
  const owners = targets.owners()
  const now = await readCurrentParts(everything, owners)
  const expected = await expectedOf(now, targets)
  return { now, expected, changes: await differencesOf(now, expected, owners) }
}

/** Makes the state that targets ask for. */
async function expectedOf(now: ConfigurationParts, targets: ConfigurationParts): Promise<ConfigurationParts> {
  const expected = new ConfigurationParts()
  await inSteps(targets.owners(), (owner) => {
    const parts = new ConfigurationParts(now.under(owner))
    applyTargets(parts, new ConfigurationParts(targets.under(owner)))
    expected.adopt(parts)
  })
  return expected
}

const byKind = (one: PartChange, other: PartChange) =>
  ORDER.indexOf(one.path[0] ?? '') - ORDER.indexOf(other.path[0] ?? '') || one.path.length - other.path.length

async function reachAll(context: MutationContext, changes: readonly PartChange[]): Promise<void> {
  const removed = new Set(
    changes.filter(({ after }) => after === undefined).map(({ path }) => pathText(path)),
  )
  // deleting a project deletes what belongs to it, and so does removing one of its environments; a type takes its deprecation along
  const goesWith = (path: Path) =>
    path[0] === 'project'
      ? [2, 4].some((length) => path.length > length && removed.has(pathText(path.slice(0, length))))
      : path[0] === 'strategy-type-deprecated' && removed.has(pathText(['strategy-type', ...path.slice(1)]))
  const acts = performerOf(context)
  await inSteps(changes, async (change) => {
    if (goesWith(change.path)) return
    await requireRestorable(context.everything, change)
    await kindOf(change.path)?.perform(acts, change)
  })
}

async function reachFlags(
  context: MutationContext,
  now: ConfigurationParts,
  expected: ConfigurationParts,
  changes: readonly PartChange[],
): Promise<void> {
  const names = new Set(changes.flatMap(({ path: [kind, name = ''] }) => (kind === 'flag' ? [name] : [])))
  const flags = await mapInSteps([...names].sort(), (name) => {
    const own = (parts: ConfigurationParts) => new ConfigurationParts(parts.under(flagPath(name)))
    return new FlagRestoration(context, name, own(now), own(expected))
  })
  for (const phase of FLAG_PHASES)
    await inSteps(flags, async (flag) => {
      await phase(flag)
      await flag.readAgain()
    })
}

/** Finds the parts of these owners that differ between two states. Other requests are answered on the way. */
async function differencesOf(
  before: ConfigurationParts,
  after: ConfigurationParts,
  owners: readonly Path[],
): Promise<PartChange[]> {
  const changes = await mapInSteps(owners, (owner) => differencesBetween(before, after, owner))
  return changes.flat()
}

function requireReached(differences: readonly PartChange[]): void {
  if (differences.length === 0) return
  const names = differences.slice(0, 5).map(({ path }) => path.join(' › '))
  throw new AppError(
    'ConflictError',
    `Something newer depends on this: other parts would not stay as they are (${names.join('; ')}). Undo the newer changes first.`,
  )
}
