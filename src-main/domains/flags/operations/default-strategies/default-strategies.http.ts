import { bind } from '../../../../transport/http/bind.ts'
import { addDefaultStrategyToProjectEnvironment } from './add-default-strategy-to-project-environment.ts'

export const defaultStrategiesHttp = [bind(addDefaultStrategyToProjectEnvironment)]
