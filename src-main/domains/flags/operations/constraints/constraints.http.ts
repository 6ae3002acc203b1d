import { bind } from '../../../../transport/http/bind.ts'
import { validateConstraint } from './validate-constraint.use-case.ts'

export const constraintsHttp = [bind(validateConstraint)]
