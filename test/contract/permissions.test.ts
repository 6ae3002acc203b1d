import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { SERVED_OPERATIONS } from '#support/service/contract-of.ts'
import { PERMISSION_MATRIX } from '#support/service/permission-matrix.ts'
import { startPermissionStage, type PermissionStage } from '#support/stages/permission-stage.ts'

let stage: PermissionStage
beforeAll(async () => {
  stage = await startPermissionStage()
})
afterAll(() => stage.stop())

const isForPeople = ({ audience }: Operation) => audience === 'admin'
const forPeople = OPERATIONS.filter(isForPeople)
/** Operations of later versions are in versions/other-permissions.test.ts. */
const served = SERVED_OPERATIONS.filter(isForPeople)

describe('the permission matrix', () => {
  it('has a row for every operation of the admin API, and no other', () => {
    const known = forPeople.map((operation) => operation.operationId)
    expect(known.filter((id) => !PERMISSION_MATRIX.has(id))).toEqual([])
    expect([...PERMISSION_MATRIX.keys()].filter((id) => !known.includes(id))).toEqual([])
  })

  it.each(served.map((operation) => [operation.operationId, operation] as const))(
    '%s: each role is allowed or rejected as the sources say',
    async (id, operation) => {
      expect(await stage.wrongAnswers(operation, PERMISSION_MATRIX.get(id) ?? null)).toEqual([])
    },
  )
})
