import { bind } from '../../../../transport/http/bind.ts'
import { getFeatureVariants } from './get-feature-variants.ts'
import { overwriteFeatureVariants } from './overwrite-feature-variants.ts'
import { patchFeatureVariants } from './patch-feature-variants.ts'

export const formerVariantsHttp = [
  bind(getFeatureVariants),
  bind(overwriteFeatureVariants),
  bind(patchFeatureVariants),
]
