import { bind } from '../../../../transport/http/bind.ts'
import {
  getFeatureVariants,
  overwriteFeatureVariants,
  patchFeatureVariants,
} from './feature-variants.use-case.ts'

export const formerVariantsHttp = [
  bind(getFeatureVariants),
  bind(overwriteFeatureVariants),
  bind(patchFeatureVariants),
]
