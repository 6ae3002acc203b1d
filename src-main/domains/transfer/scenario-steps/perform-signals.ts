import { setActionRules } from '#shared/signals/contract/action-rules.ts'
import { createActions, deleteActions, updateActions } from '#shared/signals/contract/actions.ts'
import { setSignalDeliveryId, setSignalOrder } from '#shared/signals/contract/senders.ts'
import {
  createSignalEndpoint,
  deleteSignalEndpoint,
  updateSignalEndpoint,
} from '#shared/signals/contract/signal-endpoints.ts'
import { sendSignal } from '#shared/signals/contract/signals.ts'
import { changes, type Apply, type Performer, type Step } from './step-performer.ts'

export const performSignalEndpoint: Performer<'signalEndpoints'> = async (apply, step) => {
  const { action, name, before, after } = step
  const params = { id: String(apply.ids.signalEndpoints.idOf(name)) }
  if (action === 'delete') return apply.perform(deleteSignalEndpoint, { params })
  const { signals: _later, deliveryId, order, ...wanted } = after
  const { deliveryId: _place, order: _order, ...held } = before ?? {}
  const body = { ...held, ...wanted }
  if (action === 'create') {
    const { id } = await apply.perform(createSignalEndpoint, { body })
    apply.ids.signalEndpoints.set(name, id)
  } else if (step.changes.some(({ path }) => path !== 'deliveryId' && path !== 'order'))
    await apply.perform(updateSignalEndpoint, { params, body })
  const made = { id: String(apply.ids.signalEndpoints.idOf(name)) }
  if (deliveryId !== undefined && changes(step, 'deliveryId'))
    await apply.perform(setSignalDeliveryId, { params: made, body: deliveryId })
  if (order !== undefined && changes(step, 'order'))
    await apply.perform(setSignalOrder, { params: made, body: order })
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
  const { project, signalEndpoint, filters, actor, actions, rules, ...set } = wanted
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
  if (step.action === 'create') {
    const { id } = await apply.perform(createActions, { params: { projectId: project }, body })
    ids.actionSets.set(step.name, id)
  } else if (step.changes.some(({ path }) => path !== 'rules'))
    await apply.perform(updateActions, { params, body })
  if (rules !== undefined && changes(step, 'rules'))
    await apply.perform(setActionRules, {
      params: { projectId: project, id: String(ids.actionSets.idOf(step.name)) },
      body: rules,
    })
}
