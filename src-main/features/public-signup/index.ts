export { publicSignupHttp } from './public-signup.http.ts'
export { publicSignupRpc } from './public-signup.rpc.ts'
