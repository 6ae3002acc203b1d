import { domain } from '#main/app/domain.ts'
import * as operations from './operations/index.ts'

/** The event log, undo, and the view of the past. */
export const audit = domain(operations)
