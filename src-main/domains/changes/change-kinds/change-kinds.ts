import type { ChangeAction, ChangeOf, RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import type { ChangeKind } from './change-kind.ts'
import {
  ADD_DEPENDENCY,
  ARCHIVE_FEATURE,
  DELETE_DEPENDENCY,
  PATCH_VARIANT,
  UPDATE_ENABLED,
} from './flag-kinds.ts'
import {
  ADD_RELEASE_PLAN,
  CHANGE_PROGRESSION,
  DELETE_PROGRESSION,
  DELETE_RELEASE_PLAN,
  RESUME_PROGRESSION,
  START_MILESTONE,
  UPDATE_MILESTONE_STRATEGY,
} from './release-plan-kinds.ts'
import {
  CHANGE_FLAG_SAFEGUARD,
  CHANGE_PLAN_SAFEGUARD,
  DELETE_FLAG_SAFEGUARD,
  DELETE_PLAN_SAFEGUARD,
} from './safeguard-kinds.ts'
import { DELETE_SEGMENT, UPDATE_SEGMENT } from './segment-kinds.ts'
import { ADD_STRATEGY, DELETE_STRATEGY, REORDER_STRATEGY, UPDATE_STRATEGY } from './strategy-kinds.ts'

/** All kinds of change (docs/contract/changes.md#kinds). */
const KINDS: { [A in ChangeAction]: ChangeKind<ChangeOf<A>> } = {
  updateEnabled: UPDATE_ENABLED,
  addStrategy: ADD_STRATEGY,
  updateStrategy: UPDATE_STRATEGY,
  deleteStrategy: DELETE_STRATEGY,
  reorderStrategy: REORDER_STRATEGY,
  patchVariant: PATCH_VARIANT,
  archiveFeature: ARCHIVE_FEATURE,
  addDependency: ADD_DEPENDENCY,
  deleteDependency: DELETE_DEPENDENCY,
  addReleasePlan: ADD_RELEASE_PLAN,
  deleteReleasePlan: DELETE_RELEASE_PLAN,
  startMilestone: START_MILESTONE,
  updateMilestoneStrategy: UPDATE_MILESTONE_STRATEGY,
  changeMilestoneProgression: CHANGE_PROGRESSION,
  deleteMilestoneProgression: DELETE_PROGRESSION,
  resumeMilestoneProgression: RESUME_PROGRESSION,
  changeReleasePlanSafeguard: CHANGE_PLAN_SAFEGUARD,
  deleteReleasePlanSafeguard: DELETE_PLAN_SAFEGUARD,
  changeFeatureEnvSafeguard: CHANGE_FLAG_SAFEGUARD,
  deleteFeatureEnvSafeguard: DELETE_FLAG_SAFEGUARD,
  updateSegment: UPDATE_SEGMENT,
  deleteSegment: DELETE_SEGMENT,
}

/** The kind of a change; it is only ever given changes of that kind, which TypeScript cannot follow through the table. */
export const kindOf = (change: RequestedChange): ChangeKind => KINDS[change.action]
