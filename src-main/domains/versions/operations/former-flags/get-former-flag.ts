import { getFormerFlag as one } from '#shared/versions/contract/former/flags.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { findSoleEnvironment } from '#domains/projects/records/environments/sole-environment.ts'
import { readFormerFlags } from '../../records/former-flags/former-flags.read-model.ts'

/** One flag; an archived one is not found here. */
export const getFormerFlag = query(one, async ({ queries }, { params: { featureName: name } }) => {
  const [flag] = await readFormerFlags(queries, await findSoleEnvironment(queries), { name })
  if (!flag) throw notFound(`Could not find feature flag with name ${name}`)
  return flag
})
