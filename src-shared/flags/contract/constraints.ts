import { ConstraintInput } from '../schemas/constraint.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

export const validateConstraint = operation({
  operationId: 'validateConstraint',
  method: 'POST',
  path: '/api/admin/constraints/validate',
  tag: 'Features',
  summary: 'Validates a constraint',
  access: audienceOnly,
  body: ConstraintInput,
  responses: { 204: null },
})
