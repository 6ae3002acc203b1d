import { overwriteFeatureVariants as overwrite } from '#shared/versions/contract/former/variants.ts'
import { mutation } from '#kernel/use-case.ts'
import { readVariants, setInAllEnvironments } from '../../records/former-variants/set-in-all-environments.ts'

export const overwriteFeatureVariants = mutation(overwrite, async (context, { params, body }) => {
  const { environments } = await readVariants(context.visible, params)
  return setInAllEnvironments(context, params, environments, body)
})
