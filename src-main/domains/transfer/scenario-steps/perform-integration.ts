import { maskParameters } from '#shared/integrations/addons/index.ts'
import { createAddon, deleteAddon, updateAddon } from '#shared/integrations/contract/addons.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Item, Performer } from './step-performer.ts'

const NEW = { enabled: true, parameters: {}, events: [] }

/** Creates, changes and deletes integrations. */
export const performIntegration: Performer<'integrations'> = async (apply, step) => {
  const { action, name, before } = step
  const params = { id: String(apply.ids.integrations.idOf(name)) }
  if (action === 'delete') return apply.perform(deleteAddon, { params })
  const after = step.after as Item<'integrations'>
  if (action === 'create') return apply.perform(createAddon, { body: { ...NEW, ...after } })
  const held = before?.parameters ?? {}
  const masked = maskParameters(after.provider, held)
  // a secret that stays goes as a mask: the operation keeps it only for the address that it was entered for
  const changed = Object.entries(after.parameters ?? {}).filter(
    ([name, value]) => value !== ownValue(held, name),
  )
  const parameters = { ...masked, ...Object.fromEntries(changed) }
  return apply.perform(updateAddon, { params, body: { ...before, ...after, parameters } })
}
