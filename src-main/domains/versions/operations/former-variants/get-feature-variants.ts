import { getFeatureVariants as get } from '#shared/versions/contract/former/variants.ts'
import { query } from '#kernel/use-case.ts'
import { readVariants } from '../../records/former-variants/set-in-all-environments.ts'

/** A flag had variants before its environments had (document: "Endpoints", note 1). */
export const getFeatureVariants = query(get, async ({ queries }, { params }) => {
  const { variants } = await readVariants(queries, params)
  return { version: 1 as const, variants }
})
