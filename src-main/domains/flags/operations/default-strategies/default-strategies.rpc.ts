import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { addDefaultStrategyToProjectEnvironment } from './set-default-strategy.use-case.ts'

export const defaultStrategiesRpc = router({ set: mutationOf(addDefaultStrategyToProjectEnvironment) })
