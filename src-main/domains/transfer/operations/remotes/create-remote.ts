import { createRemote as create } from '../../../../../src-shared/transfer/contract/remotes.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { insertRemote } from '../../records/remotes/remotes.store.ts'
import { requireFreeName } from '../../records/remotes/remote-answer.ts'

export const createRemote = mutation(create, async (context, { body }) => {
  await requireFreeName(context.queries, body.name)
  const remote = await insertRemote(context.queries, { ...body, createdAt: context.now.toISOString() })
  context.record({ type: 'remote-created', data: { ...remote } })
  return { ...remote, hasToken: false, pulls: [] }
})
