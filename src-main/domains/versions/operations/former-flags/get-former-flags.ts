import { getFormerFlags as all } from '#shared/versions/contract/former/flags.ts'
import { query } from '#kernel/use-case.ts'
import { findSoleEnvironment } from '#domains/projects/records/environments/sole-environment.ts'
import { parseTag } from '#domains/flags/records/features/parse-tag.ts'
import { readFormerFlags } from '../../records/former-flags/former-flags.read-model.ts'

/** All flags that the caller may see, of all projects. */
export const getFormerFlags = query(all, async ({ queries }, { query: { tag, project, namePrefix } }) => {
  const environment = await findSoleEnvironment(queries)
  const features = await readFormerFlags(queries, environment, {
    ...(tag ? { tags: tag.map(parseTag) } : {}),
    ...(project ? { projects: project } : {}),
    ...(namePrefix === undefined ? {} : { namePrefix }),
  })
  return { version: 2 as const, features }
})
