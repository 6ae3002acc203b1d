import { patchFeatureVariants as patch } from '#shared/versions/contract/former/variants.ts'
import { mutation } from '#kernel/use-case.ts'
import { patchVariants } from '#domains/flags/records/variants/patch-variants.ts'
import { readVariants, setInAllEnvironments } from '../../records/former-variants/set-in-all-environments.ts'

/** Patches the variants of a flag, starting from those that GET returns. */
export const patchFeatureVariants = mutation(patch, async (context, { params, body }) => {
  const { environments, variants } = await readVariants(context.visible, params)
  return setInAllEnvironments(context, params, environments, patchVariants(variants, body))
})
