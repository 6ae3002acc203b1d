/** Constraints: whether one can be evaluated. The rules are in src-shared/constraints; the window uses them as one types. */
export { constraintsHttp } from './constraints.http.ts'
