import { bind } from '../../../../transport/http/bind.ts'
import { overwriteEnvironmentFeatureVariants } from './overwrite-environment-feature-variants.ts'
import { overwriteFeatureVariantsOnEnvironments } from './overwrite-feature-variants-on-environments.ts'
import { patchEnvironmentsFeatureVariants } from './patch-environments-feature-variants.ts'
import { getEnvironmentFeatureVariants } from './get-environment-feature-variants.ts'

export const variantsHttp = [
  bind(getEnvironmentFeatureVariants),
  bind(overwriteEnvironmentFeatureVariants),
  bind(patchEnvironmentsFeatureVariants),
  bind(overwriteFeatureVariantsOnEnvironments),
]
