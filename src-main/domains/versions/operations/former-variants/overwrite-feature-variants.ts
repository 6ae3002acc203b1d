import { overwriteFeatureVariants as overwrite } from '../../../../../src-shared/versions/contract/former/variants.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { readVariants, setEverywhere } from '../../records/former-variants/set-everywhere.ts'

export const overwriteFeatureVariants = mutation(overwrite, async (context, { params, body }) => {
  const { environments } = await readVariants(context.visible, params)
  return setEverywhere(context, params, environments, body)
})
