export { decide, type Decision, type Reason, type Verdict } from './decide.ts'
export {
  compareGrants,
  effectivePermissions,
  summariseDifferences,
  type AccessDifference,
  type HeldPermission,
} from './effective.ts'
export { explainDecision, notAMember, refusalMessage } from './explain.ts'
export { type Grant, type GrantedPermission, type Provenance, type Subject } from './grant.ts'
export { hiddenProjects, seesProject, type CollaborationMode } from './visibility.ts'
export { DEFAULT_PROJECT, type Place, type Requirement } from './requirement.ts'
