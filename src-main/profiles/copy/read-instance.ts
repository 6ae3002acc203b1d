import { KNOWN_PLACE, NO_ORDER } from '#shared/signals/rules/index.ts'
import { ActionRules } from '#shared/signals/schemas/action-rules.ts'
import { SCENARIO_ITEMS, type ScenarioItems, type ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { itemPath } from '#shared/transfer/scenario/item-keys.ts'
import { LISTS } from '#shared/transfer/scenario/plan-scenario.ts'
import { eachItem, exportOf } from '../promotion/read-export.ts'
import type { PromotionInstance } from '../promotion/side.ts'
import { inNumber, LeftOuts } from './left-out.ts'
import { readOriginalInstance } from './original/read-original-instance.ts'
import { leaveOutIntegrations, type ReadProgress, type WholeInstance } from './whole-instance.ts'

/** Reads an instance: a Halyard by its export, another service by its published contract. Nothing is changed there. */
export const readInstance = (side: PromotionInstance, reading: ReadProgress): Promise<WholeInstance> =>
  side.original ? readOriginalInstance(side, reading) : readHalyardInstance(side, reading)

/** Lists whose items would do something in other systems by themselves. */
const SENDING: ReadonlySet<string> = new Set<ScenarioList>(['integrations'])

/** Reads everything of a Halyard but what sends messages, with the values of tokens. */
export async function readHalyardInstance(
  side: PromotionInstance,
  { signal, onProgress }: ReadProgress,
): Promise<WholeInstance> {
  onProgress('Export', 0, 1)
  const text = await exportOf(side, { secrets: 'true' }, signal)
  const leftOut = new LeftOuts()
  const items: Partial<Record<ScenarioList, unknown[]>> = Object.fromEntries(
    LISTS.filter((list) => !SENDING.has(list)).map((list) => [list, []]),
  )
  let sending = 0
  await eachItem(side, text, (list, value) => {
    if (SENDING.has(list)) sending += 1
    else if (isList(list)) addItem(items, list, value, leftOut)
    else leftOut.add(`An item of ${list}`, 'This version of the app does not know such items.')
  })
  leaveOutIntegrations(leftOut, sending)
  const people = items.users?.length ?? 0
  if (people > 0)
    leftOut.add(
      `Passwords of ${inNumber(people, 'user')}`,
      'They are stored as hashes. Set new ones in the copy where you need them.',
    )
  onProgress('Export', 1, 1)
  return { items: items as ScenarioItems, leftOut }
}

/** Values that an export leaves out because they are the default: a copy may have others from before. */
const DEFAULTS: Partial<Record<ScenarioList, object>> = {
  signalEndpoints: { deliveryId: KNOWN_PLACE, order: NO_ORDER },
  actionSets: { rules: ActionRules.parse({}) },
}

const isList = (list: string): list is ScenarioList => LISTS.some((one) => one === list)

function addItem(
  items: Partial<Record<ScenarioList, unknown[]>>,
  list: ScenarioList,
  value: unknown,
  leftOut: LeftOuts,
): void {
  const item = SCENARIO_ITEMS[list].safeParse(value)
  if (item.success) items[list]?.push({ ...DEFAULTS[list], ...item.data })
  else leftOut.addItem(nameIn(list, value), item.error.issues[0]?.message ?? 'It has another shape.')
}

/** Name of an item that cannot be read. */
function nameIn(list: ScenarioList, value: unknown): string {
  try {
    return itemPath(list, value as never)
  } catch {
    return `An item of ${list}`
  }
}
