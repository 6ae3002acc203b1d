import { ConstraintInput } from '../schemas/constraint.ts'
import { audienceOnly } from './access.ts'
import { operation } from './operation.ts'

export const validateConstraint = operation({
  operationId: 'validateConstraint',
  method: 'POST',
  path: '/api/admin/constraints/validate',
  tag: 'Features',
  summary: 'Says whether a constraint can be evaluated',
  access: audienceOnly,
  body: ConstraintInput,
  responses: { 204: null },
})
