import { bind } from '../../../../transport/http/bind.ts'
import {
  createStrategy,
  deprecateStrategy,
  reactivateStrategy,
  removeStrategy,
  updateStrategy,
} from './change-strategy-types.use-case.ts'
import { getAllStrategies, getStrategy } from './get-strategy-types.use-case.ts'

export const strategyTypesHttp = [
  bind(getAllStrategies),
  bind(createStrategy, { headers: ({ name }) => ({ location: `strategies/${name}` }) }),
  bind(getStrategy),
  bind(updateStrategy),
  bind(removeStrategy),
  bind(deprecateStrategy),
  bind(reactivateStrategy),
]
