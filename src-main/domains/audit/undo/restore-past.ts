import { Parts, type PartChange, type Path } from '#shared/audit/undo/index.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { replay, type Subject } from './read-past.ts'
import { kindOf } from '../configuration/items/index.ts'
import { readCurrentParts } from '../configuration/read-current-parts.ts'
import { restoreParts } from './restore-parts.ts'

/** Makes a part, with all that it contains, what it was at a time. Returns what changed. */
export async function restorePast(context: MutationContext, path: Path, at: string): Promise<PartChange[]> {
  const [kind = '', name = ''] = path
  if (kind !== 'flag' && !kindOf(path))
    throw badData(`Nothing of the kind "${kind}" can be restored.`, '/body/path')
  if (at > context.now.toISOString()) throw badData('The time must be in the past.', '/body/at')
  const { then, unknown } = await replay(context.visible, subjectOf(kind, name), at, undefined)
  requireKnown(unknown)
  const owner = [kind, name]
  const now = await readCurrentParts(context.visible, [owner])
  const targets = new Parts()
  const was = new Parts(now.all())
  then.applyTo(was, owner)
  for (const part of now.under(path)) targets.set(part.path, undefined)
  for (const part of was.under(path)) targets.set(part.path, part.value)
  const changes = await restoreParts(context, targets)
  if (changes.length === 0)
    throw new AppError('ConflictError', 'There is nothing to restore: this is as it was at that time.')
  context.record({
    type: 'part-restored',
    data: { name: path.join(' › '), path, at },
    ...(kind === 'flag' ? placeOfFlag(name, was, now) : {}),
    ...(kind === 'project' ? { project: name } : {}),
  })
  return changes
}

/** Place of a flag, for its event. */
function placeOfFlag(name: string, then: Parts, now: Parts) {
  const project = now.get(['flag', name, 'project']) ?? then.get(['flag', name, 'project'])
  return { featureName: name, ...(typeof project === 'string' ? { project } : {}) }
}

function subjectOf(kind: string, name: string): Subject {
  return kind === 'flag' || kind === 'segment' || kind === 'role'
    ? { kind, name }
    : { kind: 'instance', name: '' }
}

function requireKnown(unknown: readonly { label: string; id: number }[]): void {
  const [first] = unknown
  if (first)
    throw new AppError(
      'ConflictError',
      `The state at that time is not known: the log does not say what was there before event ${first.id} (${first.label}). Choose a later time.`,
    )
}
