import { userIdOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { checkedActionSet } from './action-rules.ts'

/** Author and time of an action set. */
export const authorship = ({ caller, now }: MutationContext) => ({
  createdByUserId: userIdOf(caller.actor),
  createdAt: now.toISOString(),
})

type Actions = Awaited<ReturnType<typeof checkedActionSet>>['actions']

/** Gives actions their author and time. */
export const signActions = (context: MutationContext, actions: Actions) =>
  actions.map((one) => ({ ...one, ...authorship(context) }))
