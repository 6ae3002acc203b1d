import {
  createStrategy,
  deprecateStrategy,
  reactivateStrategy,
  removeStrategy,
  updateStrategy,
} from '#shared/flags/contract/strategy-types.ts'
import { changes, type Item, type FlagPerformer } from './step-performer.ts'

export const performStrategyType: FlagPerformer<'strategyTypes'> = async (apply, step) => {
  const { action, name, before, after } = step
  if (action === 'delete') return apply.perform(removeStrategy, { params: { name } })
  const { name: _name, deprecated = false, ...body } = { ...before, ...after } as Item<'strategyTypes'>
  if (action === 'create') await apply.perform(createStrategy, { body: { name, ...body } })
  else if (changes(step, 'title', 'description', 'parameters'))
    await apply.perform(updateStrategy, { params: { name }, body })
  // a new type is not deprecated, whatever its body says
  if (action === 'create' ? deprecated : changes(step, 'deprecated'))
    await apply.perform(deprecated ? deprecateStrategy : reactivateStrategy, {
      params: { strategyName: name },
    })
}
