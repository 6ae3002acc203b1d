/** A project with its flags in one answer, which contracts before 7 had: today's overview, and the flags. */
export { formerProjectsHttp } from './former-projects.http.ts'
