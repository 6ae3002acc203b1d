import { createActions, deleteActions, updateActions } from '#shared/signals/contract/actions.ts'
import {
  createSignalEndpoint,
  deleteSignalEndpoint,
  updateSignalEndpoint,
} from '#shared/signals/contract/signal-endpoints.ts'
import { sendSignal } from '#shared/signals/contract/signals.ts'
import type { Apply, Performer, Step } from './step-performer.ts'

export const performSignalEndpoint: Performer<'signalEndpoints'> = async (apply, step) => {
  const { action, name, before, after } = step
  const params = { id: String(apply.ids.signalEndpoints.idOf(name)) }
  if (action === 'delete') return apply.perform(deleteSignalEndpoint, { params })
  const { signals: _later, ...wanted } = after
  const body = { ...before, ...wanted }
  if (action === 'update') return apply.perform(updateSignalEndpoint, { params, body })
  const { id } = await apply.perform(createSignalEndpoint, { body })
  apply.ids.signalEndpoints.set(name, id)
}

/** Sends a new endpoint its signals, once the action sets that listen to it exist. */
export async function performSignals(
  apply: Apply,
  { action, name, after }: Step<'signalEndpoints'>,
): Promise<void> {
  if (action !== 'create') return
  const params = { signalEndpointId: String(apply.ids.signalEndpoints.idOf(name)) }
  for (const payload of after?.signals ?? []) await apply.perform(sendSignal, { params, body: { payload } })
}

export const performActionSet: Performer<'actionSets'> = async (apply, step) => {
  const { ids } = apply
  const wanted = step.action === 'delete' ? step.before : { ...step.before, ...step.after }
  const { project, signalEndpoint, filters, actor, actions, ...set } = wanted
  const params = { projectId: project, id: String(ids.actionSets.idOf(step.name)) }
  if (step.action === 'delete') return apply.perform(deleteActions, { params })
  const body = {
    ...set,
    match: {
      source: 'signal-endpoint',
      sourceId: ids.signalEndpoints.idOf(signalEndpoint),
      payload: filters,
    },
    actorId: ids.serviceAccounts.idOf(actor),
    actions: actions.map((one, index) => ({ ...one, sortOrder: index + 1 })),
  }
  if (step.action === 'update') return apply.perform(updateActions, { params, body })
  return apply.perform(createActions, { params: { projectId: project }, body })
}
