import { domain } from '#main/app/domain.ts'
import * as operations from './operations/index.ts'

/** Projects, environments, access to projects, their insights, and Home. */
export const projects = domain(operations)
