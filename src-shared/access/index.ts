export { decide, type Decision, type Reason, type Verdict } from './decide.ts'
export { explainDecision, refusalMessage } from './explain.ts'
export { type Grant, type GrantedPermission, type Provenance, type Subject } from './grant.ts'
export { type Place, type Requirement } from './requirement.ts'
