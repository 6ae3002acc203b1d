import { bind } from '../../../../transport/http/bind.ts'
import { createStrategy } from './create-strategy.ts'
import { deprecateStrategy } from './deprecate-strategy.ts'
import { reactivateStrategy } from './reactivate-strategy.ts'
import { removeStrategy } from './remove-strategy.ts'
import { updateStrategy } from './update-strategy.ts'
import { getAllStrategies } from './get-all-strategies.ts'
import { getStrategy } from './get-strategy.ts'

export const strategyTypesHttp = [
  bind(getAllStrategies),
  bind(createStrategy, { headers: ({ name }) => ({ location: `strategies/${name}` }) }),
  bind(getStrategy),
  bind(updateStrategy),
  bind(removeStrategy),
  bind(deprecateStrategy),
  bind(reactivateStrategy),
]
