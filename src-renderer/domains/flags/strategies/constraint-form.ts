import { constraintProblem } from '#shared/flags/constraints/validate-constraint.ts'
import type { Constraint, Operator } from '#shared/flags/schemas/constraint.ts'
import { legalValuesOf, type Field } from '../context/known-fields.ts'
import { emptyCondition, toCondition, toStored, type Condition } from './condition.ts'

/** A constraint as it is edited. */
export interface ConstraintForm extends Condition {
  contextName: string
}

export const emptyConstraint = (): ConstraintForm => ({ contextName: '', ...emptyCondition<Operator>('IN') })

export const toConstraintForm = (constraint: Constraint): ConstraintForm => ({
  contextName: constraint.contextName,
  ...toCondition(constraint),
})

export const toConstraint = (form: ConstraintForm): Constraint => {
  const { values = [], ...stored } = toStored(form)
  return { contextName: form.contextName, ...stored, values }
}

/** Tells whether a constraint can be sent, as far as the window knows the legal values of its field. */
export const isFinished = (form: ConstraintForm, fields: readonly Field[]): boolean =>
  form.contextName !== '' &&
  constraintProblem(toConstraint(form), legalValuesOf(form.contextName, fields)) === null
