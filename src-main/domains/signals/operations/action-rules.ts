import { badData } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/signals/contract/action-rules.ts'
import { readNotesOf, toNote } from '../action-execution/action-notes.store.ts'
import { deleteRetry } from '../action-execution/action-retries.store.ts'
import { checkFilters } from '../actions/action-rules.ts'
import { inEvents } from '../actions/action-set.ts'
import { requireActionSet, saveActionRules } from '../actions/action-sets.store.ts'

const PAGE = 20

export const getActionRules = query(
  contract.getActionRules,
  async ({ visible }, { params: { projectId, id } }) =>
    (await requireActionSet(visible, projectId, id)).rules,
)

/** Replaces the rules of a set. They count for signals that are handed to the actions from the response on. */
export const setActionRules = mutation(
  contract.setActionRules,
  async (context, { params: { projectId, id }, body: rules }) => {
    const { everything, limits } = context
    const set = await requireActionSet(everything, projectId, id)
    if (rules.reset !== null) {
      // without a filter every signal would reset the set, and none start it
      if (Object.keys(rules.reset).length === 0)
        throw badData('A reset needs a filter. Send null for none.', '/body/reset')
      checkFilters(rules.reset, limits, '/body/reset')
    }
    await saveActionRules(everything, id, rules)
    if (rules.retries === 0) await deleteRetry(everything, id)
    context.record({
      type: 'actions-rules-updated',
      project: projectId,
      data: { ...inEvents(set), rules },
      preData: { ...inEvents(set), rules: set.rules },
    })
    return rules
  },
)

export const getActionSetNotes = query(
  contract.getActionSetNotes,
  async ({ visible }, { params: { projectId, id }, query: { limit = PAGE, offset = 0 } }) => {
    const { id: setId, project } = await requireActionSet(visible, projectId, id)
    const notes = await readNotesOf(visible, { setId, project }, { limit, offset })
    return { notes: notes.map(toNote) }
  },
)
