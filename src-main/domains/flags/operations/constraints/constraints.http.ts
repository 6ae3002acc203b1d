import { bind } from '../../../../transport/http/bind.ts'
import { validateConstraint } from './validate-constraint.ts'

export const constraintsHttp = [bind(validateConstraint)]
