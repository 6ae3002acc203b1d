import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { addDefaultStrategyToProjectEnvironment } from './add-default-strategy-to-project-environment.ts'

export const defaultStrategiesRpc = router({ set: mutationOf(addDefaultStrategyToProjectEnvironment) })
