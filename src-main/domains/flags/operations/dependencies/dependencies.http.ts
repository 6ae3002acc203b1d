import { bind } from '../../../../transport/http/bind.ts'
import {
  addFeatureDependency,
  deleteFeatureDependencies,
  deleteFeatureDependency,
} from './change-dependencies.use-case.ts'
import {
  checkDependenciesExist,
  listParentOptions,
  listParentVariantOptions,
} from './get-dependencies.use-case.ts'

export const dependenciesHttp = [
  bind(checkDependenciesExist),
  bind(addFeatureDependency),
  bind(deleteFeatureDependency),
  bind(deleteFeatureDependencies),
  bind(listParentOptions),
  bind(listParentVariantOptions),
]
