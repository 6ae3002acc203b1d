import { constraintProblem } from '#shared/flags/constraints/validate-constraint.ts'
import { validateConstraint as operation } from '#shared/flags/contract/constraints.ts'
import { detail } from '#shared/errors/error-table.ts'
import { VALIDATION_MESSAGE } from '#shared/errors/validation.ts'
import { AppError } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { readLegalValues } from '../../records/strategies/targeting.store.ts'

/**
 * Checks whether a constraint can be evaluated, with the legal values of its field (recorded exchanges
 * strategies/constraints-validate-ok and strategies/constraints-validate-bad).
 */
export const validateConstraint = query(operation, async ({ queries }, { body }) => {
  const legal = await readLegalValues(queries, [body.contextName])
  const problem = constraintProblem(body, legal.get(body.contextName))
  if (problem !== null)
    throw new AppError('BadDataError', VALIDATION_MESSAGE, { details: [detail(problem, '/body')] })
})
