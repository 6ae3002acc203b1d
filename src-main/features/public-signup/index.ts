/**
 * Public signup: links by which anybody who has one may join as a Viewer (docs/contract/access.md#sign-up-links). It
 * guards that a link that
 * is disabled or expired opens nothing, and that none is open for more than a month.
 */
export { publicSignupHttp } from './public-signup.http.ts'
export { publicSignupRpc } from './public-signup.rpc.ts'
