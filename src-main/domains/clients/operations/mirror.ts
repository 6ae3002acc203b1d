import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/mirror.ts'
import type { Mirror } from '../mirror/mirror.ts'

export const getMirror = ({ mirror }: { mirror: Mirror | undefined }) =>
  query(contract.getMirror, async ({ hidden }) => ({
    url: mirror?.url ?? null,
    sources: (mirror?.sources ?? []).map((source) => ({
      ...source,
      projects: source.projects.filter((project) => !hidden.has(project)),
    })),
  }))
