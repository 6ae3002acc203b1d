import { afterAll, describe, expect, it } from 'vitest'

import { FORMER_FORMS, FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { contractOf, LATER_OPERATIONS } from '#support/service/contract-of.ts'
import { FORMER_PERMISSIONS } from '#support/service/former-permissions.ts'
import { PERMISSION_MATRIX } from '#support/service/permission-matrix.ts'
import { startPermissionStage, type PermissionStage } from '#support/stages/permission-stage.ts'

/**
 * Tests permissions under other contracts: every operation that the usual version lacks, on an instance of the last
 * version that has it.
 */
const forPeople = FORMER_OPERATIONS.filter(({ audience }) => audience === 'admin')
// operations that still exist keep their permissions
const ROWS = new Map([...PERMISSION_MATRIX, ...FORMER_PERMISSIONS])
const stages = new Map<string, Promise<PermissionStage>>()
function stageOf(contract: string): Promise<PermissionStage> {
  const stage = stages.get(contract) ?? startPermissionStage(contract)
  stages.set(contract, stage)
  return stage
}
afterAll(async () => {
  for (const stage of stages.values()) await (await stage).stop()
})

describe('the permission matrix of other contracts', () => {
  it('has a row for every operation of the admin API, and no other', () => {
    const known = forPeople.map((operation) => operation.operationId)
    expect([...FORMER_PERMISSIONS.keys()].sort()).toEqual(known.sort())
  })

  it.each(
    [...forPeople, ...FORMER_FORMS, ...LATER_OPERATIONS].map(
      (operation) => [operation.operationId, operation] as const,
    ),
  )(
    '%s: each role is allowed or rejected as the sources say',
    async (id, operation) => {
      const stage = await stageOf(contractOf(operation))
      expect(await stage.wrongAnswers(operation, ROWS.get(id) ?? null)).toEqual([])
    },
    30_000,
  )
})
