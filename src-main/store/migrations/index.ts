import type { Migration } from '../migrate.ts'
import { initial } from './0001-initial.ts'
import { flags } from './0002-flags.ts'
import { access } from './0003-access.ts'
import { projects } from './0004-projects.ts'
import { changeRequests } from './0005-change-requests.ts'

/** All steps of the schema, in order. */
export const MIGRATIONS: readonly Migration[] = [initial, flags, access, projects, changeRequests]
