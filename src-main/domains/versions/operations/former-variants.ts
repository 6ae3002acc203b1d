import { patchVariants } from '#domains/flags/variants/change-variants.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/versions/contract/former/variants.ts'
import { readVariants, setInAllEnvironments } from '../former-variants/set-in-all-environments.ts'

/** A flag had variants before its environments had (document: "Endpoints", note 1). */
export const getFeatureVariants = query(contract.getFeatureVariants, async ({ visible }, { params }) => {
  const { variants } = await readVariants(visible, params)
  return { version: 1 as const, variants }
})

export const overwriteFeatureVariants = mutation(
  contract.overwriteFeatureVariants,
  async (context, { params, body }) => {
    const { environments } = await readVariants(context.visible, params)
    return setInAllEnvironments(context, params, environments, body)
  },
)

/** Patches the variants of a flag, starting from those that GET returns. */
export const patchFeatureVariants = mutation(
  contract.patchFeatureVariants,
  async (context, { params, body }) => {
    const { environments, variants } = await readVariants(context.visible, params)
    return setInAllEnvironments(context, params, environments, patchVariants(variants, body))
  },
)
