import { bind } from '../../../../transport/http/bind.ts'
import {
  overwriteEnvironmentFeatureVariants,
  overwriteFeatureVariantsOnEnvironments,
  patchEnvironmentsFeatureVariants,
} from './change-variants.use-case.ts'
import { getEnvironmentFeatureVariants } from './get-variants.use-case.ts'

export const variantsHttp = [
  bind(getEnvironmentFeatureVariants),
  bind(overwriteEnvironmentFeatureVariants),
  bind(patchEnvironmentsFeatureVariants),
  bind(overwriteFeatureVariantsOnEnvironments),
]
