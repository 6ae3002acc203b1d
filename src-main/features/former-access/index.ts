/** The access to a project with one role at a time, which contracts before 7 had. */
export { formerAccessHttp } from './former-access.http.ts'
