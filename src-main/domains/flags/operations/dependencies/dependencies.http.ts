import { bind } from '../../../../transport/http/bind.ts'
import { addFeatureDependency } from './add-feature-dependency.ts'
import { deleteFeatureDependencies } from './delete-feature-dependencies.ts'
import { deleteFeatureDependency } from './delete-feature-dependency.ts'
import { checkDependenciesExist } from './check-dependencies-exist.ts'
import { listParentOptions } from './list-parent-options.ts'
import { listParentVariantOptions } from './list-parent-variant-options.ts'

export const dependenciesHttp = [
  bind(checkDependenciesExist),
  bind(addFeatureDependency),
  bind(deleteFeatureDependency),
  bind(deleteFeatureDependencies),
  bind(listParentOptions),
  bind(listParentVariantOptions),
]
