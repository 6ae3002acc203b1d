import { checkDatabase as operation } from '#shared/instance/contract/database.ts'
import { query } from '#kernel/use-case.ts'
import type { DatabaseServices } from '../../records/database/database-services.ts'
import { requireTarget } from '../../records/database/require-target.ts'

/** Connects to a database that data could be moved into. Changes nothing. */
export const checkDatabase = ({ outbound, inspectDatabase }: DatabaseServices) =>
  query(operation, async ({ caller }, { body }) => {
    const { place, problem, version, durability, content } = await inspectDatabase(
      await requireTarget(outbound, caller, body),
    )
    return { place, problem, version, durability, content }
  })
