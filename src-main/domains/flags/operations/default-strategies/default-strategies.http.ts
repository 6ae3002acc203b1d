import { bind } from '../../../../transport/http/bind.ts'
import { addDefaultStrategyToProjectEnvironment } from './set-default-strategy.use-case.ts'

export const defaultStrategiesHttp = [bind(addDefaultStrategyToProjectEnvironment)]
