export { decide, type Decision, type Reason, type Verdict } from './decide.ts'
export {
  compareGrants,
  effectivePermissions,
  summariseDifferences,
  type HeldPermission,
} from './effective.ts'
export { explainDecision, notAMember, refusalMessage } from './explain.ts'
export {
  DEFAULT_PROJECT,
  type Grant,
  type GrantedPermission,
  type AccessScope,
  type Requirement,
  type Subject,
} from './grant.ts'
export {
  hiddenProjects,
  hidesNothing,
  seesProject,
  type FormerProject,
  type HiddenProjects,
} from './visibility.ts'
