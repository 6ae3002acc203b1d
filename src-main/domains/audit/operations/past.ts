import { AppError, badData, notFound } from '#kernel/app-error.ts'
import { dryRun, mutation, query, type MutationContext } from '#kernel/use-case.ts'
import * as contract from '#shared/audit/contract/past.ts'
import { compare, findRetentionStart, isKnown, replay, type Subject } from '../undo/read-past.ts'
import { asUndoError } from '../undo/require-restorable.ts'
import { ConfigurationParts, type PartChange, type Path } from '#shared/audit/undo/index.ts'
import { kindOf } from '../configuration/items/index.ts'
import { readCurrentParts } from '../configuration/read-current-parts.ts'
import { restoreParts } from '../undo/restore-parts.ts'

const DEFAULT_LIMIT = 200

const MAX_LIMIT = 1000

const DAY_MS = 24 * 60 * 60 * 1000

/** Shows something as it was at a time, beside now or another time (ADR 35). */
export const getPast = query(contract.getPast, async ({ visible, now }, { query: asked }) => {
  const { kind = 'instance', name = '', and } = asked
  const at = asked.at ?? new Date(now.getTime() - DAY_MS).toISOString()
  if (kind !== 'instance' && name === '') throw badData('Name what to look at.', '/query/name')
  if (at > now.toISOString()) throw badData('The time must be in the past.', '/query/at')
  if (and !== undefined && and < at) throw badData('Compare with a later time.', '/query/and')
  const subject = { kind, name }
  const { replayed, unknown, ...changes } = await replay(visible, subject, at, and)
  const { parts, total, changed } = await compare(visible, subject, changes, {
    changedOnly: asked.changedOnly === 'true',
    offset: Math.max(0, asked.offset ?? 0),
    limit: Math.min(MAX_LIMIT, Math.max(1, asked.limit ?? DEFAULT_LIMIT)),
  })
  if (total === 0 && kind !== 'instance' && !(await isKnown(visible, subject, changes)))
    throw notFound(`There is no ${kind} "${name}", now or at that time.`)
  return {
    at,
    and: and ?? null,
    parts,
    total,
    changed,
    replayed,
    limit: { keptFrom: await findRetentionStart(visible, at), unknown },
  }
})

/** Tries to restore a part and shows what it changes, or why it cannot be done. Nothing is kept of it. */
export const previewRestore = dryRun(contract.previewRestore, async (context, { body: { path, at } }) => {
  try {
    return { changes: await restorePast(context, path, at), refusal: null }
  } catch (error) {
    const refusal = asUndoError(error)
    if (!(refusal instanceof AppError)) throw error
    return { changes: [], refusal: { name: refusal.name, message: refusal.message } }
  }
})

/** Makes a part, with all that it contains, what it was at a time. Returns what changed. */
async function restorePast(context: MutationContext, path: Path, at: string): Promise<PartChange[]> {
  const [kind = '', name = ''] = path
  if (kind !== 'flag' && !kindOf(path))
    throw badData(`Nothing of the kind "${kind}" can be restored.`, '/body/path')
  if (at > context.now.toISOString()) throw badData('The time must be in the past.', '/body/at')
  const { then, unknown } = await replay(context.visible, subjectOf(kind, name), at, undefined)
  requireKnown(unknown)
  const owner = [kind, name]
  const now = await readCurrentParts(context.visible, [owner])
  const targets = new ConfigurationParts()
  const was = new ConfigurationParts(now.all())
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
function placeOfFlag(name: string, then: ConfigurationParts, now: ConfigurationParts) {
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

/** Makes a part what it was at a time (ADR 35). */
export const restorePart = mutation(contract.restorePart, async (context, { body: { path, at } }) => {
  try {
    return { changes: await restorePast(context, path, at) }
  } catch (error) {
    throw asUndoError(error)
  }
})
