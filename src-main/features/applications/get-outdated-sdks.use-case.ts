import {
  getOutdatedProjectSdks as ofProject,
  getOutdatedSdks as all,
} from '../../../src-shared/contract/applications.ts'
import { query } from '../../kernel/use-case.ts'
import { readInstances } from './instances.read-model.ts'
import { outdatedSdksOf } from './outdated-sdks.ts'
import { readProjectInstances } from './project-applications.read-model.ts'

export const getOutdatedSdks = query(all, async ({ queries }) => outdatedSdksOf(await readInstances(queries)))

export const getOutdatedProjectSdks = query(ofProject, async ({ queries }, { params: { projectId } }) =>
  outdatedSdksOf(await readProjectInstances(queries, projectId)),
)
