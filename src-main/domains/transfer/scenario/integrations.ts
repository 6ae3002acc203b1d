import { MASK, unmaskParameters } from '#shared/integrations/addons/index.ts'
import { ownValue } from '#shared/own-value.ts'
import { keysOf } from '#shared/transfer/scenario/item-keys.ts'
import type { Scenario, ScenarioIntegration } from '#shared/transfer/schemas/scenario.ts'
import type { Queries } from '#store/queries.ts'
import { readAddons } from '#domains/integrations/addons/addons.store.ts'
import { sorted } from './complete-strategy.ts'
import type { ItemIds } from './item-ids.ts'
import type { Fault } from './scenario-fault.ts'

/** Reads the integrations with their secrets, oldest first. */
export async function readIntegrations(queries: Queries, ids: ItemIds): Promise<ScenarioIntegration[]> {
  const addons = await readAddons(queries)
  const items = addons.map(({ id: _id, position: _position, createdAt: _createdAt, ...addon }) => ({
    ...addon,
    events: [...addon.events],
    projects: [...addon.projects],
    environments: [...addon.environments],
  }))
  // the keys are in the order of the items
  for (const [index, key] of [...keysOf('integrations', items).keys()].entries())
    ids.integrations.set(key, addons[index]?.id ?? 0)
  return items
}

/** Puts stored values in place of masks, and sorts what has no order. */
export function completeIntegrations(
  items: readonly ScenarioIntegration[],
  now: readonly ScenarioIntegration[] = [],
): ScenarioIntegration[] {
  const stored = keysOf('integrations', now)
  return [...keysOf('integrations', items)].map(([key, item]) => {
    const { parameters, events, projects, environments, ...rest } = item
    const held = stored.get(key)?.parameters ?? {}
    return {
      ...rest,
      ...(parameters ? { parameters: completeParameters(parameters, held) } : {}),
      ...(events ? { events: sorted(events) } : {}),
      ...(projects ? { projects: sorted(projects) } : {}),
      ...(environments ? { environments: sorted(environments) } : {}),
    }
  })
}

/** Leaves out what is empty, here and there: the service stores no empty parameter. */
const completeParameters = (parameters: Record<string, string>, held: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(unmaskParameters(parameters, held)).filter(
      ([name, value]) => value.trim() !== '' || ownValue(held, name) !== undefined,
    ),
  )

/** Finds masks that stand for nothing, since the instance has no such integration or no such value. */
export function maskFaults(
  { integrations = [] }: Pick<Scenario, 'integrations'>,
  now: readonly ScenarioIntegration[] = [],
): Fault[] {
  return completeIntegrations(integrations, now).flatMap(({ parameters = {} }, at) =>
    Object.entries(parameters).flatMap(([name, value]) =>
      value === MASK
        ? [
            {
              path: ['integrations', at, 'parameters', name],
              message: `${MASK} stands for a stored value, and there is none: enter it, or export with secrets`,
            },
          ]
        : [],
    ),
  )
}
