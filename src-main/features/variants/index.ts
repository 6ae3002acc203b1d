/** Variants: the values that a flag has beyond on and off in an environment. Those of a strategy belong to it. */
export { changeVariants, toEnvironmentVariants } from './change-variants.ts'
export {
  overwriteEnvironmentFeatureVariants,
  overwriteFeatureVariantsOnEnvironments,
  patchVariants,
} from './change-variants.use-case.ts'
export { findVariants, readVariantsByEnvironment } from './variants.store.ts'
export { variantsHttp } from './variants.http.ts'
export { variantsRpc } from './variants.rpc.ts'
