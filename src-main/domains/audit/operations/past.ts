import { AppError, badData, notFound } from '#kernel/app-error.ts'
import { dryRun, mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/audit/contract/past.ts'
import { compare, findRetentionStart, isKnown, replay } from '../undo/read-past.ts'
import { restorePast } from '../undo/restore-past.ts'
import { asUndoError } from '../undo/require-restorable.ts'

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

/** Makes a part what it was at a time (ADR 35). */
export const restorePart = mutation(contract.restorePart, async (context, { body: { path, at } }) => {
  try {
    return { changes: await restorePast(context, path, at) }
  } catch (error) {
    throw asUndoError(error)
  }
})
